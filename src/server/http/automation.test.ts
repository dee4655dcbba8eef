import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
const workspaces = '/default-domain/workspaces';
const run = (id: string, json: object, as = 'Administrator') => server.ask(`/automation/${id}`, { as, json });

test('unknown operations, empty and malformed bodies', async () => {
  assert.equal((await run('No.Such', {})).status, 405);
  const empty = { body: '', headers: { 'Content-Type': 'application/json' } };
  assert.equal((await server.ask('/automation/Repository.GetDocument', empty)).status, 400);
  const broken = { body: '{"params":', headers: { 'Content-Type': 'application/json' } };
  assert.equal((await server.ask('/automation/Repository.GetDocument', broken)).status, 400);
  const deep = {
    body: `{"params":${'['.repeat(300)}${']'.repeat(300)}}`,
    headers: { 'Content-Type': 'application/json' },
  };
  assert.equal((await server.ask('/automation/Repository.GetDocument', deep)).status, 400);
});

test('malformed multipart is a clear parse failure', async () => {
  for (const body of [
    '',
    'nothing',
    '--b\r\n\r\n{"params":{}}\r\n--b--\r\n',
    '--b\r\n\r\n{"params":{}}\r\n--b\r\n\r\nfoo',
  ]) {
    const answer = await server.ask('/automation/Blob.Attach', {
      body,
      headers: { 'Content-Type': 'multipart/related; boundary=b' },
    });
    assert.equal(answer.status, 500);
    assert.match(String(answer.body.message), /^Failed to parse multipart request/);
  }
});

test('the catalogue describes what can be run', async () => {
  const all = await server.ask('/automation');
  assert.deepEqual(Object.keys(all.body), ['paths', 'codecs', 'operations', 'chains']);
  const one = await server.ask('/automation/Document.Fetch');
  assert.match(one.text, /"Repository\.GetDocument"/);
  assert.equal((await server.ask('/nuxeo/site/automation')).text, all.text);
});

test('a document operation, by reference and on its address', async () => {
  const uid = await addDocument(server, workspaces, 'File', 'op');
  const fetched = await run('Repository.GetDocument', { params: { value: `${workspaces}/op` } });
  assert.equal(fetched.body.uid, uid);
  const refused = await run(
    'Document.Update',
    { input: `doc:${uid}`, params: { properties: 'dc:title=x' } },
    'leela',
  );
  assert.equal(refused.status, 403);
  const updated = await server.ask(`/id/${uid}/@op/Document.Update`, {
    json: { params: { properties: { 'dc:title': 'x' } } },
  });
  assert.equal(updated.body.title, 'x');
  const nothing = await server.ask('/automation/Repository.GetDocument', {
    json: { params: { value: '/default-domain' } },
    headers: { 'X-NXVoidOperation': 'true' },
  });
  assert.equal(nothing.status, 204);
});

test('blobs by multipart, into a document', async () => {
  const uid = await addDocument(server, workspaces, 'File', 'blob');
  const form = new FormData();
  form.set('params', new Blob([JSON.stringify({ params: { document: uid } })], { type: 'application/json' }));
  form.set('input', new File(['foo'], 'café.txt', { type: 'text/plain' }));
  const attached = await server.ask('/automation/Blob.Attach', { body: form });
  assert.ok(attached.status < 300, attached.text);
  const blob = await server.ask(`/id/${uid}/@blob/file:content`);
  assert.equal(blob.text, 'foo');
  assert.equal(blob.headers.get('content-disposition'), "attachment; filename*=UTF-8''caf%C3%A9.txt");
});

test('later: status, result, and nobody else', async () => {
  const scheduled = await server.ask('/automation/Repository.GetDocument/@async', {
    json: { params: { value: '/default-domain' } },
  });
  assert.equal(scheduled.status, 202);
  const status = new URL(scheduled.headers.get('location') ?? '').pathname;
  assert.equal((await server.ask(status)).text, '"RUNNING"');
  assert.equal((await server.ask(status, { as: 'leela' })).status, 404);
  await server.runJobs();
  const done = await server.ask(status);
  assert.equal(done.status, 302);
  const result = await server.ask(new URL(done.headers.get('location') ?? '').pathname);
  assert.equal(result.body.path, '/default-domain');
});

test('later: a bulk action is done when its documents are, and its file has a whole address', async () => {
  const begin = async (params: object) => {
    const begun = await server.ask('/automation/Bulk.RunAction/@async', { json: { params } });
    return new URL(begun.headers.get('location') ?? '').pathname;
  };
  const status = await begin({ action: 'csvExport', query: 'SELECT * FROM Domain', parameters: '{}' });
  await server.runJobs(1);
  const meanwhile = await server.ask(status);
  assert.deepEqual([meanwhile.status, meanwhile.body['entity-type']], [200, 'bulkStatus']);
  const job = status.replace(/\/status$/, '');
  assert.equal((await server.ask(job)).status, 404);
  await server.runJobs();
  assert.equal((await server.ask(status)).status, 302);
  const { body } = await server.ask(job);
  assert.match(String(body.url), /^http:\/\/localhost:8080\/nuxeo\/nxbigblob\//);
  assert.match(
    (await server.ask(new URL(String(body.url)).pathname)).text,
    /^repository,uid,path,type,state,parentRef,/,
  );
  const stopped = await begin({ action: 'trash', query: "SELECT * FROM Note WHERE dc:title = 'x'" });
  await server.runJobs(1);
  const aborted = await server.ask(stopped.replace(/\/status$/, ''), { method: 'DELETE' });
  assert.equal(aborted.body.state, 'ABORTED');
});
