import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importJWK, SignJWT } from 'jose';
import { challenged, verifier } from '#server/testing/code-proof.test-support.ts';
import { startIdentityProvider, TestBrowser } from '#server/testing/openid-provider.test-support.ts';
import { addUser, startTestServer } from '#server/testing/test-server.ts';

const root = 'http://localhost:8080/nuxeo/oauth2';
const staff = await startIdentityProvider(`${root}/external/staff`);
const guests = await startIdentityProvider(`${root}/external/guests`);
const settings = [
  {
    name: 'staff',
    label: 'Staff <account>',
    issuer: staff.issuer,
    groups: { editors: 'press', chiefs: 'administrators' },
  },
  { name: 'guests', label: 'Guests', issuer: guests.issuer, groups: 'same', adoptAccounts: true },
].map((provider) => ({ ...provider, clientId: staff.clientId, clientSecret: staff.clientSecret }));
const server = await startTestServer(['--sign-in-providers', JSON.stringify(settings)]);
for (const name of ['press', 'night'])
  await server.ask('/group', { json: { 'entity-type': 'group', groupname: name, id: name } });

const request = {
  response_type: 'code',
  client_id: 'muniment',
  redirect_uri: 'http://localhost:8080/',
  state: 'of-the-manager',
  ...challenged,
};
const app = 'http://localhost:8080/?';
const authorize = (provider: string) =>
  `${root}/authorize?${new URLSearchParams({ ...request, identity_provider: provider })}`;
const newBrowser = () => new TestBrowser((request) => server.fetch(request));

async function signIn(provider: typeof staff, person: string, browser = newBrowser()) {
  provider.person = person;
  const { address, response } = await browser.follow(authorize(provider === staff ? 'staff' : 'guests'), app);
  const code = new URL(address).searchParams.get('code');
  return {
    browser,
    code,
    page: response === undefined ? '' : await response.text(),
    status: response?.status,
  };
}

async function tokensFor(code: string | null) {
  const form = {
    grant_type: 'authorization_code',
    code: code ?? '',
    client_id: 'muniment',
    redirect_uri: request.redirect_uri,
    code_verifier: verifier,
  };
  return server.ask('/nuxeo/oauth2/token', { as: null, body: new URLSearchParams(form) });
}

async function me(provider: typeof staff, person: string) {
  const { code } = await signIn(provider, person);
  const tokens = await tokensFor(code);
  const headers = { Authorization: `Bearer ${String(tokens.body.access_token)}` };
  return server.ask('/me', { as: null, headers });
}

/** Stops before the return address, so that a test can change it. */
async function wayBack(browser: TestBrowser, person = 'subject-1') {
  staff.person = person;
  return new URL((await browser.follow(authorize('staff'), `${root}/external/staff/return`)).address);
}

staff.people.set('subject-1', {
  preferred_username: 'hermes',
  given_name: 'Hermes',
  family_name: 'Conrad',
  email: 'hermes@example.org',
  email_verified: true,
  groups: ['editors', 'night', 'administrators'],
});

test('a sign-in that this browser did not begin is refused, whatever it brings', async () => {
  const attacker = newBrowser();
  const stolen = await wayBack(attacker);
  assert.ok(stolen.searchParams.has('code'));
  const victim = newBrowser();
  const answer = await victim.open(stolen.href);
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.headers.getSetCookie(), []);
  await victim.follow(authorize('staff'), `${root}/external/staff/return`);
  assert.equal((await victim.open(stolen.href)).status, 400);
});

test("another provider's answer is not taken for this one's", async () => {
  const browser = newBrowser();
  const answer = await wayBack(browser);
  answer.pathname = answer.pathname.replace('staff', 'guests');
  assert.equal((await browser.open(answer.href)).status, 400);
  const mixed = await wayBack(browser);
  mixed.searchParams.set('iss', guests.issuer);
  assert.equal((await browser.open(mixed.href)).status, 400);
});

test('a code is taken once, and not without its state', async () => {
  const browser = newBrowser();
  const answer = await wayBack(browser);
  const bare = new URL(answer);
  bare.searchParams.delete('state');
  assert.equal((await browser.open(bare.href)).status, 400);
  assert.equal((await browser.open(answer.href)).status, 302);
  assert.equal((await browser.open(answer.href)).status, 400);
});

test('nobody is sent elsewhere than to where the application may be', async () => {
  const start = (changes: object) =>
    newBrowser().open(`${root}/external/staff/start?${new URLSearchParams({ ...request, ...changes })}`);
  assert.equal((await start({ redirect_uri: 'https://evil.example/' })).status, 400);
  assert.equal((await start({ client_id: 'unknown' })).status, 400);
  assert.equal((await start({ redirect_uri: '//evil.example/' })).status, 400);
  assert.equal((await start({})).headers.get('location')?.startsWith(staff.issuer), true);
  assert.equal((await newBrowser().open(`${root}/external/unknown/start`)).status, 404);
});

test('an ID token that is unsigned, foreign, old or for somebody else signs in nobody', async () => {
  const now = Math.floor(Date.now() / 1000);
  const good = { iss: staff.issuer, aud: staff.clientId, sub: 'subject-1', iat: now, exp: now + 60 };
  const signed = async (claims: object, key = staff.key, alg = 'RS256') =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg, kid: staff.key.kid ?? '' })
      .sign(await importJWK(key, alg));
  const shared = { kty: 'oct', k: Buffer.from(staff.clientSecret).toString('base64url') };
  const plain = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tokens: Record<string, (nonce: string) => Promise<string>> = {
    'the very token': (nonce) => signed({ ...good, nonce }),
    'no algorithm': async (nonce) => `${plain({ alg: 'none' })}.${plain({ ...good, nonce })}.`,
    'the shared secret': (nonce) => signed({ ...good, nonce }, shared, 'HS256'),
    "another provider's key": (nonce) => signed({ ...good, nonce }, guests.key),
    'another audience': (nonce) => signed({ ...good, nonce, aud: 'another' }),
    'another issuer': (nonce) => signed({ ...good, nonce, iss: guests.issuer }),
    'an end in the past': (nonce) => signed({ ...good, nonce, iat: now - 999, exp: now - 600 }),
    'another nonce': () => signed({ ...good, nonce: 'another' }),
  };
  for (const [what, forge] of Object.entries(tokens)) {
    const browser = newBrowser();
    let nonce = '';
    let forged = '';
    let wasCalled = false;
    staff.intercept = (request, response) => {
      const url = new URL(request.url ?? '/', staff.issuer);
      nonce = url.searchParams.get('nonce') ?? nonce;
      response.setHeader('content-type', 'application/json');
      if (url.pathname === '/me')
        response.end(JSON.stringify({ sub: 'subject-1', preferred_username: 'hermes' }));
      if (url.pathname !== '/token') return url.pathname === '/me';
      wasCalled = true;
      response.end(JSON.stringify({ access_token: 'x', token_type: 'bearer', id_token: forged }));
      return true;
    };
    const answer = await wayBack(browser);
    forged = await forge(nonce);
    const isGood = what === 'the very token';
    assert.equal((await browser.open(answer.href)).status, isGood ? 302 : 400, what);
    assert.ok(wasCalled && nonce !== '', what);
  }
  staff.intercept = () => false;
});

test('the first sign-in makes a person, each brings news, and tokens are the usual ones', async () => {
  const first = await me(staff, 'subject-1');
  assert.equal(first.body.id, 'hermes');
  const found = await server.ask('/user/hermes');
  const { properties } = found.body;
  assert.deepEqual(JSON.parse(JSON.stringify(properties)), {
    ...JSON.parse(JSON.stringify(properties)),
    firstName: 'Hermes',
    email: 'hermes@example.org',
    // `night` and `administrators` exist here too, but are not mapped in the settings.
    groups: ['members', 'press'],
  });
  assert.equal(found.body.isAdministrator, false);
  await server.ask('/user/hermes/group/night', { method: 'POST' });
  staff.people.set('subject-1', { preferred_username: 'renamed', given_name: 'H.', groups: [] });
  assert.equal((await me(staff, 'subject-1')).body.id, 'hermes');
  const groups = await server.ask('/user/hermes');
  assert.match(groups.text, /"firstName":"H\."/);
  assert.match(groups.text, /"groups":\["members","night"\]/);
  assert.equal((await server.ask('/me', { as: 'hermes' })).status, 401);
});

test('a name or an address that is here already opens no account', async () => {
  await addUser(server, 'amy', 'members');
  await addUser(server, 'root2', 'administrators');
  staff.people.set('subject-2', { preferred_username: 'amy', email: 'a@example.org', email_verified: true });
  const refused = await signIn(staff, 'subject-2');
  assert.equal(refused.status, 400);
  assert.match(refused.page, /already, which is not tied/);
  for (const name of [
    'Administrator',
    'administrator',
    'system',
    'press',
    'transient/x',
    ' amy',
    'Everyone',
  ]) {
    guests.people.set('bad', { preferred_username: name });
    assert.equal((await signIn(guests, 'bad')).status, 400, name);
  }
  // The guests' provider may link existing accounts: each once, and no administrator's.
  guests.people.set('g-1', { preferred_username: 'amy', groups: ['night', 'administrators'] });
  assert.equal((await me(guests, 'g-1')).body.id, 'amy');
  const amy = await server.ask('/user/amy');
  assert.match(amy.text, /"groups":\["members","night"\]/);
  guests.people.set('g-2', { preferred_username: 'amy' });
  assert.equal((await signIn(guests, 'g-2')).status, 400);
  guests.people.set('g-3', { preferred_username: 'root2' });
  assert.equal((await signIn(guests, 'g-3')).status, 400);
});

test('who was removed here is somebody new', async () => {
  guests.people.set('g-4', { preferred_username: 'scruffy' });
  await me(guests, 'g-4');
  await server.ask('/user/scruffy', { method: 'DELETE' });
  guests.people.set('g-5', { preferred_username: 'scruffy' });
  assert.equal((await me(guests, 'g-5')).body.id, 'scruffy');
  assert.equal((await signIn(guests, 'g-4')).status, 400);
});

test('the sign-in page and the manager get the list of providers', async () => {
  const page = await newBrowser().open(`${root}/authorize?${new URLSearchParams(request)}`);
  const html = await page.text();
  assert.match(html, /Sign in with Staff &#60;account&#62;/);
  assert.match(html, /Sign in with Guests/);
  const listed = await server.ask('/nuxeo/oauth2/providers', { as: null });
  assert.deepEqual(listed.body, {
    providers: [
      { name: 'staff', label: 'Staff <account>' },
      { name: 'guests', label: 'Guests' },
    ],
    passkeys: false,
  });
});

test('a key that changes there is known here at once', async () => {
  staff.people.set('subject-6', { preferred_username: 'kif' });
  assert.equal((await me(staff, 'subject-6')).body.id, 'kif');
  await staff.changeKey();
  assert.equal((await me(staff, 'subject-6')).body.id, 'kif');
});

test('leaving here leaves there; another site can only ask for it', async () => {
  const { browser } = await signIn(staff, 'subject-6');
  const lured = await browser.open(`${root}/end_session`, { headers: { 'sec-fetch-site': 'cross-site' } });
  assert.equal(lured.status, 200);
  assert.match(await lured.text(), /<form method="post"/);
  const forged = await browser.open(`${root}/end_session`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    body: new URLSearchParams({ form_token: 'x' }),
  });
  assert.equal(forged.headers.get('location'), null);
  const left = await browser.open(`${root}/end_session`, { headers: { 'sec-fetch-site': 'same-origin' } });
  const there = new URL(left.headers.get('location') ?? '');
  assert.equal(there.origin + there.pathname, `${staff.issuer}/session/end`);
  assert.equal(there.searchParams.get('post_logout_redirect_uri'), `${root}/signed_out`);
  const again = await browser.open(`${root}/authorize?${new URLSearchParams(request)}`);
  assert.match(await again.text(), /name="user_password"/);
  assert.equal((await browser.open(`${root}/signed_out`)).status, 200);
});

test('a sign-in that ends there ends here; a forged end does not', async () => {
  staff.people.set('subject-7', { preferred_username: 'zapp' });
  const { browser, code } = await signIn(staff, 'subject-7');
  const tokens = await tokensFor(code);
  const isAlive = async () =>
    (
      await server.ask('/me', {
        as: null,
        headers: { Authorization: `Bearer ${String(tokens.body.access_token)}` },
      })
    ).status === 200;
  const now = Math.floor(Date.now() / 1000);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const good = { iss: staff.issuer, aud: staff.clientId, sub: 'subject-7', iat: now, jti: 'j', events };
  const say = async (claims: object, key = staff.key) =>
    (
      await server.ask('/nuxeo/oauth2/external/staff/back_channel', {
        as: null,
        body: new URLSearchParams({
          logout_token: await new SignJWT({ ...claims })
            .setProtectedHeader({ alg: 'RS256', kid: staff.key.kid ?? '' })
            .sign(await importJWK(key, 'RS256')),
        }),
      })
    ).status;
  assert.equal(await say(good, guests.key), 400);
  assert.equal(await say({ ...good, aud: 'another' }), 400);
  assert.equal(await say({ ...good, iss: guests.issuer }), 400);
  assert.equal(await say({ ...good, iat: now - 3600 }), 400);
  assert.equal(await say({ ...good, nonce: 'an ID token' }), 400);
  assert.equal(await say({ ...good, events: {} }), 400);
  assert.equal(await isAlive(), true);
  assert.equal(await say(good), 200);
  assert.equal(await isAlive(), false);
  const refreshed = await server.ask('/nuxeo/oauth2/token', {
    as: null,
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'muniment',
      refresh_token: String(tokens.body.refresh_token),
    }),
  });
  assert.equal(refreshed.status, 400);
  const page = await browser.open(`${root}/authorize?${new URLSearchParams(request)}`);
  assert.match(await page.text(), /name="user_password"/);
});

test('a provider that is away is a 503, and passwords still sign in', async () => {
  guests.intercept = (_request, response) => {
    response.writeHead(502).end();
    return true;
  };
  const answer = await wayBack(newBrowser());
  assert.ok(answer.searchParams.has('code'));
  await guests.close();
  const away = await startTestServer([
    '--sign-in-providers',
    JSON.stringify(settings.filter(({ name }) => name === 'guests')),
  ]);
  const start = await away.ask(`/nuxeo/oauth2/external/guests/start?${new URLSearchParams(request)}`, {
    as: null,
  });
  assert.equal(start.status, 503);
  assert.equal((await away.ask('/me')).status, 200);
});
