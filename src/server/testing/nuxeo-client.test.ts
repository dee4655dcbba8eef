import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import Nuxeo from 'nuxeo';
import { listen } from '#server/node-listener.ts';
import { startTestServer } from './test-server.ts';

const server = await startTestServer();
const listening = await listen(server, { port: 0, host: '127.0.0.1' });
after(() => listening.close(100));
const baseURL = `http://127.0.0.1:${listening.port}/nuxeo`;
const workspaces = '/default-domain/workspaces';

const client = (password: string) =>
  new Nuxeo({ baseURL, auth: { method: 'basic', username: 'Administrator', password } });

test('the official client is refused with a wrong password and connects with the right one', async () => {
  await assert.rejects(client('wrong').connect());
  const connected = await client('Administrator').connect();
  assert.equal(connected.user.id, 'Administrator');
  assert.match(connected.serverVersion.toString(), /^\d+\.\d+/);
});

test('it creates, uploads, reads, changes, queries and deletes', async () => {
  const nuxeo = client('Administrator');
  const blob = new Nuxeo.Blob({
    content: Readable.from(['foo']),
    name: 'foo.txt',
    mimeType: 'text/plain',
    size: 3,
  });
  const uploaded = await nuxeo.batchUpload().upload(blob);
  const repository = nuxeo.repository().schemas(['*']);
  const made = await repository.create(workspaces, {
    'entity-type': 'document',
    type: 'File',
    name: 'from-client',
    properties: { 'dc:title': 'From the client', 'file:content': uploaded.blob },
  });
  assert.equal(made.path, `${workspaces}/from-client`);
  assert.equal(await (await made.fetchBlob()).text(), 'foo');
  const saved = await made.set({ 'dc:description': 'changed' }).save();
  assert.equal(saved.properties['dc:description'], 'changed');
  const found = await nuxeo
    .repository()
    .query({ query: "SELECT * FROM File WHERE dc:description = 'changed'" });
  assert.equal(found.resultsCount, 1);
  const allowed = await nuxeo.repository().enricher('document', 'permissions').fetch(made.uid);
  assert.equal(await allowed.hasPermission('Write'), true);
  assert.equal(await allowed.hasPermission('Foo'), false);
  await nuxeo.repository().delete(made.path);
  await assert.rejects(nuxeo.repository().fetch(made.path));
});

test('it runs operations and reads directories', async () => {
  const nuxeo = client('Administrator');
  const domain = await nuxeo
    .operation('Repository.GetDocument')
    .params({ value: '/default-domain' })
    .execute();
  assert.equal(domain.title, 'Domain');
  const child = await nuxeo
    .operation('Document.GetChild')
    .input('/default-domain')
    .params({ name: 'workspaces' })
    .execute();
  assert.equal(child.path, workspaces);
  await assert.rejects(nuxeo.operation('No.Such').execute());
  const natures = await nuxeo.directory('nature').fetchAll();
  assert.ok(natures.entries.some((entry) => entry.id === 'article'));
});
