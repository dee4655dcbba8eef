/** `--relax` for old clients: each request is refused by a server without it, and accepted by one with it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { readStores } from '#server/core/kernel/read-stores.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { hashStoredTokens } from '#server/core/signin/hash-stored-tokens.ts';
import { verifier } from '#server/testing/code-proof.test-support.ts';
import { type Answer, addUser, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const jwt = ['--jwt-secret', 'abracadabra'];
const strict = await startTestServer(jwt);
const relaxed = await startTestServer([
  // Allows the token of 2011 below to be refreshed.
  '--idle-days',
  '0',
  ...jwt,
  '--relax',
  'oauth2-without-pkce,jwt-without-exp,readable-oauth2-tokens,repeated-device-tokens',
]);
const callback = 'https://app.example/cb';
for (const server of [strict, relaxed]) {
  await addUser(server, 'leela', 'members');
  for (const client of [{ clientId: 'open' }, { clientId: 'closed', clientSecret: 'sesame' }])
    await server.ask('/directory/oauth2Clients', {
      json: {
        'entity-type': 'directoryEntry',
        directoryName: 'oauth2Clients',
        properties: { name: 'An app', redirectURIs: callback, ...client },
      },
    });
}

const post = (server: TestServer, action: string, fields: Record<string, string>, as: string | null = null) =>
  server.ask(`/nuxeo/oauth2/${action}`, { as, body: new URLSearchParams(fields) });
const bearer = (server: TestServer, token: unknown, path = '/me') =>
  server.ask(path, { as: null, headers: { Authorization: `Bearer ${String(token)}` } });

function authorize(server: TestServer, client: object = {}): Promise<Answer> {
  const request = { response_type: 'code', client_id: 'open', redirect_uri: callback, grant_access: '1' };
  return post(server, 'authorize_submit', { ...request, ...client }, 'leela');
}

async function tokensWithoutProof(server: TestServer, client: Record<string, string>): Promise<Answer> {
  const granted = await authorize(server, client);
  const code = new URL(granted.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return post(server, 'token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: callback,
    client_id: 'open',
    ...client,
  });
}

test('codes without proof: for clients with a secret, and for others where that is turned off', async () => {
  assert.equal((await authorize(strict)).status, 400);
  const closed = { client_id: 'closed', client_secret: 'sesame' };
  assert.equal((await tokensWithoutProof(strict, closed)).status, 200);
  const given = await tokensWithoutProof(relaxed, {});
  assert.equal((await bearer(relaxed, given.body.access_token)).body.id, 'leela');
  // A challenge that was sent must be proved, and the manager's own client still needs one.
  const begun = await authorize(relaxed, { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' });
  const code = new URL(begun.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, client_id: 'open', redirect_uri: callback };
  assert.equal((await post(relaxed, 'token', form)).status, 400);
  // `plain` protects no better than no proof: accepted only where none is needed.
  const plain = { code_challenge: verifier, code_challenge_method: 'plain' };
  assert.equal((await authorize(strict, plain)).status, 400);
  assert.equal((await authorize(strict, { client_id: 'closed', ...plain })).status, 400);
  assert.equal((await authorize(relaxed, plain)).status, 302);
  assert.equal((await authorize(relaxed, { ...plain, code_challenge: 'abc' })).status, 400);
  const manager = { client_id: 'muniment', redirect_uri: 'http://localhost:8080/' };
  assert.equal((await authorize(relaxed, manager)).status, 400);
  assert.equal((await authorize(relaxed, { ...manager, ...plain })).status, 400);
});

test('JSON web tokens without an end: nowhere, but where that is turned off; an end that is there counts', async () => {
  const key = new TextEncoder().encode('abracadabra');
  const made = (issuer = 'nuxeo') =>
    new SignJWT({ sub: 'leela' }).setProtectedHeader({ alg: 'HS512' }).setIssuer(issuer);
  const endless = await made().sign(key);
  const exchange = (server: TestServer, assertion: string) =>
    post(server, 'token', {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion,
      client_id: 'closed',
      client_secret: 'sesame',
    });
  assert.equal((await bearer(strict, endless)).status, 401);
  assert.equal((await exchange(strict, endless)).status, 400);
  for (const refused of [
    await made('other').sign(key),
    await made().setExpirationTime(1).sign(key),
    await made().sign(new TextEncoder().encode('another secret')),
  ])
    assert.equal((await bearer(relaxed, refused)).status, 401);
  assert.equal((await bearer(relaxed, endless)).body.id, 'leela');
  const { access_token } = (await exchange(relaxed, endless)).body;
  assert.equal((await bearer(relaxed, access_token)).body.id, 'leela');
});

interface TokenEntry {
  readonly id: string;
  readonly accessToken: unknown;
  readonly properties: Record<string, unknown>;
}

async function listedTokens(server: TestServer, as = 'Administrator'): Promise<readonly TokenEntry[]> {
  const { entries } = (await server.ask('/directory/oauth2Tokens', { as })).body;
  assert.ok(Array.isArray(entries));
  return entries.map(({ id, properties }) => ({ id, accessToken: properties.accessToken, properties }));
}

const storedText = async ({ repository }: TestServer) =>
  JSON.stringify(
    await readStores(repository, async ({ entries }) => [
      ...(await entries.list('oauth2Tokens', {})).items,
      ...(await entries.list('oauth2TokenKeys', {})).items,
      ...(await entries.list('authTokens', {})).items,
    ]),
  );

test('tokens in their directory: digests, but where administrators may read them; in clear nowhere', async () => {
  const closed = { client_id: 'closed', client_secret: 'sesame' };
  await tokensWithoutProof(strict, closed);
  for (const { accessToken } of await listedTokens(strict)) assert.match(String(accessToken), /^sha256-/);
  const { access_token, refresh_token } = (await tokensWithoutProof(relaxed, closed)).body;
  assert.deepEqual(await listedTokens(relaxed, 'leela'), []);
  const found = (await listedTokens(relaxed)).find(({ accessToken }) => accessToken === access_token);
  assert.ok(found);
  assert.equal(found.properties.refreshToken, refresh_token);
  for (const text of [access_token, refresh_token])
    assert.ok(!(await storedText(relaxed)).includes(String(text)));

  // The entry is sent back with an older date: the token has expired, and can be refreshed.
  const entry = {
    'entity-type': 'directoryEntry',
    directoryName: 'oauth2Tokens',
    properties: { ...found.properties, creationDate: '2011-10-23T12:00:00.00Z' },
  };
  const address = `/directory/oauth2Tokens/${found.id}`;
  assert.equal((await relaxed.ask(address, { method: 'PUT', as: 'leela', json: entry })).status, 403);
  assert.equal((await relaxed.ask(address, { method: 'PUT', json: entry })).status, 200);
  assert.ok(!(await storedText(relaxed)).includes(String(access_token)));
  assert.equal((await bearer(relaxed, access_token)).status, 401);
  const refresh = { grant_type: 'refresh_token', refresh_token: String(refresh_token), ...closed };
  const fresh = (await post(relaxed, 'token', refresh)).body.access_token;
  assert.equal((await bearer(relaxed, fresh)).body.id, 'leela');
  const renewed = (await relaxed.ask(address)).body.properties;
  assert.equal(Object(renewed).accessToken, fresh);

  // A start without the relaxation keeps only digests, and the token stays valid.
  const { repository } = relaxed;
  const restarted = { ...repository, settings: { ...repository.settings, relaxed: new Set<never>() } };
  await inSession(restarted, { principals: systemPrincipals }, hashStoredTokens);
  for (const { accessToken } of await listedTokens(relaxed)) assert.match(String(accessToken), /^sha256-/);
  assert.ok(!(await storedText(relaxed)).includes('encrypted:'));
  assert.equal((await bearer(relaxed, fresh)).status, 200);
  assert.equal((await relaxed.ask(address, { method: 'DELETE' })).status, 204);
  assert.equal((await bearer(relaxed, fresh)).status, 401);
});

test('a device that asks again: a new token, but where it is to have the same; as often as it asks', async () => {
  const ask = async (server: TestServer, as: string) =>
    (await server.ask('/nuxeo/authentication/token?applicationName=app&deviceId=d1&permission=rw', { as }))
      .text;
  assert.notEqual(await ask(strict, 'leela'), await ask(strict, 'leela'));
  const token = await ask(relaxed, 'leela');
  assert.equal(await ask(relaxed, 'leela'), token);
  assert.notEqual(await ask(relaxed, 'Administrator'), token);
  const withToken = { as: null, headers: { 'X-Authentication-Token': token } };
  assert.equal((await relaxed.ask('/me', withToken)).body.id, 'leela');
  assert.ok(!(await storedText(relaxed)).includes(token));
  const listed = await relaxed.ask('/directory/authTokens');
  assert.ok(!listed.text.includes(token) && !listed.text.includes('encrypted:'));
  const address = '/nuxeo/authentication/token?applicationName=app&deviceId=d1&revoke=true';
  assert.equal((await relaxed.ask(address, { as: 'leela' })).status, 202);
  assert.equal((await relaxed.ask('/me', withToken)).status, 401);
  assert.notEqual(await ask(relaxed, 'leela'), token);
});

test('every start warns of protections that are turned off', () => {
  const warnings = (server: TestServer) => server.log.filter((line) => line === 'A protection is turned off');
  assert.deepEqual([warnings(strict).length, warnings(relaxed).length], [0, 4]);
});
