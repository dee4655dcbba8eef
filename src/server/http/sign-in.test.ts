import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer(['--jwt-secret', 'abracadabra', '--portal-secret', 'between-us']);
await addUser(server, 'leela', 'members');

test('nobody gets in without credentials, and browsers are challenged unless they say not to', async () => {
  const refused = await server.ask('/me', { as: null });
  assert.equal(refused.status, 401);
  assert.equal(refused.headers.get('www-authenticate'), 'Basic realm="Nuxeo Automation"');
  const quiet = await server.ask('/me', { as: null, headers: { 'X-No-Basic-Header': 'true' } });
  assert.equal(quiet.headers.get('www-authenticate'), null);
  const wrong = await server.ask('/me', { as: null, headers: { Authorization: basic('leela', 'no') } });
  assert.equal(wrong.status, 401);
  const reserved = await server.ask('/me', { as: 'system' });
  assert.equal(reserved.status, 401);
});

test('login tells who one is', async () => {
  const login = await server.ask('/automation/login', { method: 'POST' });
  assert.equal(login.status, 200);
  assert.deepEqual(login.body, {
    'entity-type': 'login',
    username: 'Administrator',
    isAdministrator: true,
    groups: ['administrators'],
  });
  assert.equal((await server.ask('/automation/login')).status, 405);
});

test('every answer carries a request id and the security headers', async () => {
  const { headers } = await server.ask('/me');
  assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.equal(headers.get('access-control-allow-origin'), null);
});

test('device tokens: one for a triplet, older and revoked ones are worth nothing', async () => {
  const address = '/nuxeo/authentication/token?applicationName=app&deviceId=d1';
  assert.equal((await server.ask(address, { as: 'leela' })).status, 400);
  const older = await server.ask(`${address}&permission=rw`, { as: 'leela' });
  const token = await server.ask(`${address}&permission=rw`, { as: 'leela' });
  assert.equal(token.status, 201);
  const withOlder = { as: null, headers: { 'X-Authentication-Token': older.text } };
  assert.equal((await server.ask('/me', withOlder)).status, 401);
  const withToken = { as: null, headers: { 'X-Authentication-Token': token.text } };
  assert.equal((await server.ask('/me', withToken)).body.id, 'leela');
  const both = { headers: { 'X-Authentication-Token': 'unknown' } };
  assert.equal((await server.ask('/me', both)).body.id, 'Administrator');
  assert.equal((await server.ask(`${address}&revoke=true`, { as: 'leela' })).status, 202);
  assert.equal((await server.ask(`${address}&revoke=true`, { as: 'leela' })).status, 400);
  assert.equal((await server.ask('/me', withToken)).status, 401);
});

test('JSON web tokens: HS512, with an end, from their issuer and for their audience only', async () => {
  const { jwt } = server.repository.ports;
  const key = new TextEncoder().encode('abracadabra');
  const made = (issuer: string) =>
    new SignJWT({ sub: 'leela' }).setProtectedHeader({ alg: 'HS512' }).setIssuer(issuer);
  const sign = (claims: object) => jwt?.sign({ ...claims }, 60);
  const bearer = async (token: string | undefined) =>
    server.ask('/me', { as: null, headers: { Authorization: `Bearer ${token}` } });
  assert.equal((await bearer('a.b.c')).status, 401);
  assert.equal((await bearer(await sign({ sub: 'leela', aud: 'other' }))).status, 401);
  assert.equal((await bearer(await sign({ sub: 'nobody' }))).status, 401);
  assert.equal((await bearer(await made('nuxeo').sign(key))).status, 401);
  assert.equal((await bearer(await made('other').setExpirationTime('60s').sign(key))).status, 401);
  assert.equal((await bearer(await made('nuxeo').setExpirationTime('60s').sign(key))).body.id, 'leela');
  assert.equal((await bearer(await sign({ sub: 'leela', aud: '/api/v1' }))).body.id, 'leela');
});

test('a portal vouches with the shared secret, and not for long', async () => {
  const proof = (secret: string, time: number) => ({
    NX_USER: 'leela',
    NX_TS: String(time),
    NX_RD: '7',
    NX_TOKEN: createHash('md5').update(`${time}:7:${secret}:leela`).digest('base64'),
  });
  const now = Date.now();
  assert.equal((await server.ask('/me', { as: null, headers: proof('guess', now) })).status, 401);
  assert.equal(
    (await server.ask('/me', { as: null, headers: proof('between-us', now - 7_200_000) })).status,
    401,
  );
  assert.equal((await server.ask('/me', { as: null, headers: proof('between-us', now) })).body.id, 'leela');
});

test('a password is changed by its owner, who knows the old one', async () => {
  const change = (oldPassword: string) =>
    server.ask('/me/changepassword', {
      method: 'PUT',
      as: 'leela',
      json: { oldPassword, newPassword: 'leela' },
    });
  const wrong = await change('no');
  assert.equal(wrong.status, 401);
  assert.equal(wrong.text, '');
  assert.equal((await change('leela')).status, 200);
});

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

test('browsers that came by https get Strict-Transport-Security', async () => {
  const allowedOrigin = async (origin: string) =>
    (await server.fetch(new Request(`${origin}/nuxeo/runningstatus`))).headers.get(
      'strict-transport-security',
    );
  assert.equal(await allowedOrigin('http://localhost:8080'), null);
  assert.match((await allowedOrigin('https://papers.example')) ?? '', /^max-age=\d{8}$/);
});
