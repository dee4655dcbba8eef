import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatches } from './batches.ts';
import { sendFile } from './send-file.ts';
import { failure, testUploadServer, unreachable } from './test-upload-server.ts';
import { gate } from './test-uploader.ts';
import type { Slot } from './upload-server.ts';

// Three pieces with different content.
const bytes = new Uint8Array(13_000_000).map((_, at) => at % 251);
const named = (name: string, content: Uint8Array<ArrayBuffer>) => ({
  name,
  type: '',
  size: content.length,
  bytes: content.buffer,
});
const short = (text: string) => named(`${text}.txt`, new TextEncoder().encode(text));
const big = named('big.bin', bytes);
const chunks = (calls: readonly string[]) => calls.filter((call) => call.startsWith('chunk'));

function sending(stop = new AbortController()) {
  const server = testUploadServer();
  const waits: number[] = [];
  const sent: number[] = [];
  const ports = {
    server,
    batches: createBatches(server, () => new Set()),
    wait: async (attempt: number) => {
      waits.push(attempt);
    },
  };
  const send = (earlier: Slot | null = null, file = big) =>
    sendFile(ports, {
      file,
      slot: earlier,
      signal: stop.signal,
      onSlot: () => {},
      onSent: (amount) => sent.push(amount),
    });
  /** The bytes a document made from it would have. */
  const arrived = async ({ batchId, index }: Slot): Promise<Uint8Array> => {
    const pieces = [...(server.batches.get(batchId)?.get(index)?.pieces ?? [])];
    const ordered = pieces.sort(([one], [other]) => one - other);
    return new Uint8Array(await new Blob(ordered.map(([, piece]) => piece)).arrayBuffer());
  };
  return { server, waits, sent, send, arrived, stop };
}

test('sends a large file in pieces that make the same file again', async () => {
  const { send, server, sent, arrived } = sending();
  const batch = await send();
  assert.deepEqual(chunks(server.calls), ['chunk big.bin 0', 'chunk big.bin 1', 'chunk big.bin 2']);
  assert.deepEqual(await arrived(batch), bytes);
  assert.equal(sent.at(-1), big.size);
  assert.deepEqual(
    sent,
    sent.toSorted((one, other) => one - other),
  );
});

test('tries a piece again after a while when the server is busy, and gives up in the end', async () => {
  const { send, server, waits } = sending();
  server.before = (call) => {
    if (call === 'chunk big.bin 1') throw failure(503);
  };
  await assert.rejects(send(), { status: 503 });
  assert.deepEqual(waits, [0, 1, 2]);
  assert.equal(chunks(server.calls).length, 1 + 4);
});

test('does not try again what the server does not want', async () => {
  const { send, server, waits } = sending();
  server.before = (call) => {
    if (call.startsWith('chunk')) throw failure(413);
  };
  await assert.rejects(send(), { status: 413 });
  assert.deepEqual(waits, []);
});

test('does not send twice a piece whose answer was lost', async () => {
  const { send, server, arrived } = sending();
  let isLost = true;
  server.after = (call) => {
    if (call !== 'chunk big.bin 1' || !isLost) return;
    isLost = false;
    throw unreachable('timeout');
  };
  const batch = await send();
  assert.equal(chunks(server.calls).length, 3);
  assert.deepEqual(await arrived(batch), bytes);
});

test('goes on with what the server does not have yet', async () => {
  const { send, server, sent, arrived } = sending();
  server.before = (call) => {
    if (call === 'chunk big.bin 2') throw unreachable();
  };
  await assert.rejects(send());
  const [batchId = ''] = server.batches.keys();
  const slot = { batchId, index: 0, shared: false };
  server.before = () => {};
  server.calls.length = 0;
  sent.length = 0;
  assert.equal(await send(slot), slot);
  assert.deepEqual(server.calls, [`arrived ${batchId}`, 'chunk big.bin 2']);
  assert.equal(sent[0], 10 * 1024 * 1024);
  assert.deepEqual(await arrived(slot), bytes);
});

test('sends nothing when all is there', async () => {
  const { send, server, sent } = sending();
  const batch = await send();
  server.calls.length = 0;
  assert.equal(await send(batch), batch);
  assert.deepEqual(server.calls, [`arrived ${batch.batchId}`]);
  assert.equal(sent.at(-1), big.size);
});

test('begins anew when the server has forgotten the batch', async () => {
  const { send, server, arrived } = sending();
  const forgotten = await send();
  server.batches.clear();
  const batch = await send(forgotten);
  assert.notEqual(batch, forgotten);
  assert.deepEqual(await arrived(batch), bytes);
});

test('stops between two bytes when its signal is aborted', async () => {
  const { send, server, stop } = sending();
  server.before = async (call) => {
    if (call !== 'chunk big.bin 1') return;
    stop.abort(new Error('Paused'));
    await gate().passed;
  };
  await assert.rejects(send(), { message: 'Paused' });
  assert.deepEqual(chunks(server.calls), ['chunk big.bin 0', 'chunk big.bin 1']);
});

test('small files share a batch, and get another when the server has forgotten it', async () => {
  const { send, server, arrived } = sending();
  const first = await send(null, short('one'));
  const second = await send(null, short('two'));
  assert.deepEqual([second.batchId, second.index, second.shared], [first.batchId, 1, true]);
  server.batches.clear();
  const third = await send(null, short('three'));
  assert.notEqual(third.batchId, first.batchId);
  assert.deepEqual(await arrived(third), new TextEncoder().encode('three'));
});

test('a batch that is lost again and again is an error', async () => {
  const { send, server } = sending();
  server.before = (call) => {
    if (call.startsWith('whole')) throw failure(404);
  };
  await assert.rejects(send(null, short('one')), { status: 404 });
  assert.equal(server.calls.filter((call) => call === 'batch').length, 2);
});

test('a piece that arrived from another tab meanwhile is not sent again', async () => {
  const { send, server, arrived } = sending();
  server.before = (call) => {
    const [sent] = [...server.batches.values()].flatMap((files) => [...files.values()]);
    if (call === 'chunk big.bin 2') sent?.pieces.set(2, new Blob([bytes.slice(2 * 5_242_880)]));
  };
  assert.equal((await arrived(await send())).length, bytes.length);
  server.before = (call) => {
    if (call === 'chunk big.bin 1') throw failure(500, 'The disk is on fire');
  };
  await assert.rejects(send(), /on fire/);
});
