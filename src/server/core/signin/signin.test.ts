import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { challenged, verifier } from '#server/testing/code-proof.test-support.ts';
import { openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { createEntry, deleteEntry, updateEntry } from '../directories/entries.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import { inSession } from '../kernel/session.ts';
import { changeOwnPassword, updateUser } from '../people/users.ts';
import { acquireDeviceToken, listDeviceTokens, revokeDeviceToken } from './device-tokens.ts';
import { hashStoredTokens } from './hash-stored-tokens.ts';
import { checkAuthorization, denial, grant, isGrantedAlready } from './oauth-authorization.ts';
import { createClient, deleteClient, getClient } from './oauth-clients.ts';
import { grantTokens, type TokenForm } from './oauth-grants.ts';
import { OAuthRefusal } from './oauth-refusal.ts';
import { tokenDigest } from './secrets.ts';
import { withBearer, withDeviceToken } from './token-sign-in.ts';

const rules = { serverOrigin: 'http://files.example:8080', allowPlainHttp: false };
const redirect = 'https://app.example/cb';

let server: TestRepository;
before(async () => {
  server = await openTestRepository({
    jwt: {
      sign: async () => '',
      verify: async (token) =>
        token === 'signed'
          ? { sub: 'fry' }
          : token === 'narrow'
            ? { sub: 'fry', aud: '/api/v1/path' }
            : undefined,
    },
  });
  await server.addUser('fry');
  await server.as('Administrator', async (session) => {
    for (const [clientId, clientSecret] of [
      ['open', null],
      ['closed', 'sesame'],
    ]) {
      const properties = { name: clientId, clientId, clientSecret, redirectURIs: redirect };
      await createEntry(session, 'oauth2Clients', JSON.parse(JSON.stringify(properties)));
    }
  });
});
after(() => server.close());

const oauthRefusal = (error: string, message: RegExp) => (thrown: unknown) =>
  thrown instanceof OAuthRefusal && thrown.error === error && message.test(thrown.message);

const codeFor = async (form: Record<string, string>, person = 'fry'): Promise<string> => {
  const address = await server.as(person, async (session) =>
    grant(
      session,
      await checkAuthorization(session, { response_type: 'code', ...challenged, ...form }, rules),
    ),
  );
  return new URL(address).searchParams.get('code') ?? '';
};
const tokens = (form: TokenForm) => grantTokens(server.repository, { code_verifier: verifier, ...form });
const byCode = { grant_type: 'authorization_code' };

describe('authorization requests', () => {
  const check = (form: Record<string, string>) =>
    server.as('fry', (session) => checkAuthorization(session, form, rules));

  test('that are malformed are refused with their ids', async () => {
    await assert.rejects(check({ client_id: 'open' }), oauthRefusal('invalid_request', /response_type/));
    await assert.rejects(
      check({ response_type: 'token', client_id: 'open' }),
      oauthRefusal('unsupported_response_type', /token/),
    );
    const code = { response_type: 'code' };
    await assert.rejects(check({ ...code, client_id: 'nobody' }), oauthRefusal('invalid_request', /nobody/));
    await assert.rejects(
      check({ ...code, client_id: 'open', redirect_uri: 'https://evil.example/' }),
      oauthRefusal('invalid_request', /redirect_uri/),
    );
    await assert.rejects(
      check({ ...code, client_id: 'open', code_challenge: 'x' }),
      oauthRefusal('invalid_request', /go together/),
    );
    for (const bad of [
      { code_challenge_method: 'plain' },
      { code_challenge_method: 's256' },
      { code_challenge: 'abc' },
      { code_challenge: `${challenged.code_challenge}=` },
      { code_challenge: challenged.code_challenge.replace(/.$/, '+') },
    ])
      await assert.rejects(
        check({ ...code, client_id: 'open', ...challenged, ...bad }),
        oauthRefusal('invalid_request', /challenge/),
      );
  });

  test('of the manager come back to this server only, and with proof', async () => {
    const own = { response_type: 'code', client_id: 'muniment' };
    await assert.rejects(check(own), oauthRefusal('invalid_request', /code_challenge/));
    const proven = { ...own, ...challenged };
    await assert.rejects(
      check({ ...proven, redirect_uri: 'http://evil.example:8080/' }),
      oauthRefusal('invalid_request', /redirect_uri/),
    );
    const request = await check({ ...proven, redirect_uri: 'http://files.example:8080/' });
    assert.equal(request.redirectUri, 'http://files.example:8080/');
    assert.equal(await server.as('fry', (session) => isGrantedAlready(session, request)), true);
  });

  test('that people deny go back with the reason and the state', async () => {
    const bare = { response_type: 'code', client_id: 'open', state: 's 1' };
    await assert.rejects(check(bare), oauthRefusal('invalid_request', /code_challenge/));
    assert.equal((await check({ ...bare, client_id: 'closed' })).challenge, undefined);
    const request = await check({ ...bare, ...challenged });
    const back = new URL(denial(request));
    assert.equal(back.origin + back.pathname, redirect);
    assert.equal(back.searchParams.get('error'), 'access_denied');
    assert.equal(back.searchParams.get('state'), 's 1');
  });
});

describe('tokens for a code', () => {
  test('are refused for a wrong code, client, secret, redirect and proof', async () => {
    await assert.rejects(
      tokens({ ...byCode, client_id: 'open', code: 'nope' }),
      oauthRefusal('invalid_grant', /^Invalid authorization code$/),
    );
    await assert.rejects(
      tokens({ ...byCode, client_id: 'closed', code: await codeFor({ client_id: 'open' }) }),
      oauthRefusal('invalid_client', /^Invalid client id: closed$/),
    );
    await assert.rejects(
      tokens({
        ...byCode,
        client_id: 'closed',
        client_secret: 'x',
        code: await codeFor({ client_id: 'closed' }),
      }),
      oauthRefusal('invalid_client', /^Disabled client or invalid client secret$/),
    );
    const named = await codeFor({ client_id: 'open', redirect_uri: redirect });
    await assert.rejects(
      tokens({ ...byCode, client_id: 'open', code: named }),
      oauthRefusal('invalid_grant', /^Invalid redirect URI: null$/),
    );
    const hashed = { client_id: 'open' };
    await assert.rejects(
      tokens({ ...byCode, client_id: 'open', code: await codeFor(hashed), code_verifier: '' }),
      oauthRefusal('invalid_request', /^Missing code_verifier parameter$/),
    );
    await assert.rejects(
      tokens({ ...byCode, client_id: 'open', code: await codeFor(hashed), code_verifier: 'other' }),
      oauthRefusal('invalid_grant', /^Invalid code_verifier parameter$/),
    );
  });

  test('are refused for a proof that nobody asked for', async () => {
    const closed = { client_id: 'closed', client_secret: 'sesame' };
    const address = await server.as('fry', async (session) =>
      grant(session, await checkAuthorization(session, { response_type: 'code', ...closed }, rules)),
    );
    const code = new URL(address).searchParams.get('code') ?? '';
    await assert.rejects(tokens({ ...byCode, ...closed, code }), oauthRefusal('invalid_grant', /verifier/));
  });

  test('are given once for a code, within ten minutes', async () => {
    const code = await codeFor({ client_id: 'open' });
    const pair = await tokens({ ...byCode, client_id: 'open', code });
    assert.deepEqual(Object.keys(pair).sort(), ['access_token', 'expires_in', 'refresh_token', 'token_type']);
    assert.match(pair.access_token, /^\w{32}$/);
    assert.match(pair.refresh_token, /^\w{64}$/);
    await assert.rejects(
      tokens({ ...byCode, client_id: 'open', code }),
      oauthRefusal('invalid_grant', /code/),
    );
    const late = await codeFor({ client_id: 'open' });
    server.pass(10 * 60_000 + 1);
    await assert.rejects(
      tokens({ ...byCode, client_id: 'open', code: late }),
      oauthRefusal('invalid_grant', /code/),
    );
  });

  test('end when their code is brought a second time', async () => {
    const code = await codeFor({ client_id: 'open' });
    const pair = await tokens({ ...byCode, client_id: 'open', code });
    assert.equal((await withBearer(server.repository, pair.access_token, ''))?.username, 'fry');
    await assert.rejects(
      tokens({ ...byCode, client_id: 'open', code }),
      oauthRefusal('invalid_grant', /code/),
    );
    assert.equal(await withBearer(server.repository, pair.access_token, ''), undefined);
    const refresh = { grant_type: 'refresh_token', client_id: 'open', refresh_token: pair.refresh_token };
    await assert.rejects(tokens(refresh), oauthRefusal('invalid_grant', /^Cannot refresh token$/));
  });

  test('sign in until they expire or are replaced, on each device apart', async () => {
    const first = await tokens({ ...byCode, client_id: 'open', code: await codeFor({ client_id: 'open' }) });
    const again = await tokens({ ...byCode, client_id: 'open', code: await codeFor({ client_id: 'open' }) });
    assert.notEqual(again.access_token, first.access_token);
    assert.equal((await withBearer(server.repository, first.access_token, 'api/v1/me'))?.username, 'fry');
    assert.equal((await withBearer(server.repository, again.access_token, 'api/v1/me'))?.username, 'fry');
    const refreshed = await tokens({
      grant_type: 'refresh_token',
      client_id: 'open',
      refresh_token: first.refresh_token,
    });
    assert.equal(await withBearer(server.repository, first.access_token, ''), undefined);
    assert.equal((await withBearer(server.repository, refreshed.access_token, ''))?.username, 'fry');
    await server.as('Administrator', async (session) => {
      const { items } = await session.read.entries.list('oauth2Tokens', {});
      assert.ok(!JSON.stringify(items).includes(refreshed.access_token));
      const digest = await tokenDigest(refreshed.access_token);
      const entry = items.find(({ fields }) => fields.accessToken === digest);
      await updateEntry(session, 'oauth2Tokens', entry?.id, { creationDate: '2020-01-01T00:00:00.000Z' });
    });
    assert.equal(await withBearer(server.repository, refreshed.access_token, ''), undefined);
  });

  test('two clients of one id are a server error', async () => {
    const ids = await server.as('Administrator', async (session) => {
      const properties = { clientId: 'twin', name: 'twin', redirectURIs: redirect };
      const one = await createEntry(session, 'oauth2Clients', properties);
      const two = await createEntry(session, 'oauth2Clients', properties);
      return [one.id, two.id];
    });
    await assert.rejects(
      tokens({ grant_type: 'refresh_token', client_id: 'twin', refresh_token: 'x' }),
      oauthRefusal('server_error', /^More than one client registered for the 'twin' id$/),
    );
    await server.as('Administrator', async (session) => {
      for (const id of ids) await deleteEntry(session, 'oauth2Clients', id);
    });
  });

  test('an unknown grant is refused; a signed assertion is accepted', async () => {
    await assert.rejects(
      tokens({ grant_type: 'password' }),
      oauthRefusal('unsupported_grant_type', /^Unknown grant_type: got "password", expecting/),
    );
    const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
    await assert.rejects(
      tokens({ grant_type: grantType, client_id: 'open', assertion: 'forged' }),
      oauthRefusal('invalid_client', /^Secret not configured or invalid token$/),
    );
    await assert.rejects(
      tokens({ grant_type: grantType, client_id: 'open', assertion: 'narrow' }),
      oauthRefusal('invalid_client', /^Secret not configured or invalid token$/),
    );
    const pair = await tokens({ grant_type: grantType, client_id: 'open', assertion: 'signed' });
    assert.equal(pair.token_type, 'bearer');
  });
});

describe('other tokens', () => {
  test('a signed token may be for a part of the server only', async () => {
    const { repository } = server;
    assert.equal(await withBearer(repository, 'forged', 'api/v1/me'), undefined);
    assert.equal(await withBearer(repository, 'narrow', '/api/v1/me'), undefined);
    assert.equal(await withBearer(repository, 'narrow', '/api/v1/pathology'), undefined);
    assert.equal((await withBearer(repository, 'narrow', '/api/v1/path/a'))?.username, 'fry');
    assert.equal((await withBearer(repository, 'signed', '/api/v1/me'))?.username, 'fry');
  });

  test('a device has one token until it is revoked', async () => {
    const { repository } = server;
    assert.equal(await withDeviceToken(repository, crypto.randomUUID()), undefined);
    const device = { application: 'drive', deviceId: 'd1', permission: 'rw' };
    const acquire = () => server.as('fry', (session) => acquireDeviceToken(session, device));
    const older = await acquire();
    const token = await acquire();
    assert.equal(await withDeviceToken(repository, older), undefined);
    assert.equal((await withDeviceToken(repository, token))?.username, 'fry');
    const digest = await tokenDigest(token);
    assert.equal(await withDeviceToken(repository, digest), undefined);
    const list = await server.as('fry', (session) => listDeviceTokens(session));
    assert.deepEqual(
      list.map(({ id }) => id),
      [digest],
    );
    assert.equal((await server.as('Administrator', (session) => listDeviceTokens(session))).length, 0);
    assert.equal(await server.as('fry', (session) => revokeDeviceToken(session, device)), digest);
    assert.equal(await server.as('fry', (session) => revokeDeviceToken(session, device)), undefined);
    assert.equal(await withDeviceToken(repository, token), undefined);
  });

  test('what lies in clear from an earlier build goes on, as a digest', async () => {
    const { repository } = server;
    await server.as('Administrator', async (session) => {
      const { entries } = await session.write();
      const fields = { token: 'clear', userName: 'fry', applicationName: 'a', deviceId: 'd' };
      await entries.insert('authTokens', { id: 'clear', fields });
      await entries.insert('oauth2Tokens', {
        id: '9999',
        fields: {
          serviceName: 'org.nuxeo.server.token.store',
          nuxeoLogin: 'fry',
          clientId: 'open',
          accessToken: 'clear-access',
          refreshToken: 'clear-refresh',
          creationDate: session.now.toISOString(),
          expirationTimeMilliseconds: 60_000,
        },
      });
      for (let start = 0; start < 2; start++) await hashStoredTokens(session);
    });
    assert.equal((await withDeviceToken(repository, 'clear'))?.username, 'fry');
    assert.equal((await withBearer(repository, 'clear-access', ''))?.username, 'fry');
    const closed = { grant_type: 'refresh_token', client_id: 'closed', refresh_token: 'x' };
    await assert.rejects(
      tokens({ ...closed, client_secret: 'sesame' }),
      oauthRefusal('invalid_grant', /^Cannot refresh token$/),
    );
    const secret = (await server.as('Administrator', (session) => getClient(session, 'closed'))).secret ?? '';
    assert.match(secret, /^sha256-/);
    await assert.rejects(
      tokens({ ...closed, client_secret: secret }),
      oauthRefusal('invalid_client', /invalid client secret/),
    );
    const unit = repository.ports.store.begin();
    const stored = [];
    for (const directory of ['authTokens', 'oauth2Tokens', 'oauth2Clients'])
      stored.push(...(await unit.stores.entries.list(directory, {})).items);
    await unit.rollback();
    assert.doesNotMatch(JSON.stringify(stored), /"(clear|clear-access|clear-refresh|sesame)"/);
  });

  test('a new password ends what the person is signed in with elsewhere', async () => {
    const { repository } = server;
    await server.addUser('amy');
    const acquire = (deviceId: string) =>
      server.as('amy', (session) =>
        acquireDeviceToken(session, { application: 'a', deviceId, permission: 'rw' }),
      );
    const [here, elsewhere] = [await acquire('here'), await acquire('elsewhere')];
    const code = await codeFor({ client_id: 'open' }, 'amy');
    const principals = await withDeviceToken(repository, here);
    assert.ok(principals);
    await inSession(repository, { principals }, (session) =>
      changeOwnPassword(session, 'amy', 'a longer one', ''),
    );
    assert.equal(await withDeviceToken(repository, elsewhere), undefined);
    await assert.rejects(
      tokens({ ...byCode, client_id: 'open', code }),
      oauthRefusal('invalid_grant', /code/),
    );
    assert.equal((await withDeviceToken(repository, here))?.username, 'amy');
    await server.as('Administrator', (session) => updateUser(session, 'amy', { password: 'given by hand' }));
    assert.equal(await withDeviceToken(repository, here), undefined);
  });
});

describe('registering clients', () => {
  const input = { clientId: 'new', name: 'New', redirectUris: [redirect] };

  test('is for administrators, with good addresses and a new id', async () => {
    await assert.rejects(
      server.as('fry', (session) => createClient(session, input, false)),
      refusal(403, /do not have permissions/),
    );
    const create = (changes: Partial<typeof input>) =>
      server.as('Administrator', (session) => createClient(session, { ...input, ...changes }, false));
    await assert.rejects(create({ redirectUris: [] }), refusal(400));
    await assert.rejects(create({ redirectUris: ['http://plain.example/'] }), refusal(400, /not a valid/));
    await assert.rejects(create({ redirectUris: ['javascript:alert(1)'] }), refusal(400, /not a valid/));
    await assert.rejects(create({ name: '' }), refusal(400, /name/));
    assert.equal((await create({})).enabled, false);
    await assert.rejects(create({}), refusal(400, /already exists/));
    await server.as('Administrator', (session) => deleteClient(session, 'new'));
    await assert.rejects(
      server.as('Administrator', (session) => getClient(session, 'new')),
      refusal(404, /Invalid client: new/),
    );
  });
});
