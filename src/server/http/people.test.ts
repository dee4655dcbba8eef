import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
await addUser(server, 'fry@planet/express', 'members');

test('users: refusals first', async () => {
  const body = { 'entity-type': 'user', properties: { username: 'zoe' } };
  assert.equal((await server.ask('/user', { as: 'leela', json: body })).status, 403);
  assert.equal((await server.ask('/user', { json: { 'entity-type': 'user', properties: {} } })).status, 400);
  assert.equal((await server.ask('/user', { json: { 'entity-type': 'group' } })).status, 400);
  const twice = { 'entity-type': 'user', properties: { username: 'leela' } };
  assert.equal((await server.ask('/user', { json: twice })).status, 409);
  const missing = await server.ask('/user/nobody');
  assert.equal(missing.status, 404);
  assert.equal(missing.body.message, 'user does not exist');
});

test('a user entity, without any password', async () => {
  const user = await server.ask('/user/leela');
  assert.deepEqual(user.body, {
    'entity-type': 'user',
    id: 'leela',
    properties: {
      lastName: null,
      firstName: null,
      username: 'leela',
      email: null,
      company: null,
      tenantId: null,
      groups: ['members'],
    },
    extendedGroups: [{ name: 'members', label: 'Members group', url: 'group/members' }],
    isAdministrator: false,
    isAnonymous: false,
  });
});

test('names may hold slashes and at-signs', async () => {
  assert.equal((await server.ask('/user/fry@planet/express')).body.id, 'fry@planet/express');
  const added = await server.ask('/user/fry@planet/express/group/powerusers', { method: 'POST' });
  assert.equal(added.status, 201);
  const members = await server.ask('/group/powerusers/@users');
  assert.equal(members.body.resultsCount, 1);
});

test('searching by prefix; an empty list is a success', async () => {
  assert.equal((await server.ask('/user/search?q=*')).body.resultsCount, 3);
  assert.equal((await server.ask('/user/search?q=LEE')).body.resultsCount, 1);
  assert.equal((await server.ask('/user/search')).body.resultsCount, 0);
  const none = await server.ask('/group/search?q=nothing');
  assert.equal(none.status, 200);
  assert.deepEqual(none.body.entries, []);
  assert.equal((await server.ask('/user/search?q=*&pageSize=abc')).status, 400);
});

test('group members only when asked for', async () => {
  const plain = await server.ask('/group/members');
  assert.equal(plain.body.memberUsers, undefined);
  const fetched = await server.ask('/group/members', { headers: { 'fetch-group': 'memberUsers' } });
  assert.ok(Array.isArray(fetched.body.memberUsers));
});

test('nobody new, and no new group, has a name that looks like another', async () => {
  await addUser(server, 'hermes', 'members', 'powerusers');
  for (const name of [
    'Administrator ',
    ' leela',
    'leela\u00a0',
    'administrator',
    'everyone',
    'SYSTEM',
    '\u202eeel',
    'lee\u200bla',
    'leela\n',
    'l\u0435ela',
    'Ren\u0065\u0301',
  ]) {
    const user = { 'entity-type': 'user', properties: { username: name } };
    const group = { 'entity-type': 'group', groupname: name };
    for (const { status } of [
      await server.ask('/user', { as: 'hermes', json: user }),
      await server.ask('/group', { as: 'hermes', json: group }),
    ])
      assert.ok(status === 400 || status === 409, `${JSON.stringify(name)}: ${status}`);
  }
  for (const name of ['Ren\u00e9', 'Лила', 'O’Brien, Ann', '李 明', 'toString'])
    assert.equal(
      (await server.ask('/user', { json: { 'entity-type': 'user', properties: { username: name } } })).status,
      201,
      name,
    );
  for (const as of ['LEELA', 'leela ', 'leela\u0000'])
    assert.equal((await server.ask('/me', { as })).status, 401, as);
});
