import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer(['--repositories', 'default,other']);
await addUser(server, 'leela', 'members');
await addUser(server, 'stranger');
const workspaces = '/default-domain/workspaces';
const file = (name: string, properties: object = {}) => ({
  'entity-type': 'document',
  type: 'File',
  name,
  properties: { 'dc:title': name, ...properties },
});

test('reading: what is not there, and what is not for everyone', async () => {
  const unknown = await server.ask('/path/folder_1/wrong');
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body.message, '/folder_1/wrong');
  assert.match(String(unknown.body.code), /DocumentNotFoundException$/);
  assert.equal((await server.ask('/id/42')).status, 404);
  assert.equal((await server.ask('/path/a//b')).status, 404);
  const refused = await server.ask(`/path${workspaces}`, { as: 'stranger' });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.message, "Privilege 'Read' is not granted to 'stranger'");
  assert.equal((await server.ask('/path/default-domain/@unknown')).status, 404);
  assert.equal((await server.ask('/repo/nowhere/path/')).status, 404);
});

test('creating: every refusal has its status', async () => {
  const post = (body: object, as = 'Administrator') => server.ask(`/path${workspaces}`, { as, json: body });
  assert.equal((await post({ ...file('x'), name: ' ' })).body.message, 'type or name property is missing');
  assert.equal((await post({ ...file('x'), type: 'Foo' })).body.message, 'Type: Foo does not exist');
  assert.equal((await post(file('x', { 'dc:subjects': 'not a list' }))).status, 400);
  assert.equal((await post(file('x', { 'dc:nature': 'unknown' }))).status, 422);
  assert.equal((await post({ ...file('x'), 'entity-type': 'user' })).status, 400);
  const denied = await post(file('x'), 'leela');
  assert.equal(denied.body.message, "Privilege 'AddChildren' is not granted to 'leela'");
  assert.equal((await server.ask('/path/nowhere', { json: file('x') })).status, 404);
  const plain = { body: '{}', headers: { 'Content-Type': 'text/plain' } };
  assert.equal((await server.ask(`/path${workspaces}`, plain)).status, 415);
});

test('a document entity: all of its fields, in their order, properties only when asked for', async () => {
  const made = await server.ask(`/path${workspaces}`, { json: file('report') });
  assert.equal(made.status, 201);
  assert.equal(made.headers.get('content-type'), 'application/json; nuxeo-entity=document');
  assert.deepEqual(Object.keys(made.body), [
    'entity-type',
    'repository',
    'uid',
    'path',
    'type',
    'state',
    'parentRef',
    'isCheckedOut',
    'isRecord',
    'retainUntil',
    'hasLegalHold',
    'isUnderRetentionOrLegalHold',
    'isVersion',
    'isProxy',
    'changeToken',
    'isTrashed',
    'title',
    'lastModified',
    'facets',
    'schemas',
  ]);
  assert.equal(made.body.path, `${workspaces}/report`);
  assert.equal(made.body.changeToken, '0-0');
  const read = await server.ask(`/id/${String(made.body.uid)}?properties=dublincore`);
  assert.match(read.text, /"dc:description":null/);
  assert.match(read.text, /"dc:subjects":\[\]/);
  assert.doesNotMatch(read.text, /"file:content"/);
});

test('names with reserved, accented and CJK characters come back by their path', async () => {
  for (const name of [
    'doc with [brackets]',
    'test ; doc #, $, :, ;',
    'doc with @ and @',
    'école',
    '契約書',
  ]) {
    const made = await server.ask(`/nuxeo/site/api/v1/path${workspaces}`, { json: file(name) });
    const path = String(made.body.path).split('/').map(encodeURIComponent).join('/');
    const read = await server.ask(`/path${path}`);
    assert.equal(read.body.uid, made.body.uid, name);
    assert.equal((await server.ask(`/path${path}`, { method: 'DELETE' })).status, 204);
  }
});

test('updating: partial, with a change token only beside a uid', async () => {
  const uid = await addDocument(server, workspaces, 'File', 'token');
  const put = (body: object) =>
    server.ask(`/id/${uid}`, { method: 'PUT', json: { 'entity-type': 'document', ...body } });
  const changed = await put({ uid, changeToken: '0-0', properties: { 'dc:description': 'new' } });
  assert.equal(changed.status, 200);
  const stale = await put({ uid, changeToken: '0-0', properties: { 'dc:description': 'newer' } });
  assert.equal(stale.status, 409);
  assert.equal(stale.body.message, `${uid}, Invalid change token`);
  assert.equal((await put({ changeToken: '0-0', properties: {} })).status, 200);
  const odd = await server.ask(`/id/${uid}`, {
    method: 'PUT',
    json: { 'entity-type': 'document' },
    headers: { 'X-Versioning-Option': 'huge' },
  });
  assert.equal(odd.status, 400);
  const version = await server.ask(`/id/${uid}`, {
    method: 'PUT',
    json: { 'entity-type': 'document', properties: { 'dc:description': 'v' } },
    headers: { 'X-Versioning-Option': 'major', 'fetch-document': 'versionLabel' },
  });
  assert.equal(version.body.isVersion, true);
  assert.equal(version.body.versionLabel, '1.0');
  assert.equal(version.body.versionableId, uid);
});

test('deleting, and what is gone stays gone', async () => {
  const uid = await addDocument(server, workspaces, 'File', 'gone');
  assert.equal((await server.ask(`/id/${uid}`, { method: 'DELETE', as: 'leela' })).status, 403);
  assert.equal((await server.ask(`/id/${uid}`, { method: 'DELETE' })).status, 204);
  assert.equal((await server.ask(`/id/${uid}`, { method: 'DELETE' })).status, 404);
});

test('children in pages, with the count quirk of their provider', async () => {
  const all = await server.ask('/path/default-domain/@children');
  assert.equal(all.body.resultsCount, 3);
  const last = await server.ask('/path/default-domain/@children?pageSize=1&currentPageIndex=2');
  assert.equal(last.body.resultsCount, -2);
  assert.equal(last.body.isNextPageAvailable, true);
  assert.equal((await server.ask('/path/@children')).body.resultsCount, 1);
  assert.equal((await server.ask('/path/default-domain/@children?pageSize=x')).status, 400);
  const hidden = await server.ask('/path/default-domain/@children', { as: 'stranger' });
  assert.equal(hidden.status, 403);
});

test('several repositories by header and by path', async () => {
  const root = await server.ask('/path/');
  const other = await server.ask('/path/', { headers: { 'X-NXRepository': 'other' } });
  assert.equal(other.body.repository, 'other');
  assert.notEqual(other.body.uid, root.body.uid);
  assert.equal((await server.ask(`/repo/other/id/${String(root.body.uid)}`)).status, 404);
});

test('an unsaved document with its defaults', async () => {
  assert.equal((await server.ask('/@emptyWithDefault')).body.message, 'Missing type parameter');
  const empty = await server.ask(`/path${workspaces}/@emptyWithDefault?type=File&name=n&properties=*`);
  assert.equal(empty.body.uid, null);
  assert.equal(empty.body.path, `${workspaces}/n`);
  assert.equal(empty.body.state, null);
  assert.doesNotMatch(empty.text, /"dc:creator"/);
});
