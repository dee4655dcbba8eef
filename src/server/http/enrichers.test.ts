import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import type { JsonObject } from '#wire/json.ts';
import { isJsonObject } from '#wire/json.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
const workspaces = '/default-domain/workspaces';
const folder = await addDocument(server, workspaces, 'Folder', 'box');
const file = await addDocument(server, `${workspaces}/box`, 'File', 'report', {
  'dc:title': 'report',
  'dc:nature': 'article',
});

async function enriched(
  id: string,
  names: string,
  headers: Record<string, string> = {},
  as = 'Administrator',
): Promise<JsonObject> {
  const read = await server.ask(`/id/${id}`, { as, headers: { 'enrichers-document': names, ...headers } });
  assert.equal(read.status, 200, read.text);
  return isJsonObject(read.body.contextParameters) ? read.body.contextParameters : {};
}

test('unknown names are ignored; without a known one there is nothing', async () => {
  const read = await server.ask(`/id/${file}`, { headers: { 'enrichers-document': 'quotaSummary, nope' } });
  assert.equal(read.body.contextParameters, undefined);
});

test('breadcrumb: down to the document, without the root, nested ones bare', async () => {
  const { breadcrumb } = await enriched(file, 'breadcrumb', { properties: '*' });
  const paths = JSON.stringify(breadcrumb).match(/"path":"[^"]+"/g);
  assert.deepEqual(paths, [
    '"path":"/default-domain"',
    `"path":"${workspaces}"`,
    `"path":"${workspaces}/box"`,
    `"path":"${workspaces}/box/report"`,
  ]);
  assert.doesNotMatch(JSON.stringify(breadcrumb), /"properties"/);
  const deep = await enriched(file, 'breadcrumb', { properties: '*', depth: 'children' });
  assert.match(JSON.stringify(deep.breadcrumb), /"properties"/);
});

test('what is inside, and what may be made there', async () => {
  const found = await enriched(folder, 'hasContent, hasFolderishChild, childrenCount, children, subtypes');
  assert.equal(found.hasContent, true);
  assert.equal(found.hasFolderishChild, false);
  assert.equal(found.childrenCount, 1);
  assert.match(JSON.stringify(found.children), /"title":"report"/);
  assert.match(JSON.stringify(found.subtypes), /"type":"File"/);
  assert.deepEqual(await enriched(file, 'hasContent, childrenCount'), { hasContent: false });
});

test('permissions of the caller, and access lists for whoever may read them', async () => {
  const own = (await enriched(file, 'permissions', {}, 'leela')).permissions;
  assert.ok(Array.isArray(own) && own.includes('Read') && !own.includes('Write'));
  const { acls } = await enriched(file, 'acls', { 'fetch-acls': 'username', depth: 'children' });
  assert.match(JSON.stringify(acls), /"name":"inherited","aces":\[\{"id":"Administrator:Everything:true:::"/);
  assert.match(JSON.stringify(acls), /"username":\{"entity-type":"user","id":"Administrator"/);
});

test('people’s own marks', async () => {
  const found = await enriched(
    file,
    'tags, favorites, subscribedNotifications, collections, audit, publications',
  );
  assert.deepEqual(found.tags, []);
  assert.deepEqual(found.favorites, { isFavorite: false });
  assert.deepEqual(found.collections, []);
  assert.deepEqual(found.publications, { resultsCount: 0 });
  assert.match(JSON.stringify(found.audit), /documentCreated/);
});

test('workflows that wait, run and could be started', async () => {
  const found = await enriched(file, 'pendingTasks, runningWorkflows, runnableWorkflows');
  assert.deepEqual(found.pendingTasks, []);
  assert.deepEqual(found.runningWorkflows, []);
  assert.match(JSON.stringify(found.runnableWorkflows), /"SerialDocumentReview"/);
});

test('references in properties become entities when fetched', async () => {
  const read = await server.ask(`/id/${file}?properties=dublincore&fetch.document=dc:creator,dc:nature`);
  assert.match(read.text, /"dc:creator":\{"entity-type":"user","id":"Administrator"/);
  assert.match(
    read.text,
    /"dc:nature":\{"entity-type":"directoryEntry","directoryName":"nature","id":"article"/,
  );
});

test('a user’s profile always has its five keys', async () => {
  const user = await server.ask('/user/leela', { headers: { 'enrichers-user': 'userprofile' } });
  assert.match(
    user.text,
    /"userprofile":\{"birthdate":null,"phonenumber":null,"avatar":null,"gender":false,"locale":null\}/,
  );
});
