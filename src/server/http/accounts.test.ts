/** `/management/people`: who may suspend whom; a suspended person cannot sign in in any way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();
for (const name of ['leela', 'fry', 'zoidberg']) await addUser(server, name, 'members');
await addUser(server, 'hermes', 'powerusers');
await addUser(server, 'amy', 'administrators');

const set = (name: string, isSuspended: unknown, as = 'Administrator') =>
  server.ask(`/management/people/${name}`, { method: 'PUT', as, json: { isSuspended } });
const statusOf = async (as: string) => (await server.ask('/me', { as })).status;

test('accounts are for administrators', async () => {
  for (const as of ['leela', 'hermes']) {
    assert.equal((await server.ask('/management/people', { as })).status, 403);
    assert.equal((await server.ask('/management/people/fry', { as })).status, 403);
    assert.equal((await set('fry', true, as)).status, 403);
  }
  assert.equal(await statusOf('fry'), 200);
});

test('nobody is suspended by mistake', async () => {
  assert.equal((await set('nobody', true)).status, 404);
  assert.equal((await set('fry', 'yes')).status, 400);
  assert.equal((await set('Administrator', true, 'amy')).status, 400);
  assert.equal((await set('amy', true, 'amy')).status, 400);
});

test('who is suspended gets in by no way until they are let in again', async () => {
  const token = await server.ask('/nuxeo/authentication/token?applicationName=a&deviceId=d&permission=rw', {
    as: 'fry',
  });
  const byToken = async () =>
    (await server.ask('/me', { as: null, headers: { 'X-Authentication-Token': token.text } })).status;
  assert.equal(await byToken(), 200);
  const { body } = await set('fry', true);
  assert.deepEqual(body, { id: 'fry', isSuspended: true, hasOneTimeCodes: false, passkeys: 0 });
  assert.deepEqual([await statusOf('fry'), await byToken()], [401, 401]);
  const listed = await server.ask('/management/people');
  assert.deepEqual([listed.body.resultsCount, listed.text.includes('"id":"fry"')], [1, true]);
  const changed = {
    'entity-type': 'user',
    id: 'fry',
    properties: { username: 'fry', company: 'Planet Express' },
  };
  assert.equal((await server.ask('/user/fry', { method: 'PUT', json: changed })).status, 200);
  assert.equal(await statusOf('fry'), 401, 'a change of the profile lets nobody in');
  assert.match((await server.ask('/user/fry', { as: 'leela' })).text, /Planet Express/);
  await set('fry', false);
  assert.deepEqual([await statusOf('fry'), await byToken()], [200, 401]);
  const events = await server.ask('/automation/Audit.QueryWithPageProvider', {
    json: { params: { namedQueryParams: { eventIds: 'user_suspended,user_reinstated' } } },
  });
  assert.equal(events.body.resultsCount, 2);
});

test('of calls that meet the account is suspended or not, and its profile whole', async () => {
  const properties = { username: 'zoidberg', company: 'Planet Express' };
  const json = { 'entity-type': 'user', id: 'zoidberg', properties };
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => set('zoidberg', true)),
    ...Array.from({ length: 6 }, () => server.ask('/user/zoidberg', { method: 'PUT', json })),
  ]);
  for (const { status, text } of answers) assert.equal(status, 200, text);
  assert.equal(await statusOf('zoidberg'), 401);
  assert.match((await server.ask('/user/zoidberg')).text, /Planet Express/);
});
