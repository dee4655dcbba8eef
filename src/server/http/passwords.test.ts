/** Which passwords are accepted, what a new one ends, and who sees whose mail address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { newInvitation } from '#server/core/people/invitations.ts';
import { type Answer, startTestServer } from '../testing/test-server.ts';

const server = await startTestServer(['--min-password-length', '8', '--hide-emails']);
const goodPassword = 'seven blue teapots';

function user(name: string, password: string): object {
  const properties = { username: name, password, groups: ['members'], email: `${name}@papers.example` };
  return { 'entity-type': 'user', id: name, properties };
}

const create = (name: string, password: string): Promise<Answer> =>
  server.ask('/user', { json: user(name, password) });

function as(name: string, password: string): { readonly as: null; readonly headers: Record<string, string> } {
  const Authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
  return { as: null, headers: { Authorization } };
}

const change = (name: string, password: string, oldPassword: string, newPassword: string): Promise<Answer> =>
  server.ask('/me/changepassword', {
    method: 'PUT',
    ...as(name, password),
    json: { oldPassword, newPassword },
  });

test('short, common and own names are no passwords, wherever one is set', async () => {
  assert.equal((await create('bartholomew', goodPassword)).status, 201);
  for (const bad of [
    'a',
    'seven b',
    '1234567',
    '12345678',
    'Password1',
    'iloveyou',
    'Bartholomew',
    '🐟🐟🐟🐟🐟',
    'long and easy '.repeat(10),
  ]) {
    const refusals = [
      await create(bad === 'Bartholomew' ? bad : 'someone', bad),
      await server.ask('/user/bartholomew', { method: 'PUT', json: user('bartholomew', bad) }),
      await change('bartholomew', goodPassword, goodPassword, bad),
      await server.ask('/automation/User.CreateOrUpdate', {
        json: { params: { username: 'bartholomew', password: bad, mode: 'update' } },
      }),
    ];
    for (const { status, body } of refusals) {
      assert.equal(status, 400, bad);
      assert.match(String(body.message), /The password doesn't meet requirements: it needs 8 characters/);
    }
  }
  assert.equal((await server.ask('/me', as('bartholomew', goodPassword))).status, 200);
  assert.equal((await server.ask('/user/someone')).status, 404);
});

test('an invitation is accepted with a good password only, and its page says so', async () => {
  await create('invited-one', goodPassword);
  const code = await inSession(server.repository, { principals: systemPrincipals }, (session) =>
    newInvitation(session, 'invited-one'),
  );
  const page = '/nuxeo/oauth2/invitation';
  assert.match((await server.ask(page, { as: null })).text, /at least 8 characters[\s\S]*minlength="8"/);
  const accept = (password: string): Promise<Answer> =>
    server.ask(page, {
      as: null,
      body: new URLSearchParams({ user_name: 'invited-one', code, user_password: password }),
    });
  for (const bad of ['short', 'password123', 'invited-one']) {
    const { status, text } = await accept(bad);
    assert.equal(status, 400, bad);
    assert.match(text, /too short, or one that many people use/);
  }
  assert.equal((await accept('ten brown saucers')).status, 200);
  assert.equal((await server.ask('/me', as('invited-one', 'ten brown saucers'))).status, 200);
});

test('a new password ends other sessions and tokens', async () => {
  await create('philippa', goodPassword);
  const device = await server.ask(
    '/nuxeo/authentication/token?applicationName=a&deviceId=1&deviceDescription=d&permission=rw',
    as('philippa', goodPassword),
  );
  assert.equal(device.status, 201, device.text);
  const withToken = { as: null, headers: { 'X-Authentication-Token': device.text } };
  assert.equal((await server.ask('/me', withToken)).status, 200);
  const other = 'eight green kettles';
  assert.equal((await change('philippa', goodPassword, goodPassword, other)).status, 200);
  assert.equal((await server.ask('/me', withToken)).status, 401);
  assert.equal((await server.ask('/me', as('philippa', goodPassword))).status, 401);
  assert.equal((await server.ask('/me', as('philippa', other))).status, 200);
});

test('guessing the old password is counted like guessing at the sign-in', async () => {
  await create('guinevere', goodPassword);
  // Somebody at an open session does not know the password: only the token is sent.
  const device = await server.ask(
    '/nuxeo/authentication/token?applicationName=a&deviceId=2&deviceDescription=d&permission=rw',
    as('guinevere', goodPassword),
  );
  const guess = (oldPassword: string): Promise<Answer> =>
    server.ask('/me/changepassword', {
      method: 'PUT',
      as: null,
      headers: { 'X-Authentication-Token': device.text },
      json: { oldPassword, newPassword: 'nine red samovars' },
    });
  for (let tries = 0; tries < 20; tries++) {
    const { status, text } = await guess(`guess ${tries}`);
    assert.deepEqual([status, text], [401, '']);
  }
  const stopped = await guess('guess again');
  assert.equal(stopped.status, 429);
  assert.equal(stopped.headers.get('retry-after'), '30');
});

test('members see no other member’s mail address where it is hidden', async () => {
  await create('ferdinand', goodPassword);
  await create('marguerite', goodPassword);
  const headers = as('ferdinand', goodPassword);
  const answers = [
    await server.ask('/user/marguerite', headers),
    await server.ask('/user/search?q=*', headers),
    await server.ask('/group/members/@users', headers),
    await server.ask('/directory/userDirectory', headers),
    await server.ask('/directory/userDirectory/marguerite', headers),
    await server.ask('/automation/UserGroup.Suggestion', {
      ...headers,
      json: { params: { searchTerm: 'marg', searchType: 'USER_TYPE', displayEmailInSuggestion: true } },
    }),
    await server.ask('/automation/Directory.SuggestEntries', {
      ...headers,
      json: { params: { directoryName: 'userDirectory', labelFieldName: 'email' } },
    }),
    await server.ask('/automation/User.Query', { ...headers, json: { params: { pattern: 'marguerite' } } }),
    await server.ask('/automation/User.Get', { ...headers, json: { params: { login: 'marguerite' } } }),
  ];
  for (const [index, { text }] of answers.entries())
    assert.doesNotMatch(text, /marguerite@papers\.example/, `answer ${index}`);
  assert.ok(answers.filter(({ text }) => text.includes('marguerite')).length >= 5);
  assert.match((await server.ask('/me', headers)).text, /ferdinand@papers\.example/);
  for (const path of ['/user/marguerite', '/directory/userDirectory/marguerite'])
    assert.match((await server.ask(path)).text, /marguerite@papers\.example/);
});
