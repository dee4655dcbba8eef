import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt } from '#server/core/signin/one-time-codes.ts';
import { challenged, verifier } from '#server/testing/code-proof.test-support.ts';
import { addUser, portOfAda, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer(['--second-factor-groups', 'administrators'], portOfAda);
// As Administrator has no codes yet, this server does not accept the password alone.
const form = {
  response_type: 'code',
  client_id: 'muniment',
  redirect_uri: 'http://localhost:8080/',
  state: 's',
  ...challenged,
};
/** Codes of the present half minute and the next: both are still valid when they arrive. */
const codeOf = (secret: string, later: 0 | 1) => codeAt(secret, Math.floor(Date.now() / 30_000) + later);
const cookieOf = (response: { headers: Headers }) => ({
  Cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
});
const post = (action: string, fields: Record<string, string>, headers = {}) =>
  server.ask(`/nuxeo/oauth2/${action}`, {
    as: null,
    headers,
    body: new URLSearchParams({ ...form, ...fields }),
  });
const password = (name: string) => post('sign_in', { user_name: name, user_password: name });
const authorize = (headers: Record<string, string>) =>
  server.ask(`/nuxeo/oauth2/authorize?${new URLSearchParams(form)}`, { as: null, headers });
async function tokenFor(headers: Record<string, string>) {
  const code = new URL((await authorize(headers)).headers.get('location') ?? '').searchParams.get('code');
  const given = await server.ask('/nuxeo/oauth2/token', {
    as: null,
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: code ?? '',
      client_id: 'muniment',
      redirect_uri: form.redirect_uri,
      code_verifier: verifier,
    }),
  });
  return { Authorization: `Bearer ${String(given.body.access_token)}` };
}

let administrator: Record<string, string> = {};
let leela: Record<string, string> = {};
let secret = '';
let used = '';
let recovery: readonly string[] = [];

test('who must have codes gets nothing for a password, and sets them up', async () => {
  const bare = await server.ask('/me');
  assert.equal(bare.status, 401);
  assert.match(bare.text, /A password alone/);
  assert.deepEqual(bare.body.infos, ['second-factor']);
  assert.equal(
    (await server.ask('/nuxeo/authentication/token?applicationName=a&deviceId=b&permission=rw')).status,
    401,
  );
  const page = await password('Administrator');
  assert.equal(page.status, 200);
  assert.match(page.text, /<svg/);
  const waiting = cookieOf(page);
  // The cookie of this step signs in nobody.
  assert.match((await authorize(waiting)).text, /name="user_password"/);
  const own = /<code>([A-Z2-7]{32})<\/code>/.exec(page.text)?.[1] ?? '';
  assert.equal((await post('second_factor', { one_time_code: '000000x' }, waiting)).status, 401);
  const foreign = { ...waiting, Origin: 'https://evil.example' };
  assert.equal((await post('second_factor', { one_time_code: await codeOf(own, 0) }, foreign)).status, 400);
  const done = await post('second_factor', { one_time_code: await codeOf(own, 0) }, waiting);
  assert.equal(done.status, 200);
  assert.equal(done.text.match(/<li><code>\w{16}<\/code>/g)?.length, 10);
  assert.match((await authorize(waiting)).text, /name="user_password"/);
  administrator = await tokenFor(cookieOf(done));
  assert.equal((await server.ask('/me', { as: null, headers: administrator })).body.id, 'Administrator');
});

test('of two who know the password neither is shown the secret of the other, nor turns it on', async () => {
  await server.ask('/user', {
    as: null,
    headers: administrator,
    json: {
      'entity-type': 'user',
      id: 'amy',
      properties: { username: 'amy', password: 'amy-amy-amy', groups: ['administrators'] },
    },
  });
  const signIn = () => post('sign_in', { user_name: 'amy', user_password: 'amy-amy-amy' });
  const shown = ({ text }: { readonly text: string }) => /<code>([A-Z2-7]{32})<\/code>/.exec(text)?.[1] ?? '';
  const thief = cookieOf(await signIn());
  const page = await signIn();
  const owner = cookieOf(page);
  const wrong = await post('second_factor', { one_time_code: '000000x' }, thief);
  assert.match(shown(wrong), /^[A-Z2-7]{32}$/);
  assert.notEqual(shown(wrong), shown(page));
  // The owner's secret was replaced: the owner gets a new one, not the one that the other person saw.
  const late = await post('second_factor', { one_time_code: await codeOf(shown(page), 0) }, owner);
  assert.equal(late.status, 401);
  assert.ok(![shown(page), shown(wrong)].includes(shown(late)));
  assert.equal(
    (await post('second_factor', { one_time_code: await codeOf(shown(late), 0) }, thief)).status,
    401,
  );
  const own = shown(await post('second_factor', { one_time_code: '000000x' }, owner));
  const done = await post('second_factor', { one_time_code: await codeOf(own, 0) }, owner);
  assert.equal(done.status, 200);
  assert.equal((await post('second_factor', { one_time_code: await codeOf(own, 1) }, thief)).status, 400);
});

test('an ordinary person may have them, and turns them on with a code', async () => {
  await server.ask('/user', {
    as: null,
    headers: administrator,
    json: {
      'entity-type': 'user',
      id: 'leela',
      properties: { username: 'leela', password: 'leela-leela', groups: ['members'] },
    },
  });
  const signIn = await post('sign_in', { user_name: 'leela', user_password: 'leela-leela' });
  assert.equal(signIn.status, 302);
  leela = await tokenFor(cookieOf(signIn));
  const ask = (path: string, options = {}) => server.ask(path, { as: null, headers: leela, ...options });
  assert.deepEqual((await ask('/me/second-factor')).body, {
    isOffered: true,
    isOn: false,
    recoveryCodesLeft: 0,
  });
  assert.equal((await ask('/me/second-factor/confirm', { json: { code: '123456' } })).status, 400);
  const begun = await ask('/me/second-factor', { method: 'POST' });
  assert.equal(begun.status, 201);
  assert.match(String(begun.body.address), /^otpauth:\/\/totp\/Port%20of%20Ada:leela\?/);
  secret = String(begun.body.secret);
  assert.equal((await ask('/me/second-factor/confirm', { json: { code: 'wrong' } })).status, 403);
  // An enrolment that was only begun changes nothing.
  assert.equal((await post('sign_in', { user_name: 'leela', user_password: 'leela-leela' })).status, 302);
  used = await codeOf(secret, 0);
  const confirmed = await ask('/me/second-factor/confirm', { json: { code: used } });
  recovery = Array.isArray(confirmed.body.recoveryCodes) ? confirmed.body.recoveryCodes.map(String) : [];
  assert.equal(recovery.length, 10);
  assert.equal((await ask('/me/second-factor', { method: 'POST' })).status, 409);
  const stored = JSON.stringify(await storedFactor('leela'));
  for (const code of recovery) assert.ok(!stored.includes(code));
});

async function storedFactor(name: string) {
  const unit = server.repository.ports.store.begin();
  try {
    return (await unit.stores.entries.get('secondFactors', name))?.fields;
  } finally {
    await unit.rollback();
  }
}

async function begin() {
  const page = await post('sign_in', { user_name: 'leela', user_password: 'leela-leela' });
  assert.equal(page.status, 200);
  assert.match(page.text, /name="one_time_code"/);
  return cookieOf(page);
}

test('a code is taken once, also by calls that meet; a recovery code too', async () => {
  assert.equal((await post('second_factor', { one_time_code: used }, await begin())).status, 401);
  for (const code of [await codeOf(secret, 1), recovery[0] ?? '']) {
    const waiting = await Promise.all([begin(), begin(), begin()]);
    const answers = await Promise.all(
      waiting.map((headers) => post('second_factor', { one_time_code: code }, headers)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [302, 401, 401]);
  }
  const state = await server.ask('/me/second-factor', { as: null, headers: leela });
  assert.equal(state.body.recoveryCodesLeft, 9);
  assert.equal((await post('second_factor', { one_time_code: await codeOf(secret, 1) })).status, 302);
});

test('guessing stops the codes of that account for a while', async () => {
  const waiting = await begin();
  const answers = [];
  for (let guess = 0; guess < 12; guess++)
    answers.push((await post('second_factor', { one_time_code: `x${guess}` }, waiting)).status);
  assert.ok(answers.filter((status) => status === 401).length <= 10);
  assert.deepEqual(answers.slice(10), [429, 429]);
  const stopped = await post('second_factor', { one_time_code: recovery[1] ?? '' }, await begin());
  assert.equal(stopped.status, 429);
  const { failures } = (await storedFactor('leela')) ?? {};
  assert.equal(failures, 10);
});

test('an administrator ends them for who has lost all; nobody else does', async () => {
  assert.equal(
    (await server.ask('/second-factor/leela', { method: 'DELETE', as: null, headers: leela })).status,
    403,
  );
  const ended = await server.ask('/second-factor/leela', {
    method: 'DELETE',
    as: null,
    headers: administrator,
  });
  assert.equal(ended.status, 204);
  assert.equal((await post('sign_in', { user_name: 'leela', user_password: 'leela-leela' })).status, 302);
});

test('they are off until they are turned on', async () => {
  const plain = await startTestServer();
  await addUser(plain, 'fry', 'members');
  assert.equal((await plain.ask('/me/second-factor', { method: 'POST', as: 'fry' })).status, 404);
  assert.equal((await plain.ask('/me', { as: 'fry' })).status, 200);
});
