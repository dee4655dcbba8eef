import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer(['--max-upload', '1000']);
await addUser(server, 'leela', 'members');

async function newBatch(): Promise<string> {
  const made = await server.ask('/upload', { method: 'POST' });
  assert.equal(made.status, 201);
  return String(made.body.batchId);
}

const chunk = (index: number, count: number, size: number) => ({
  'X-File-Name': 'a%20b.txt',
  'X-Upload-Type': 'chunked',
  'X-Upload-Chunk-Index': String(index),
  'X-Upload-Chunk-Count': String(count),
  'X-File-Size': String(size),
});

test('what is refused, and how', async () => {
  const batch = await newBatch();
  assert.equal((await server.ask('/upload/unknown/0', { body: 'x' })).status, 404);
  assert.equal((await server.ask(`/upload/${batch}`, { as: 'leela' })).status, 404);
  assert.equal((await server.ask(`/upload/${batch}/x`, { body: 'x' })).status, 400);
  assert.equal((await server.ask(`/upload/${batch}/0`, { body: 'x'.repeat(1001) })).status, 413);
  const form = new FormData();
  form.set('file', 'x');
  assert.equal((await server.ask(`/upload/${batch}/0`, { body: form })).status, 400);
  assert.equal(
    (await server.ask(`/upload/${batch}/0`, { body: 'x', headers: { 'X-Upload-Type': 'chunked' } })).status,
    400,
  );
  assert.equal((await server.ask('/upload/new/s3', { method: 'POST' })).status, 400);
  assert.equal((await server.ask(`/upload/${batch}`)).status, 204);
});

test('a truncated body leaves nothing', async () => {
  const batch = await newBatch();
  const cut = await server.ask(`/upload/${batch}/0`, { body: 'abc', headers: { 'Content-Length': '10' } });
  assert.equal(cut.status, 400);
  assert.equal((await server.ask(`/upload/${batch}/0`)).status, 404);
});

test('a whole file; its answer has texts in place of numbers', async () => {
  const batch = await newBatch();
  const headers = { 'X-File-Name': 'caf%C3%A9.txt', 'X-File-Type': 'text/plain', 'Content-Length': '3' };
  const sent = await server.ask(`/upload/${batch}/0`, { body: 'foo', headers });
  assert.equal(sent.status, 201);
  assert.deepEqual(sent.body, {
    uploaded: 'true',
    batchId: batch,
    fileIdx: '0',
    uploadType: 'normal',
    uploadedSize: '3',
  });
  const info = await server.ask(`/upload/${batch}/0`);
  assert.deepEqual(info.body, { name: 'café.txt', size: 3, uploadType: 'normal' });
  assert.equal((await server.ask(`/upload/${batch}/0`, { method: 'DELETE' })).status, 204);
  assert.equal((await server.ask(`/upload/${batch}/0`)).status, 404);
  assert.equal((await server.ask(`/upload/${batch}`, { method: 'DELETE' })).status, 204);
  assert.equal((await server.ask(`/upload/${batch}`)).status, 404);
});

test('a type that is only an ending', async () => {
  const batch = await newBatch();
  const headers = { 'X-File-Name': 'a.txt', 'X-File-Type': 'pdf' };
  await server.ask(`/upload/${batch}/0`, { body: 'foo', headers });
  const made = await server.ask('/path/default-domain/workspaces', {
    headers: { 'X-NXDocumentProperties': 'file' },
    json: {
      'entity-type': 'document',
      type: 'File',
      name: 'typed',
      properties: { 'file:content': { 'upload-batch': batch, 'upload-fileId': '0' } },
    },
  });
  assert.match(made.text, /"mime-type":"application\/pdf"/);
});

test('chunks in any order', async () => {
  const batch = await newBatch();
  const second = await server.ask(`/upload/${batch}/7`, { body: 'bar', headers: chunk(1, 2, 6) });
  assert.equal(second.status, 202);
  assert.deepEqual(second.body.uploadedChunkIds, [1]);
  assert.equal((await server.ask(`/upload/${batch}/7`)).status, 202);
  const again = await server.ask(`/upload/${batch}/7`, { body: 'bar', headers: chunk(1, 2, 6) });
  assert.equal(again.status, 500);
  const first = await server.ask(`/upload/${batch}/7`, { body: 'foo', headers: chunk(0, 2, 6) });
  assert.equal(first.status, 201);
  assert.deepEqual((await server.ask(`/upload/${batch}/7`)).body, {
    name: 'a b.txt',
    size: 6,
    uploadType: 'chunked',
    uploadedChunkIds: [0, 1],
    chunkCount: 2,
  });
});

test('older clients name their batches themselves', async () => {
  const headers = { 'X-Batch-ID': 'mine-1', 'X-File-Idx': '0', 'X-File-Name': 'a.txt' };
  const sent = await server.ask('/batch/upload', { body: 'foo', headers });
  assert.deepEqual(sent.body, { batchId: 'mine-1', uploaded: 'true' });
  assert.equal((await server.ask('/batch/upload', { as: 'leela', body: 'foo', headers })).status, 404);
  assert.equal((await server.ask('/batch/files/mine-1')).text, '[{"name":"a.txt","size":3}]');
  const form = new FormData();
  form.set('batchId', 'mine-2');
  form.set('file', new File(['foo'], 'b.txt'));
  const page = await server.ask('/batch/upload', { body: form });
  assert.match(page.text, /<html>\{"batchId":"mine-2"/);
  assert.deepEqual((await server.ask('/batch/drop/mine-1')).body, { batchId: 'mine-1', dropped: 'true' });
});
