import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import type { Json } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
await addUser(server, 'stranger');
const workspaces = '/default-domain/workspaces';

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const field = (value: Json | undefined, name: string): Json | undefined =>
  isJsonObject(value) ? value[name] : undefined;

test('@acl: own entries, then inherited ones; read-only', async () => {
  assert.equal((await server.ask('/path/default-domain/@acl', { as: 'stranger' })).status, 403);
  assert.equal((await server.ask('/path/default-domain/@acl', { json: {} })).status, 405);
  const root = await server.ask('/path/@acl');
  assert.match(root.text, /^\{"entity-type":"acls","acl":\[\{"name":"local"/);
  assert.match(root.text, /"id":"Administrator:Everything:true:::"/);
  const domain = await server.ask('/path/default-domain/@acl');
  assert.deepEqual(
    listOf(domain.body.acl).map((acl) => field(acl, 'name')),
    ['inherited'],
  );
});

test('@audit: exactly one entry for a fresh document', async () => {
  const uid = await addDocument(server, workspaces, 'File', 'audited');
  assert.equal((await server.ask(`/id/${uid}/@audit`, { as: 'stranger' })).status, 403);
  const history = await server.ask(`/id/${uid}/@audit`);
  assert.equal(history.body.resultsCount, 1);
  const [entry] = listOf(history.body.entries);
  assert.equal(field(entry, 'eventId'), 'documentCreated');
  assert.equal((await server.ask(`/id/${uid}/@audit?eventId=download`)).body.resultsCount, 0);
  assert.match((await server.ask('/path/@audit')).text, /"eventId":"documentCreated"/);
  const csv = await server.ask(`/id/${uid}/@audit`, { headers: { Accept: 'text/csv' } });
  assert.match(csv.text, /^id,eventDate,eventId/);
});

test('@comment: create, reply, change, delete, each with its refusal', async () => {
  const uid = await addDocument(server, workspaces, 'File', 'commented');
  const post = (on: string, as: string, text = 'hi') =>
    server.ask(`/id/${on}/@comment`, { as, json: { 'entity-type': 'comment', text } });
  assert.equal((await post(uid, 'stranger')).status, 403);
  const made = await post(uid, 'leela');
  assert.equal(made.status, 201);
  assert.equal(made.body.author, 'leela');
  const id = String(made.body.id);
  assert.equal((await post(id, 'leela', 'reply')).status, 201);
  const list = await server.ask(`/id/${uid}/@comment?fetch-comment=repliesSummary`);
  assert.equal(list.body.totalSize, 1);
  assert.equal(field(listOf(list.body.entries)[0], 'numberOfReplies'), 1);
  const put = (as: string) =>
    server.ask(`/id/${uid}/@comment/${id}`, {
      as,
      method: 'PUT',
      json: { 'entity-type': 'comment', text: 'changed' },
    });
  assert.equal((await put('stranger')).status, 403);
  assert.equal((await put('leela')).body.text, 'changed');
  assert.equal((await server.ask(`/id/${uid}/@comment/unknown`)).status, 404);
  assert.equal(
    (await server.ask(`/id/${uid}/@comment/${id}`, { method: 'DELETE', as: 'leela' })).status,
    204,
  );
});

test('@comment: dates of another system, to the millisecond', async () => {
  const uid = await addDocument(server, workspaces, 'File', 'imported');
  const post = (creationDate: string) =>
    server.ask(`/id/${uid}/@comment`, { json: { 'entity-type': 'comment', text: 'hi', creationDate } });
  assert.equal((await post('yesterday')).status, 400);
  const made = await post('2024-02-03T04:05:06.123456789+01:00');
  assert.equal(made.body.creationDate, '2024-02-03T03:05:06.123Z');
});

test('@annotation: by xpath', async () => {
  const uid = await addDocument(server, workspaces, 'File', 'annotated');
  const body = { 'entity-type': 'annotation', text: 'here', xpath: 'file:content' };
  assert.equal((await server.ask(`/id/${uid}/@annotation`, { json: body })).status, 201);
  const found = await server.ask(`/id/${uid}/@annotation?xpath=file:content`);
  assert.equal(listOf(found.body.entries).length, 1);
  assert.equal(listOf((await server.ask(`/id/${uid}/@annotation?xpath=x:y`)).body.entries).length, 0);
});

test('@workflow and @task: started, listed, completed', async () => {
  const uid = await addDocument(server, workspaces, 'File', 'reviewed');
  const start = (model: string) =>
    server.ask(`/id/${uid}/@workflow`, { json: { 'entity-type': 'workflow', workflowModelName: model } });
  assert.equal((await start('Nope')).status, 400);
  const started = await start('SerialDocumentReview');
  assert.equal(started.status, 201);
  assert.equal(started.body.state, 'running');
  const graph = await server.ask(`/workflow/${String(started.body.id)}/graph`);
  assert.equal(graph.body['entity-type'], 'graph');
  const [task] = listOf((await server.ask(`/id/${uid}/@task`)).body.entries);
  const id = String(field(task, 'id'));
  const complete = (as: string) =>
    server.ask(`/task/${id}/start_review`, {
      as,
      method: 'PUT',
      json: {
        'entity-type': 'task',
        id,
        variables: { participants: ['user:leela'], validationOrReview: 'validation' },
      },
    });
  assert.equal((await complete('stranger')).status, 403);
  const done = await complete('Administrator');
  assert.equal(done.status, 200, done.text);
  assert.equal(done.body.state, 'ended');
  assert.equal((await complete('Administrator')).status, 409);
  assert.equal((await server.ask('/task?userId=leela')).body.resultsCount, 1);
  assert.equal((await server.ask(`/workflow/${String(started.body.id)}`, { method: 'DELETE' })).status, 204);
});

test('bulk by matrix: all or nothing', async () => {
  const one = await addDocument(server, workspaces, 'File', 'm1');
  const two = await addDocument(server, workspaces, 'File', 'm2');
  const put = (ids: string) =>
    server.ask(`/bulk;${ids}`, {
      method: 'PUT',
      json: { 'entity-type': 'document', properties: { 'dc:description': 'both' } },
    });
  assert.equal((await put(`id=${one};id=unknown`)).status, 404);
  assert.doesNotMatch((await server.ask(`/id/${one}?properties=dublincore`)).text, /"both"/);
  assert.equal((await put(`id=${one};id=${two}`)).status, 200);
  assert.match((await server.ask(`/id/${two}?properties=dublincore`)).text, /"dc:description":"both"/);
  assert.equal((await server.ask(`/bulk;id=${one};id=${two}`, { method: 'DELETE' })).status, 200);
  assert.equal((await server.ask(`/id/${one}`)).status, 404);
});
