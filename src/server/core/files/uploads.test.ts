import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import type { Principals } from '../kernel/model.ts';
import { refusal } from '../kernel/refusal.test-support.ts';
import {
  createBatch,
  dropBatch,
  dropBatchFile,
  getBatch,
  getBatchFile,
  listBatchFiles,
  sweepBatches,
  takeBatchBlob,
  uploadChunk,
  uploadFile,
} from './uploads.ts';

let server: TestRepository;
let caller: { principals: Principals };
let batch: string;

before(async () => {
  server = await openTestRepository();
  await server.addUser('fry');
  await server.addUser('leela');
  caller = { principals: await server.as('fry', async (session) => session.principals) };
});
after(() => server.close());
beforeEach(async () => {
  batch = (await server.as('fry', (session) => createBatch(session))).id;
});

async function* bytes(...pieces: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield new TextEncoder().encode(piece);
}
const upload = (text: string, length: number | undefined = text.length) => ({
  name: 'a b.txt',
  mimeType: 'text/plain',
  bytes: bytes(text),
  length,
});
const sendFile = (index: string, text: string, length?: number) =>
  uploadFile(server.repository, caller, batch, index, upload(text, length));
const sendChunk = (at: number, text: string, chunk: { count?: number; fileSize?: number } = {}) =>
  uploadChunk(server.repository, caller, batch, '0', upload(text), {
    index: at,
    count: 3,
    fileSize: 9,
    ...chunk,
  });
const content = async (index: string): Promise<string | undefined> => {
  const blob = await server.as('fry', (session) => takeBatchBlob(session, batch, index));
  const opened = blob && (await server.repository.ports.blobs.open(blob.key));
  return opened && new Response(opened.stream()).text();
};

describe('a whole file', () => {
  test('is refused with a bad index, an unknown batch, or another person’s', async () => {
    await assert.rejects(
      sendFile('one', 'x'),
      refusal(400, /fileIdx request path parameter must be a number/),
    );
    const elsewhere = uploadFile(server.repository, caller, 'batchId-none', '0', upload('x'));
    await assert.rejects(elsewhere, refusal(404));
    await assert.rejects(
      server.as('leela', (session) => getBatch(session, batch)),
      refusal(404),
    );
    assert.equal(await server.as('leela', (session) => takeBatchBlob(session, batch, '0')), undefined);
  });

  test('that is cut short, too long or too large leaves nothing', async () => {
    await assert.rejects(sendFile('0', 'half', 9), refusal(400, /ended after 4 of 9 bytes/));
    await assert.rejects(sendFile('0', 'double', 3), refusal(400, /more than the 3 bytes/));
    await assert.rejects(sendFile('0', 'x'.repeat(1_000_001)), refusal(413));
    assert.deepEqual(await server.as('fry', (session) => listBatchFiles(session, batch)), []);
  });

  test('arrives, is replaced, and goes', async () => {
    const sent = await sendFile('0', 'hello');
    assert.equal(sent.uploadedSize, 5);
    assert.equal(await content('0'), 'hello');
    await sendFile('0', '');
    assert.equal(await content('0'), '');
    await sendFile('10', 'ten');
    await sendFile('2', 'two');
    const files = await server.as('fry', (session) => listBatchFiles(session, batch));
    assert.deepEqual(
      files.map(({ index }) => index),
      ['0', '2', '10'],
    );
    await server.as('fry', (session) => dropBatchFile(session, batch, '0'));
    await assert.rejects(
      server.as('fry', (session) => getBatchFile(session, batch, '0')),
      refusal(404),
    );
    await server.as('fry', (session) => dropBatch(session, batch));
    await assert.rejects(
      server.as('fry', (session) => getBatch(session, batch)),
      refusal(404),
    );
  });
});

describe('a file in chunks', () => {
  test('is refused where chunks repeat, stray, disagree or do not add up', async () => {
    await sendChunk(0, 'abc');
    await assert.rejects(
      sendChunk(0, 'abc'),
      refusal(500, /Cannot add chunk with index 0 .* already exists/),
    );
    await assert.rejects(sendChunk(3, 'abc'), refusal(500, /Cannot add chunk with index 3/));
    await assert.rejects(sendChunk(-1, 'abc'), refusal(500));
    await assert.rejects(sendChunk(1, 'abc', { count: 4 }), refusal(400));
    await assert.rejects(sendChunk(Number.NaN, 'abc'), refusal(400, /must be numbers/));
    await sendChunk(1, 'def');
    await assert.rejects(sendChunk(2, 'g'), refusal(400, /hold 7 bytes, not 9/));
    await sendChunk(2, 'ghi');
    assert.equal(await content('0'), 'abcdefghi');
  });

  test('arrives in any order and says how far it is', async () => {
    assert.equal((await sendChunk(2, 'ghi')).isComplete, false);
    assert.equal(await content('0'), undefined);
    const { file } = await sendChunk(0, 'abc');
    assert.deepEqual(Object.keys(file.chunks), ['0', '2']);
    assert.equal((await sendChunk(1, 'def')).isComplete, true);
    assert.equal(await content('0'), 'abcdefghi');
  });

  test('tells the store which pieces came before, where none is missing', async (context) => {
    const { blobs } = server.repository.ports;
    const before: unknown[] = [];
    const write = blobs.write.bind(blobs);
    context.mock.method(blobs, 'write', (...all: Parameters<typeof write>) => {
      before.push(all[1]?.after?.length);
      return write(...all);
    });
    for (const [at, text] of ['abc', 'def', 'ghi'].entries()) await sendChunk(at, text);
    batch = (await server.as('fry', (session) => createBatch(session))).id;
    await sendChunk(0, 'abc');
    await sendChunk(2, 'ghi');
    assert.deepEqual(before, [0, 1, 2, 0, undefined]);
  });

  test('may come with the sizes of the chunks', async () => {
    await sendChunk(2, 'gh', { fileSize: 2 });
    await assert.rejects(sendChunk(0, 'abc'), refusal(400, /disagree/));
    await sendChunk(0, 'abc', { fileSize: 3 });
    const { file } = await sendChunk(1, 'def', { fileSize: 3 });
    assert.equal(file.size, 8);
    assert.equal(await content('0'), 'abcdefgh');
  });

  test('arrives all at once', async () => {
    const results = await Promise.all([sendChunk(1, 'def'), sendChunk(0, 'abc'), sendChunk(2, 'ghi')]);
    assert.equal(results.filter(({ isComplete }) => isComplete).length, 1);
    assert.equal(await content('0'), 'abcdefghi');
  });
});

test('what nobody touches for two hours is gone', async () => {
  await sendFile('0', 'old');
  server.pass(2 * 3_600_000 + 1);
  await assert.rejects(
    server.as('fry', (session) => getBatch(session, batch)),
    refusal(404),
  );
  const swept = await sweepBatches(server.repository);
  assert.ok(swept > 0);
});
