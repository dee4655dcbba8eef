/** A person's sign-ins: only that person can see and end them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt } from '#server/core/signin/one-time-codes.ts';
import { storeUses } from '#server/core/signin/token-uses.ts';
import { challenged, verifier } from '#server/testing/code-proof.test-support.ts';
import { SoftwarePasskey } from '#server/testing/software-passkey.ts';
import { addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject, type JsonObject } from '#wire/json.ts';

const server = await startTestServer(['--second-factor', '--passkeys']);
await addUser(server, 'leela', 'members');
await addUser(server, 'fry', 'members');

const device = async (name: string, deviceId: string): Promise<Record<string, string>> => {
  const query = `application=Desk&deviceId=${deviceId}&deviceDescription=Desk+${deviceId}&permission=ReadWrite`;
  const given = await server.ask(`/token?${query}`, { as: name, method: 'POST' });
  assert.equal(given.status, 201);
  return { 'X-Authentication-Token': given.text };
};
async function listed(path: string, headers: Record<string, string>): Promise<readonly JsonObject[]> {
  const { entries } = (await server.ask(path, { as: null, headers })).body;
  return Array.isArray(entries) ? entries.filter(isJsonObject) : [];
}
const statusOf = async (headers: Record<string, string>) =>
  (await server.ask('/me', { as: null, headers })).status;

async function tokensOf(name: string): Promise<JsonObject> {
  const form = {
    response_type: 'code',
    client_id: 'muniment',
    redirect_uri: 'http://localhost:8080/',
    ...challenged,
  };
  const page = await server.ask(`/nuxeo/oauth2/authorize?${new URLSearchParams(form)}`, { as: name });
  const code = new URL(page.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    client_id: 'muniment',
    redirect_uri: form.redirect_uri,
    code_verifier: verifier,
  });
  return (await server.ask('/nuxeo/oauth2/token', { as: null, body })).body;
}

const bearer = ({ access_token: token }: JsonObject) => ({ Authorization: `Bearer ${String(token)}` });
const authorized = async (name: string): Promise<Record<string, string>> => bearer(await tokensOf(name));

test('a device shows when it was used last, and which one asks', async () => {
  const first = await device('leela', 'one');
  const second = await device('leela', 'two');
  await device('fry', 'three');
  const tokens = await listed('/token', first);
  assert.deepEqual(tokens.map((token) => [token.deviceDescription, token.isCurrent]).toSorted(), [
    ['Desk one', true],
    ['Desk two', false],
  ]);
  assert.deepEqual(tokens.map(({ lastUsedDate }) => typeof lastUsedDate).toSorted(), ['object', 'string']);
  // Stored later, and still known after that.
  await storeUses(server.repository);
  assert.equal(
    typeof (await listed('/token', first)).find(({ isCurrent }) => isCurrent)?.lastUsedDate,
    'string',
  );
  assert.equal(await statusOf(second), 200);
});

test('nobody ends what another holds', async () => {
  const leela = await device('leela', 'four');
  const fry = await device('fry', 'five');
  const own = (await listed('/token', leela)).find(({ isCurrent }) => isCurrent);
  const refused = await server.ask(`/token/${String(own?.id)}`, {
    method: 'DELETE',
    as: null,
    headers: fry,
  });
  assert.equal(refused.status, 404);
  await authorized('leela');
  assert.deepEqual(await listed('/oauth2/token/client', fry), []);
  assert.equal(
    (
      await server.ask('/oauth2/token/client/muniment/user/leela', {
        method: 'DELETE',
        as: null,
        headers: fry,
      })
    ).status,
    403,
  );
  assert.equal(await statusOf(leela), 200);
});

test('one of several applications is ended, the others go on', async () => {
  const [desk, lost] = [await authorized('fry'), await authorized('fry')];
  const given = await listed('/oauth2/token/client', desk);
  assert.deepEqual(given.map(({ clientName, isCurrent }) => [clientName, isCurrent]).toSorted(), [
    ['Muniment', false],
    ['Muniment', true],
  ]);
  const other = given.find(({ isCurrent }) => isCurrent === false);
  const path = `/oauth2/token/client/muniment/user/fry?id=${String(other?.id)}`;
  assert.equal((await server.ask(path, { method: 'DELETE', as: null, headers: desk })).status, 204);
  assert.deepEqual([await statusOf(desk), await statusOf(lost)], [200, 401]);
  assert.equal((await server.ask(path, { method: 'DELETE', as: null, headers: desk })).status, 404);
});

test('signing out everywhere ends devices and applications, and nobody else’s', async () => {
  const own = [await device('leela', 'six'), await authorized('leela')];
  const others = await device('fry', 'seven');
  const [asking = {}] = own;
  assert.equal(
    (await server.ask('/me/sign-ins', { method: 'DELETE', as: null, headers: asking })).status,
    204,
  );
  assert.deepEqual(await Promise.all(own.map(statusOf)), [401, 401]);
  assert.equal(await statusOf(others), 200);
  assert.equal((await server.ask('/me', { as: 'leela' })).status, 200);
});

test('a use that is noted while the token ends brings nothing back', async () => {
  const gone = await device('fry', 'eight');
  await statusOf(gone);
  const token = (await listed('/token', gone)).find(({ isCurrent }) => isCurrent);
  await server.ask(`/token/${String(token?.id)}`, { method: 'DELETE', as: null, headers: gone });
  await storeUses(server.repository);
  assert.equal(await statusOf(gone), 401);
});

test('an open session alone makes no change that could keep the account', async (context) => {
  await addUser(server, 'amy', 'members');
  const desk = await device('amy', 'nine');
  const tokens = await tokensOf('amy');
  const ask = (headers: Record<string, string>, method: string, path: string, json?: JsonObject) =>
    server.ask(path, { as: null, headers, method, ...(json ? { json } : {}) });
  const confirm = (headers: Record<string, string>, json: JsonObject) =>
    ask(headers, 'POST', '/me/confirmation', json);
  assert.equal((await ask(desk, 'POST', '/me/passkeys/options')).status, 200);
  assert.equal((await ask(desk, 'POST', '/me/second-factor')).status, 201);
  const later = Date.now() + 11 * 60_000;
  context.mock.method(server.repository.ports.clock, 'now', () => new Date(later));
  // A refreshed token, and one made with another, have the time of the sign-in.
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: 'muniment',
    refresh_token: String(tokens.refresh_token),
  });
  const refreshed = bearer((await server.ask('/nuxeo/oauth2/token', { as: null, body })).body);
  const query = 'application=Desk&deviceId=ten&deviceDescription=d&permission=ReadWrite';
  const given = await ask(desk, 'POST', `/token?${query}`);
  const made = { 'X-Authentication-Token': given.text };
  for (const headers of [desk, refreshed, made]) {
    const changes = [
      ['POST', '/me/passkeys/options'],
      ['POST', '/me/second-factor'],
      ['DELETE', '/me/sign-ins'],
    ] as const;
    for (const [method, path] of changes) {
      const refused = await ask(headers, method, path);
      assert.equal(refused.status, 403, path);
      assert.deepEqual(refused.body.infos, ['recent-sign-in']);
    }
    const { isRecent, ways } = (await ask(headers, 'GET', '/me/confirmation')).body;
    assert.deepEqual([isRecent, ways], [false, ['password']]);
  }
  assert.equal((await confirm(desk, { password: 'guess' })).status, 403);
  assert.equal((await confirm(desk, { code: '123456' })).status, 403);
  assert.equal((await confirm(desk, {})).status, 400);
  assert.equal((await ask(desk, 'POST', '/me/second-factor')).status, 403);
  for (const headers of [desk, refreshed]) {
    assert.equal((await confirm(headers, { password: 'amy' })).status, 204);
    assert.equal((await ask(headers, 'POST', '/me/second-factor')).status, 201);
  }
  // A password sent with the call is recent; the other token is not confirmed.
  assert.equal((await server.ask('/me/second-factor', { as: 'amy', method: 'POST' })).status, 201);
  assert.equal((await ask(made, 'DELETE', '/me/sign-ins')).status, 403);
  let guesses = 0;
  while ((await confirm(made, { password: `guess ${guesses}` })).status === 403) guesses += 1;
  assert.equal((await confirm(made, { password: 'guess' })).status, 429);
  assert.equal(guesses, 20);
  assert.equal((await ask(desk, 'DELETE', '/me/sign-ins')).status, 204);
});

test('where codes are on a password confirms nothing; a code does, once, and only one’s own', async (context) => {
  const people = new Map<string, { readonly desk: Record<string, string>; readonly secret: string }>();
  let recovery: readonly unknown[] = [];
  for (const name of ['hermes', 'dwight']) {
    await addUser(server, name, 'members');
    const desk = await device(name, `codes of ${name}`);
    const begun = await server.ask('/me/second-factor', { as: null, headers: desk, method: 'POST' });
    const secret = String(begun.body.secret);
    const code = await codeAt(secret, Math.floor(Date.now() / 30_000));
    const on = await server.ask('/me/second-factor/confirm', { as: null, headers: desk, json: { code } });
    assert.equal(on.status, 200);
    recovery = Array.isArray(on.body.recoveryCodes) ? on.body.recoveryCodes : [];
    people.set(name, { desk, secret });
  }
  const later = Date.now() + 11 * 60_000;
  context.mock.method(server.repository.ports.clock, 'now', () => new Date(later));
  const { desk = {}, secret = '' } = people.get('dwight') ?? {};
  const confirm = async (json: JsonObject) =>
    (await server.ask('/me/confirmation', { as: null, headers: desk, json })).status;
  const isRecent = async () => {
    const { body } = await server.ask('/me/confirmation', { as: null, headers: desk });
    assert.deepEqual(body.ways, ['code']);
    return body.isRecent;
  };
  const now = Math.floor(later / 30_000);
  const right = await codeAt(secret, now);
  assert.equal(await confirm({ password: 'dwight' }), 403);
  assert.equal(await confirm({ code: await codeAt(people.get('hermes')?.secret ?? '', now) }), 403);
  assert.equal(await confirm({ code: await codeAt(secret, now - 20) }), 403);
  assert.equal(await isRecent(), false);
  // Of two concurrent uses one is refused.
  const met = await Promise.all([confirm({ code: right }), confirm({ code: right })]);
  assert.deepEqual(met.toSorted(), [204, 403]);
  assert.equal(await isRecent(), true);
  assert.equal(await confirm({ code: right }), 403);
  assert.equal(await confirm({ code: String(recovery[0]) }), 204);
  assert.equal(await confirm({ code: String(recovery[0]) }), 403);
});

test('a passkey confirms for its person, with a challenge that was given for it, once', async (context) => {
  const own = { origin: 'http://localhost:8080' };
  const keys = new Map<string, SoftwarePasskey>();
  const desks = new Map<string, Record<string, string>>();
  const ask = (name: string, path: string, json?: JsonObject) =>
    server.ask(path, { as: null, headers: desks.get(name) ?? {}, method: 'POST', ...(json ? { json } : {}) });
  for (const name of ['kif', 'zapp']) {
    await addUser(server, name, 'members');
    desks.set(name, await device(name, `keys of ${name}`));
    const { options, handle } = (await ask(name, '/me/passkeys/options')).body;
    const key = new SoftwarePasskey();
    const made = { name: 'Key', handle: handle ?? null, response: key.register(options, own) };
    assert.equal((await ask(name, '/me/passkeys', made)).status, 201);
    keys.set(name, key);
  }
  const registering = (await ask('kif', '/me/passkeys/options')).body.options;
  const later = Date.now() + 11 * 60_000;
  context.mock.method(server.repository.ports.clock, 'now', () => new Date(later));
  const challenge = async () => (await ask('kif', '/me/confirmation/passkey')).body;
  const bring = async (key: string, options: JsonObject, using = own) => {
    const passkey = keys.get(key)?.use(options, using) ?? {};
    return (await ask('kif', '/me/confirmation', { passkey })).status;
  };
  assert.equal(await bring('zapp', await challenge()), 403);
  assert.equal(await bring('kif', await challenge(), { origin: 'https://evil.example' }), 403);
  assert.equal(await bring('kif', isJsonObject(registering) ? registering : {}), 403);
  const { challenge: given } = await challenge();
  assert.equal(await bring('kif', { challenge: `${String(given).slice(0, -1)}0x` }), 403);
  assert.equal((await ask('kif', '/me/second-factor')).status, 403);
  const good = await challenge();
  const passkey = keys.get('kif')?.use(good, own) ?? {};
  const answers = await Promise.all([1, 2].map(() => ask('kif', '/me/confirmation', { passkey })));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 403]);
  assert.equal(await bring('kif', good), 403);
  assert.equal((await ask('kif', '/me/second-factor')).status, 201);
});
