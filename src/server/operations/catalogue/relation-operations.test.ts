/** Relations between documents, over HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
async function linked(input: string, params: object = {}, as = 'Administrator') {
  const { body } = await run('GetLinkedDocuments', input, params, as);
  return Array.isArray(body.entries) ? body.entries.map((entry) => isJsonObject(entry) && entry.uid) : [];
}

test('who may not add beside the document may not relate it', async () => {
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
