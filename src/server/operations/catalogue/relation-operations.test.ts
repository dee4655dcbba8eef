/** Relations between documents, over HTTP. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject } from '#wire/json.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
const workspaces = '/default-domain/workspaces';
const [letter, answer] = [
  await addDocument(server, workspaces, 'File', 'letter'),
  await addDocument(server, workspaces, 'File', 'answer'),
];
const predicate = 'http://purl.org/dc/terms/References';
const run = (operation: string, input: string, params: object, as = 'Administrator') =>
  server.ask(`/automation/Document.${operation}`, { as, json: { input, params: { predicate, ...params } } });
const permit = (input: string, username: string, permission: string) =>
  server.ask('/automation/Document.AddPermission', { json: { input, params: { username, permission } } });
const block = (input: string) =>
  server.ask('/automation/Document.BlockPermissionInheritance', {
    json: { input, params: { acl: 'local' } },
  });
async function linked(input: string, params: object = {}, as = 'Administrator') {
  const { body } = await run('GetLinkedDocuments', input, params, as);
  return Array.isArray(body.entries) ? body.entries.map((entry) => isJsonObject(entry) && entry.uid) : [];
}

test('who may change neither document may not relate them', async () => {
  assert.equal((await run('AddRelation', answer, { object: letter, outgoing: true }, 'leela')).status, 403);
  assert.deepEqual(await linked(answer), []);
});

test('a relation is found from both ends, by readers too, and made once', async () => {
  assert.equal((await run('AddRelation', answer, { object: letter, outgoing: true })).body.uid, answer);
  assert.deepEqual(await linked(answer), [letter]);
  assert.deepEqual(await linked(letter), []);
  assert.deepEqual(await linked(letter, { outgoing: false }, 'leela'), [answer]);
  assert.equal((await run('AddRelation', letter, { object: answer })).status, 409);
  const { body } = await server.ask(`/path${workspaces}/@children`);
  assert.equal(body.currentPageSize, 2);
});

test('a relation is removed from either end', async () => {
  assert.equal((await run('DeleteRelation', letter, { object: answer }, 'leela')).status, 403);
  assert.equal((await run('DeleteRelation', letter, { object: answer })).status, 200);
  assert.deepEqual(await linked(answer), []);
  assert.equal((await run('DeleteRelation', letter, { object: answer })).status, 200);
});

describe('who may change one of two documents and read the other', () => {
  const shelf = `${workspaces}/shelf`;
  let own = '';
  let foreign = '';
  let secret = '';

  before(async () => {
    await addDocument(server, workspaces, 'Workspace', 'shelf');
    for (const username of ['fry', 'zoidberg']) await addUser(server, username);
    own = await addDocument(server, shelf, 'File', 'own');
    foreign = await addDocument(server, shelf, 'File', 'foreign');
    secret = await addDocument(server, shelf, 'File', 'secret');
    await block(shelf);
    await permit(own, 'fry', 'ReadWrite');
    await permit(foreign, 'fry', 'Read');
    await permit(foreign, 'zoidberg', 'Read');
  });

  test('relates them, from either, without a right on their folder', async () => {
    assert.equal((await run('AddRelation', own, { object: foreign }, 'fry')).status, 200);
    assert.equal((await run('AddRelation', foreign, { object: own }, 'fry')).status, 200);
    assert.equal((await run('AddRelation', own, { object: foreign }, 'fry')).status, 409);
    assert.deepEqual(await linked(own, {}, 'fry'), [foreign]);
    assert.deepEqual(await linked(own, { outgoing: false }, 'fry'), [foreign]);
  });

  test('learns nothing of a document that may not be read', async () => {
    assert.equal((await run('AddRelation', own, { object: secret, outgoing: true })).status, 200);
    for (const operation of ['AddRelation', 'DeleteRelation']) {
      assert.equal((await run(operation, own, { object: secret, outgoing: true }, 'fry')).status, 403);
    }
    assert.deepEqual(await linked(own, {}, 'fry'), [foreign]);
    assert.deepEqual(await linked(own), [foreign, secret]);
  });

  test('somebody who reads one end only is not shown the other', async () => {
    assert.deepEqual(await linked(foreign, {}, 'zoidberg'), []);
    assert.equal((await server.ask(`/id/${own}`, { as: 'zoidberg' })).status, 403);
    const { body } = await server.ask(
      `/search/execute?query=${encodeURIComponent('SELECT * FROM Relation')}`,
      {
        as: 'zoidberg',
      },
    );
    assert.equal(body.resultsCount, 1);
  });

  test('ends them as well', async () => {
    assert.equal(
      (await run('DeleteRelation', foreign, { object: own, outgoing: true }, 'zoidberg')).status,
      403,
    );
    assert.equal((await run('DeleteRelation', own, { object: foreign }, 'fry')).status, 200);
    assert.deepEqual(await linked(own, { outgoing: false }, 'fry'), []);
  });
});

test('a relation goes with the document that it begins at, and stays when that is moved', async () => {
  const [from, to] = [
    await addDocument(server, workspaces, 'File', 'from'),
    await addDocument(server, workspaces, 'File', 'to'),
  ];
  await run('AddRelation', from, { object: to, outgoing: true });
  await server.ask('/automation/Document.Move', {
    json: { input: from, params: { target: `${workspaces}/shelf` } },
  });
  assert.deepEqual(await linked(from), [to]);
  await server.ask(`/id/${from}`, { method: 'DELETE' });
  assert.deepEqual(await linked(to, { outgoing: false }), []);
});

test('of twenty calls that make one relation one makes it', async () => {
  const from = await addDocument(server, workspaces, 'File', 'meeting');
  const calls = Array.from({ length: 20 }, () =>
    run('AddRelation', from, { object: letter, outgoing: true }),
  );
  const made = (await Promise.all(calls)).map(({ status }) => status).toSorted();
  assert.deepEqual(made, [200, ...Array(19).fill(409)]);
  assert.deepEqual(await linked(from), [letter]);
});

test('a version has relations of its own', async () => {
  const from = await addDocument(server, workspaces, 'File', 'versioned');
  const json = { input: from, params: { increment: 'Major' } };
  await server.ask('/automation/Document.CreateVersion', { json });
  const version = await server.ask('/automation/Document.GetLastVersion', { json: { input: from } });
  const id = String(version.body.uid);
  assert.equal((await run('AddRelation', id, { object: letter, outgoing: true })).status, 200);
  assert.deepEqual(await linked(id), [letter]);
  assert.deepEqual(await linked(from), []);
});
