import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { challenged, verifier } from '#server/testing/code-proof.test-support.ts';
import { addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
const callback = 'https://app.example/cb';
await server.ask('/directory/oauth2Clients', {
  json: {
    'entity-type': 'directoryEntry',
    directoryName: 'oauth2Clients',
    properties: { name: 'My <app>', clientId: 'my-app', redirectURIs: callback },
  },
});

const request = {
  response_type: 'code',
  client_id: 'my-app',
  redirect_uri: callback,
  state: 'xyz',
  ...challenged,
};
const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) });
const authorize = `/nuxeo/oauth2/authorize?${new URLSearchParams(request)}`;

test('registering a client is for administrators', async () => {
  const body = {
    'entity-type': 'directoryEntry',
    directoryName: 'oauth2Clients',
    properties: { clientId: 'x' },
  };
  assert.equal((await server.ask('/directory/oauth2Clients', { as: 'leela', json: body })).status, 403);
  assert.deepEqual((await server.ask('/directory/oauth2Clients', { as: 'leela' })).body.entries, []);
  assert.equal((await server.ask('/oauth2/client', { as: 'leela' })).status, 403);
});

test('a faulty request gets an error page and no redirect', async () => {
  for (const fault of [
    { client_id: 'unknown' },
    { redirect_uri: 'https://evil.example/' },
    { response_type: 'token' },
  ]) {
    const page = await server.ask(
      `/nuxeo/oauth2/authorize?${new URLSearchParams({ ...request, ...fault })}`,
      { as: null },
    );
    assert.equal(page.status, 400);
    assert.equal(page.headers.get('location'), null);
  }
  const twice = await server.ask(`${authorize}&redirect_uri=${encodeURIComponent(callback)}`, { as: null });
  assert.deepEqual([twice.status, twice.headers.get('location')], [400, null]);
  assert.match(twice.text, /redirect_uri came more than once/);
  const code = new URLSearchParams({ grant_type: 'authorization_code', client_id: 'my-app', code: 'x' });
  code.append('code', 'y');
  const refused = await server.ask('/nuxeo/oauth2/token', { as: null, body: code });
  assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request']);
  assert.match(refused.text, /code came more than once/);
  assert.equal((await server.ask('/nuxeo/oauth2/token', { as: null })).status, 405);
  assert.equal((await server.ask('/nuxeo/oauth2/elsewhere', { as: null })).status, 404);
});

test('the sign-in page speaks the manager’s languages, the first that it has of those that a browser asks for', async () => {
  const page = async (accepted: string) =>
    (await server.ask(authorize, { as: null, headers: { 'Accept-Language': accepted } })).text;
  const words = {
    en: ['ltr', 'User name'],
    fr: ['ltr', 'Nom d’utilisateur'],
    de: ['ltr', 'Benutzername'],
    es: ['ltr', 'Nombre de usuario'],
    ja: ['ltr', 'ユーザー名'],
    ar: ['rtl', 'اسم المستخدم'],
  };
  const source = await readFile(new URL('../../web/i18n/languages.ts', import.meta.url), 'utf8');
  const spoken = /languages = \[(.*)\] as const/.exec(source)?.[1];
  assert.equal(
    Object.keys(words)
      .map((language) => `'${language}'`)
      .join(', '),
    spoken,
  );
  for (const [language, [direction, word = '']] of Object.entries(words)) {
    const text = await page(`pt, ${language}-XX;q=0.8, en;q=0.1`);
    assert.ok(text.includes(`<html lang="${language}" dir="${direction}">`), language);
    assert.ok(text.includes(word), word);
  }
  assert.match(await page('pt'), /<html lang="en" dir="ltr">/);
});

test('the sign-in page escapes, cannot be framed and runs no script', async () => {
  const page = await server.ask(authorize, { as: null, headers: { 'Accept-Language': 'fr' } });
  assert.equal(page.status, 200);
  assert.match(page.text, /My &#60;app&#62;/);
  assert.match(page.text, /<html lang="fr" dir="ltr">/);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /script-src|unsafe/);
});

test('who signs in gets another cookie, and the one that came is worth nothing any more', async () => {
  const signIn = async (name: string, cookie: string) => {
    const answer = await server.ask('/nuxeo/oauth2/sign_in', {
      as: null,
      ...form({ ...request, user_name: name, user_password: name }),
      headers: { Cookie: cookie },
    });
    assert.equal(answer.status, 302);
    return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  };
  const isKnown = async (cookie: string) =>
    !(await server.ask(authorize, { as: null, headers: { Cookie: cookie } })).text.includes('user_password');
  const planted = 'muniment-sign-in=planted';
  const first = await signIn('leela', planted);
  assert.notEqual(first, planted);
  assert.deepEqual([await isKnown(planted), await isKnown(first)], [false, true]);
  const second = await signIn('Administrator', first);
  assert.deepEqual([await isKnown(first), await isKnown(second)], [false, true]);
});

test('sign in, agree, exchange, refresh', async () => {
  const wrong = await server.ask('/nuxeo/oauth2/sign_in', {
    as: null,
    ...form({ ...request, user_name: 'leela', user_password: 'no' }),
  });
  assert.equal(wrong.status, 401);
  const foreign = await server.ask('/nuxeo/oauth2/sign_in', {
    as: null,
    headers: { Origin: 'https://evil.example' },
    ...form({ ...request, user_name: 'leela', user_password: 'leela' }),
  });
  assert.equal(foreign.status, 400);

  const signedIn = await server.ask('/nuxeo/oauth2/sign_in', {
    as: null,
    ...form({ ...request, user_name: 'leela', user_password: 'leela' }),
  });
  assert.equal(signedIn.status, 302);
  const cookie = signedIn.headers.get('set-cookie') ?? '';
  assert.match(cookie, /Path=\/nuxeo\/oauth2;.*HttpOnly; SameSite=Lax/);
  const headers = { Cookie: cookie.split(';')[0] ?? '' };
  assert.equal((await server.ask('/me', { as: null, headers })).status, 401);

  const consent = await server.ask(signedIn.headers.get('location') ?? '', { as: null, headers });
  assert.match(consent.text, /leela/);
  assert.match(
    consent.headers.get('content-security-policy') ?? '',
    /form-action 'self' https:\/\/app\.example/,
  );
  const formToken = /name="form_token" value="([^"]+)"/.exec(consent.text)?.[1] ?? '';

  const forged = await server.ask('/nuxeo/oauth2/authorize_submit', {
    as: null,
    headers,
    ...form({ ...request, grant_access: '1' }),
  });
  assert.equal(forged.status, 400);
  const denied = await server.ask('/nuxeo/oauth2/authorize_submit', {
    as: null,
    headers,
    ...form({ ...request, form_token: formToken, deny_access: '1' }),
  });
  assert.match(denied.headers.get('location') ?? '', /error=access_denied/);
  const granted = await server.ask('/nuxeo/oauth2/authorize_submit', {
    as: null,
    headers,
    ...form({ ...request, form_token: formToken, grant_access: '1' }),
  });
  const back = new URL(granted.headers.get('location') ?? '');
  assert.equal(back.searchParams.get('state'), 'xyz');
  const code = back.searchParams.get('code') ?? '';

  const exchange = {
    grant_type: 'authorization_code',
    code,
    client_id: 'my-app',
    redirect_uri: callback,
    code_verifier: verifier,
  };
  const tokens = await server.ask('/nuxeo/oauth2/token', { as: null, ...form(exchange) });
  assert.deepEqual(Object.keys(tokens.body).sort(), [
    'access_token',
    'expires_in',
    'refresh_token',
    'token_type',
  ]);
  const me = async (token: unknown) =>
    server.ask('/me', { as: null, headers: { Authorization: `Bearer ${String(token)}` } });
  assert.equal((await me(tokens.body.access_token)).body.id, 'leela');
  const refresh = {
    grant_type: 'refresh_token',
    refresh_token: String(tokens.body.refresh_token),
    client_id: 'my-app',
  };
  const fresh = await server.ask('/nuxeo/oauth2/token', { as: null, ...form(refresh) });
  assert.equal((await me(tokens.body.access_token)).status, 401);
  assert.equal((await me(fresh.body.access_token)).status, 200);

  const again = await server.ask('/nuxeo/oauth2/token', { as: null, ...form(exchange) });
  assert.equal(again.status, 400);
  assert.equal(again.body.error, 'invalid_grant');
  assert.equal((await me(fresh.body.access_token)).status, 401);
});
