import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asked, addDocument, addUser, startTwoTestServers } from '#server/testing/test-server.ts';
import { isSteadySignIn } from './authentication/authenticate.ts';
import { RememberedAnswers, rememberedAnswers } from './remembered-answers.ts';

const [server, other] = await startTwoTestServers();
const answers = rememberedAnswers(server.repository);
const workspaces = '/default-domain/workspaces';

const run = (name: string, input: string, params: object) =>
  server.ask(`/automation/${name}`, { json: { input, params } });
await server.ask('/group', { json: { 'entity-type': 'group', groupname: 'crew' } });
await addUser(server, 'fry', 'crew');
await addUser(server, 'leela');
const folder = await addDocument(server, workspaces, 'Folder', 'planets');
const file = await addDocument(server, `${workspaces}/planets`, 'File', 'mars');
const grant = (username: string) => run('Document.AddPermission', folder, { username, permission: 'Read' });
const titled = (title: string) =>
  server.ask(`/id/${file}`, {
    method: 'PUT',
    json: { 'entity-type': 'document', properties: { 'dc:title': title } },
  });

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

interface Way {
  readonly path: string;
  readonly as?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What others commit to the same PostgreSQL server ends what is remembered: nobody waits until they do not. */
const isAlone = server.repository.ports.store.engine === 'sqlite';

/** Whether the answer comes to be remembered, where nothing else ends that. */
async function isKnown({ path, as = 'fry', headers = {} }: Way): Promise<boolean> {
  const before = answers.figures.hits;
  for (let round = 0; round < 5; round++) await server.ask(path, { as, headers });
  return answers.figures.hits > before || !isAlone;
}

async function isMadeAnew(path: string, asked: Asked): Promise<void> {
  const before = answers.figures.hits;
  for (let round = 0; round < 5; round++) assert.equal((await server.ask(path, asked)).status, 200);
  assert.equal(answers.figures.hits, before);
}

test('what one may read is given again, with an id of its own, to nobody else', async () => {
  await grant('crew');
  const first = await server.ask(`/id/${file}`, { as: 'fry' });
  assert.ok(await isKnown({ path: `/id/${file}` }));
  const again = await server.ask(`/id/${file}`, { as: 'fry' });
  assert.equal(again.text, first.text);
  assert.notEqual(again.headers.get('x-request-id'), first.headers.get('x-request-id'));
  const plain = (all: Headers) => [...all].filter(([name]) => name !== 'x-request-id');
  assert.deepEqual(plain(again.headers), plain(first.headers));
  assert.equal((await server.ask(`/id/${file}`, { as: 'leela' })).status, 403);
  assert.equal((await server.ask(`/id/${file}`, { as: null })).status, 401);
  const wrong = await server.ask(`/id/${file}`, { as: null, headers: { Authorization: basic('fry:no') } });
  assert.equal(wrong.status, 401);
  const whole = await server.ask(`/id/${file}`, { as: 'fry', headers: { properties: '*' } });
  assert.ok(whole.text.includes('"file:content"'));
});

test('a change counts at once, wherever it was made', async () => {
  const title = async () => (await server.ask(`/id/${file}`, { as: 'fry' })).body.title;
  const inList = async () => (await server.ask(`/id/${folder}/@children`, { as: 'fry' })).text;
  for (const name of ['Mars 1', 'Mars 2']) {
    await titled(name);
    assert.ok(await isKnown({ path: `/id/${file}` }));
    assert.equal(await title(), name);
    assert.ok(await isKnown({ path: `/id/${folder}/@children` }));
    assert.ok((await inList()).includes(`"title":"${name}"`));
  }
  await other.ask(`/id/${file}`, {
    method: 'PUT',
    json: { 'entity-type': 'document', properties: { 'dc:title': 'Mars 3' } },
  });
  assert.equal(await title(), 'Mars 3');
  assert.ok(await isKnown({ path: `/id/${file}` }));
  await server.damage(`update documents set state = 'seen from outside' where id = '${file}'`);
  assert.equal((await server.ask(`/id/${file}`, { as: 'fry' })).body.state, 'seen from outside');
});

test('so does whatever takes a right away', async () => {
  const statuses = async () => {
    const paths = [`/id/${file}`, `/path${workspaces}/planets/mars`, `/id/${folder}/@children`];
    return Promise.all(paths.map(async (path) => (await server.ask(path, { as: 'fry' })).status));
  };
  const remember = async () => {
    for (const path of [`/id/${file}`, `/path${workspaces}/planets/mars`, `/id/${folder}/@children`])
      assert.ok(await isKnown({ path }), path);
  };
  await remember();
  await other.ask('/user/fry/group/crew', { method: 'DELETE' });
  assert.deepEqual(await statuses(), [403, 403, 403]);
  await grant('fry');
  await remember();
  await run('Document.RemovePermission', folder, { user: 'fry' });
  assert.deepEqual(await statuses(), [403, 403, 403]);
  await grant('fry');
  await remember();
  await other.ask('/user/fry', {
    method: 'PUT',
    json: { 'entity-type': 'user', id: 'fry', properties: { username: 'fry', password: 'another' } },
  });
  assert.deepEqual(await statuses(), [401, 401, 401]);
  await other.ask('/user/fry', {
    method: 'PUT',
    json: { 'entity-type': 'user', id: 'fry', properties: { username: 'fry', password: 'fry' } },
  });
  await remember();
  await other.ask(`/id/${folder}`, { method: 'DELETE' });
  assert.deepEqual(await statuses(), [404, 404, 404]);
});

test('what depends on the moment, or on a token, is made anew', async () => {
  const timed = await addDocument(server, workspaces, 'Folder', 'timed');
  const paths = [`/id/${timed}`, `/id/${timed}/@children`];
  const end = '2999-01-01T00:00:00Z';
  await run('Document.AddPermission', timed, { username: 'leela', permission: 'Read', end });
  for (const path of paths) {
    assert.equal((await server.ask(path, { as: 'leela' })).status, 200);
    await isMadeAnew(path, { as: 'leela' });
    assert.ok(await isKnown({ path, as: 'Administrator' }), path);
  }
  const acls = { 'enrichers-document': 'acls' };
  await isMadeAnew(`/id/${timed}`, { headers: acls });
  const token = (
    await server.ask('/nuxeo/authentication/token?applicationName=a&deviceId=b&permission=r', { as: 'leela' })
  ).text;
  const byToken = { 'X-Authentication-Token': token };
  const byBoth = { ...byToken, Authorization: 'Basic bGVlbGE6bGVlbGE=' };
  for (const headers of [byToken, byBoth]) {
    await isMadeAnew(`/id/${timed}`, { as: null, headers });
  }
});

test('the database is asked for what it holds only where a password comes along', async () => {
  const { store, passwords } = server.repository.ports;
  let times = 0;
  const state = () => {
    times += 1;
    return store.state();
  };
  const counted = new RememberedAnswers({ ...store, state }, passwords);
  const ask = async (headers: Readonly<Record<string, string>>) => {
    for (let round = 0; round < 3; round++)
      await counted.answer(
        new Request('http://localhost/nuxeo/health/live', { headers }),
        async () => new Response(),
      );
  };
  await ask({});
  await ask({ Authorization: 'Bearer abc' });
  assert.equal(times, 0);
  await ask({ Authorization: basic('fry:fry') });
  assert.equal(times, 2);
});

test('who signs in by another name than here, as a directory may know people, is asked about each time', () => {
  const request = new Request('http://localhost/', { headers: { Authorization: basic('fry@express:fry') } });
  const person = { groups: [], isAdministrator: false, isAnonymous: false, passwordHash: 'of this server' };
  assert.equal(isSteadySignIn(request, { ...person, username: 'fry' }), false);
  assert.equal(isSteadySignIn(request, { ...person, username: 'fry@express' }), true);
});
