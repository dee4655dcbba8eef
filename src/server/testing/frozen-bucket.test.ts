/** While calls wait for a bucket that does not answer, others go on, including writes; the calls succeed when it answers. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { s3Environment, startS3Server } from '#server/adapters/blobs/s3-server.test-support.ts';
import { type Answer, addDocument, addUser, startTestServer } from './test-server.ts';

const workspaces = '/default-domain/workspaces';
Object.assign(process.env, s3Environment);
const bucket = await startS3Server('papers');
after(() => bucket.close());
const server = await startTestServer(['--s3', `s3://papers/deeds?endpoint=${bucket.address}`]);
const { ask } = server;

async function uploaded(text: string): Promise<{ batch: string; answer: Answer }> {
  const batch = String((await ask('/upload', { method: 'POST' })).body.batchId);
  const headers = { 'X-File-Name': 'a.txt', 'X-File-Type': 'text/plain' };
  return { batch, answer: await ask(`/upload/${batch}/0`, { body: text, headers }) };
}

async function addFile(name: string): Promise<string> {
  const { batch } = await uploaded(`text of ${name}`);
  const content = { 'upload-batch': batch, 'upload-fileId': '0' };
  return addDocument(server, workspaces, 'File', name, { 'dc:title': name, 'file:content': content });
}

test('a bucket that says nothing keeps only those waiting who want bytes', async () => {
  await addUser(server, 'ann', 'members');
  await addDocument(server, workspaces, 'Folder', 'of-ann');
  const grant = { permission: 'ReadWrite', user: 'ann' };
  const granted = await ask(`/path${workspaces}/of-ann/@op/Document.AddPermission`, {
    json: { params: grant },
  });
  assert.equal(granted.status, 200, granted.text);
  const [downloaded, drawn, copied, zipped, previewed] = await Promise.all(
    ['downloaded', 'drawn', 'copied', 'zipped', 'previewed'].map(addFile),
  );
  const change = { json: { 'entity-type': 'document', properties: { 'dc:title': 'after the picture' } } };

  bucket.freeze();
  const calls: Readonly<Record<string, Promise<Answer>>> = {
    download: ask(`/id/${downloaded}/@blob/file:content`),
    upload: uploaded('new').then(({ answer }) => answer),
    thumbnail: ask(`/id/${drawn}/@rendition/thumbnail`),
    conversion: ask(`/id/${copied}/@convert?converter=any2text`),
    zip: ask(`/id/${zipped}/@rendition/zipExport`),
    preview: ask(`/id/${previewed}/@preview`),
  };
  const ended: string[] = [];
  for (const [name, call] of Object.entries(calls))
    void call.then(({ status }) => ended.push(`${name} ${status}`));

  for (let round = 0; round < 5; round++) {
    const json = { 'entity-type': 'document', type: 'Note', name: `note-${round}`, properties: {} };
    const written = await ask(`/path${workspaces}/of-ann`, { as: 'ann', json });
    assert.equal(written.status, 201, written.text);
    assert.equal((await ask(`/path${workspaces}/of-ann/note-${round}`, { as: 'ann' })).status, 200);
    assert.equal((await ask(`/id/${downloaded}`, { ...change, method: 'PUT' })).status, 200);
  }
  assert.equal(server.repository.ports.store.load().waiting, 0);
  assert.deepEqual(ended, [], 'answered without the bucket');

  bucket.thaw();
  for (const [name, call] of Object.entries(calls))
    assert.ok((await call).status < 300, `${name}: ${(await call).text}`);
});
