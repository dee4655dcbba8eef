/** Passkeys: only their owner can make, rename and remove them; signing in with them; refused responses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { externalAccountDirectory } from '#server/core/signin/end-sign-ins.ts';
import { readServerOptions } from '#server/server-options.ts';
import { challenged, verifier } from '#server/testing/code-proof.test-support.ts';
import { SoftwarePasskey } from '#server/testing/software-passkey.ts';
import { addUser, portOfAda, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject, type JsonObject } from '#wire/json.ts';

const server = await startTestServer(['--passkeys', '--second-factor-groups', 'powerusers'], portOfAda);
const own = { origin: 'http://localhost:8080' };
for (const name of ['leela', 'fry', 'zapp']) await addUser(server, name, 'members');
await addUser(server, 'amy', 'members');

const form = {
  response_type: 'code',
  client_id: 'muniment',
  redirect_uri: 'http://localhost:8080/',
  ...challenged,
};
const post = (action: string, fields: Record<string, string>, headers = {}) =>
  server.ask(`/nuxeo/oauth2/${action}`, {
    as: null,
    headers,
    body: new URLSearchParams({ ...form, ...fields }),
  });
const cookieOf = (response: { headers: Headers }) => ({
  Cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
});

async function begun(name: string): Promise<JsonObject> {
  const answer = await server.ask('/me/passkeys/options', { as: name, method: 'POST' });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function made(name: string, passkey: SoftwarePasskey, called = 'Telephone') {
  const { options, handle } = await begun(name);
  const response = passkey.register(options, own);
  return server.ask('/me/passkeys', { as: name, json: { name: called, handle, response } });
}

const optionsToSignIn = async () => (await post('passkey_options', {})).body;
const bring = (response: JsonObject, headers = {}) =>
  post('passkey', { passkey_response: JSON.stringify(response) }, headers);

/** The person of the session in this answer. */
async function signedInAs(answer: { headers: Headers }): Promise<string> {
  const page = await server.ask(`/nuxeo/oauth2/authorize?${new URLSearchParams(form)}`, {
    as: null,
    headers: cookieOf(answer),
  });
  const code = new URL(page.headers.get('location') ?? 'none:').searchParams.get('code') ?? '';
  const given = await server.ask('/nuxeo/oauth2/token', {
    as: null,
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: 'muniment',
      redirect_uri: form.redirect_uri,
      code_verifier: verifier,
    }),
  });
  const headers = { Authorization: `Bearer ${String(given.body.access_token)}` };
  return String((await server.ask('/me', { as: null, headers })).body.id);
}

const leelas = new SoftwarePasskey();

test('a passkey is made for who asked, for this page, once', async () => {
  const { options, handle } = await begun('leela');
  assert.match(JSON.stringify(options), /"rp":\{"name":"Port of Ada",/);
  const json = (response: JsonObject, name = 'Key') => ({ json: { name, handle, response } });
  const refused = async (name: string, response: JsonObject, called?: string) =>
    (await server.ask('/me/passkeys', { as: name, ...json(response, called) })).status;
  assert.equal(await refused('fry', leelas.register(options, own)), 400);
  assert.equal(await refused('leela', leelas.register(options, { origin: 'https://evil.example' })), 400);
  assert.equal(await refused('leela', leelas.register(options, { ...own, domain: 'evil.example' })), 400);
  assert.equal(await refused('leela', leelas.register(options, { ...own, isVerified: false })), 400);
  assert.equal(await refused('leela', leelas.register(await optionsToSignIn(), own)), 400);
  assert.equal(await refused('leela', { id: 'x' }), 400);
  assert.equal(await refused('leela', leelas.register(options, own), ' '), 400);
  assert.doesNotMatch(
    (await server.ask(`/nuxeo/oauth2/authorize?${new URLSearchParams(form)}`, { as: null })).text,
    /passkey/,
  );
  const answers = await Promise.all(
    [leelas, new SoftwarePasskey()].map((passkey) => refused('leela', passkey.register(options, own))),
  );
  assert.deepEqual(answers.toSorted(), [201, 400]);
  const page = await server.ask(`/nuxeo/oauth2/authorize?${new URLSearchParams(form)}`, { as: null });
  assert.match(page.text, /data-passkey/);
  assert.match(page.headers.get('content-security-policy') ?? '', /script-src 'self'/);
});

test('it signs in without a name, once for each challenge, also when calls meet', async () => {
  await server.ask('/me/passkeys', { as: 'leela' }).then(async ({ body }) => {
    // Either of the two concurrent registrations above may have been first.
    const [first] = Array.isArray(body.passkeys) ? body.passkeys.filter(isJsonObject) : [];
    if (first?.id !== leelas.id.toString('base64url'))
      assert.equal((await made('leela', leelas)).status, 201);
  });
  const response = leelas.use(await optionsToSignIn(), own);
  const answers = await Promise.all([bring(response), bring(response), bring(response)]);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [302, 401, 401]);
  const inside = answers.find(({ status }) => status === 302);
  assert.equal(inside && (await signedInAs(inside)), 'leela');
  assert.equal((await bring(response)).status, 401);
});

test('what one begins another cannot finish, nor one tab with the words of another', async () => {
  const add = async (name: string, handle: unknown, response: JsonObject) => {
    const json = { name: 'Key', handle: String(handle), response };
    return (await server.ask('/me/passkeys', { as: name, json })).status;
  };
  const [others, first, second] = [await begun('fry'), await begun('zapp'), await begun('zapp')];
  const key = new SoftwarePasskey();
  for (const [handle, options] of [
    [others.handle, others.options],
    [first.handle, others.options],
    [others.handle, first.options],
    [first.handle, second.options],
    [first.handle, await optionsToSignIn()],
  ])
    assert.equal(await add('zapp', handle, key.register(options, own)), 400);
  for (const { handle, options } of [first, second])
    assert.equal(await add('zapp', handle, new SoftwarePasskey().register(options, own)), 201);
  const [tab, other] = [await optionsToSignIn(), await optionsToSignIn()];
  assert.equal((await bring(leelas.use(other, own))).status, 302);
  assert.equal((await bring(leelas.use(tab, own))).status, 302);
});

test('nothing else signs in', async () => {
  const options = await optionsToSignIn();
  const faults: readonly JsonObject[] = [
    leelas.use(options, { origin: 'https://evil.example' }),
    leelas.use(options, { ...own, domain: 'evil.example' }),
    leelas.use(options, { ...own, isVerified: false }),
    leelas.use((await begun('leela')).options, own),
    leelas.use({ challenge: Buffer.from('made.up.here').toString('base64url') }, own),
    new SoftwarePasskey().use(options, own),
    { ...new SoftwarePasskey().use(options, own), id: leelas.id.toString('base64url') },
    { id: leelas.id.toString('base64url') },
    {},
  ];
  for (const fault of faults) assert.equal((await bring(fault)).status, 401);
  assert.equal((await post('passkey', { passkey_response: '{' })).status, 401);
  const foreign = { Origin: 'https://evil.example' };
  assert.equal((await bring(leelas.use(options, own), foreign)).status, 400);
  assert.equal((await post('passkey_options', {}, foreign)).status, 400);
  // The right response is still accepted.
  assert.equal((await bring(leelas.use(options, own))).status, 302);
});

test('another sees, names and removes none of it; an administrator removes all', async () => {
  const id = leelas.id.toString('base64url');
  const mine = await server.ask('/me/passkeys', { as: 'leela' });
  assert.ok(mine.text.includes(id));
  for (const word of ['publicKey', 'handle', 'counter']) assert.ok(!mine.text.includes(word));
  assert.deepEqual((await server.ask('/me/passkeys', { as: 'fry' })).body.passkeys, []);
  const named = { json: { name: 'Stolen' } };
  assert.equal((await server.ask(`/me/passkeys/${id}`, { as: 'fry', method: 'PUT', ...named })).status, 404);
  assert.equal((await server.ask(`/me/passkeys/${id}`, { as: 'fry', method: 'DELETE' })).status, 404);
  assert.equal((await server.ask('/passkeys/leela', { as: 'fry', method: 'DELETE' })).status, 403);
  const renamed = await server.ask(`/me/passkeys/${id}`, {
    as: 'leela',
    method: 'PUT',
    json: { name: 'Ring' },
  });
  assert.equal(renamed.body.name, 'Ring');
  assert.equal((await server.ask('/passkeys/leela', { method: 'DELETE' })).status, 204);
  assert.equal((await bring(leelas.use(await optionsToSignIn(), own))).status, 401);
  assert.equal((await server.ask('/passkeys/leela', { method: 'DELETE' })).status, 404);
});

test('who must have more than a password may have a passkey instead of codes', async () => {
  const passkey = new SoftwarePasskey();
  assert.equal((await made('amy', passkey)).status, 201);
  await server.ask('/user/amy/group/powerusers', { method: 'POST' });
  assert.equal((await server.ask('/me', { as: 'amy' })).status, 401);
  const page = await post('sign_in', { user_name: 'amy', user_password: 'amy' });
  assert.equal(page.status, 200);
  assert.match(page.text, /data-passkey/);
  assert.doesNotMatch(page.text, /one_time_code|<svg [^>]*viewBox="0 0 [^2]/);
  const waiting = cookieOf(page);
  assert.equal((await post('second_factor', { one_time_code: '123456' }, waiting)).status, 200);
  const inside = await bring(passkey.use(await optionsToSignIn(), own), waiting);
  assert.equal(await signedInAs(inside), 'amy');
  await server.ask('/passkeys/amy', { method: 'DELETE' });
  assert.match((await post('sign_in', { user_name: 'amy', user_password: 'amy' })).text, /one_time_code/);
});

test('whoever comes after somebody of the same name has none of their keys', async () => {
  const passkey = new SoftwarePasskey();
  assert.equal((await made('fry', passkey)).status, 201);
  await server.ask('/user/fry', { method: 'DELETE' });
  await addUser(server, 'fry', 'members');
  assert.equal((await bring(passkey.use(await optionsToSignIn(), own))).status, 401);
  assert.deepEqual((await server.ask('/me/passkeys', { as: 'fry' })).body.passkeys, []);
});

test('whom their directory does not know any more signs in with none, until it does again', async () => {
  const passkey = new SoftwarePasskey();
  assert.equal((await made('zapp', passkey)).status, 201);
  for (const [hasLeft, status] of [
    [true, 401],
    [false, 302],
  ] as const) {
    await inSession(server.repository, { principals: systemPrincipals }, async (session) => {
      const { entries } = await session.write();
      await entries.insert(externalAccountDirectory, { id: 'zapp there', fields: {} });
      const fields = { source: 'ldap', login: 'zapp', groups: [], hasLeft };
      await entries.update(externalAccountDirectory, 'zapp there', fields);
    });
    assert.equal((await bring(passkey.use(await optionsToSignIn(), own))).status, status);
  }
});

test('they are off until they are turned on, for a domain with https', async () => {
  const plain = await startTestServer();
  await addUser(plain, 'zoidberg', 'members');
  assert.equal((await plain.ask('/me/passkeys', { as: 'zoidberg' })).body.isOffered, false);
  assert.equal((await plain.ask('/me/passkeys/options', { as: 'zoidberg', method: 'POST' })).status, 404);
  assert.equal((await plain.ask('/nuxeo/oauth2/passkey_options', { as: null, method: 'POST' })).status, 404);
  const domainFor = (address: string) =>
    readServerOptions(['--passkeys', '--public-url', address], {}).passkeyDomain;
  assert.equal(domainFor('https://papers.example.org/'), 'papers.example.org');
  assert.throws(() => domainFor('http://papers.example.org/'), /--passkeys/);
  assert.throws(() => domainFor('https://192.0.2.1/'), /--passkeys/);
});
