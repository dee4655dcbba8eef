import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createIndexWait } from './index-wait.ts';
import { homeId, testUploadServer } from './test-upload-server.ts';
import { file, type Phases, settled, testUploads } from './test-uploader.ts';

const names = Array.from({ length: 40 }, (_, index) => `${index}.txt`);
const allDone: Phases = Object.fromEntries(names.map((name) => [name, 'done']));

test('many files wait for the index once, and their folder is listed again after it', async () => {
  const { add, see, server, filed } = testUploads();
  let listedBefore = 0;
  server.before = (call) => {
    if (call === 'wait for the index') listedBefore = filed.length;
  };
  await add(...names.map((name) => file(name)));
  await see(allDone);
  await settled();
  const made = server.calls.filter((call) => call.startsWith('create '));
  assert.equal(made.length, names.length);
  assert.ok(made.filter((call) => call.endsWith(', indexed later')).length >= names.length / 2);
  assert.equal(server.calls.filter((call) => call === 'wait for the index').length, 1);
  assert.equal(listedBefore, names.length);
  assert.deepEqual(filed.slice(listedBefore), [{ uids: [], folders: [homeId] }]);
});

test('a few files wait each by itself', async () => {
  const { add, see, server } = testUploads();
  await add(file('one.txt'), file('two.txt'));
  await see({ 'one.txt': 'done', 'two.txt': 'done' });
  await settled();
  assert.deepEqual(
    server.calls.filter((call) => /indexed later|wait for/.test(call)),
    [],
  );
});

test('a server that cannot wait still has its folder listed again', async () => {
  const { add, see, server, filed } = testUploads();
  server.before = (call) => {
    if (call === 'wait for the index') throw new Error('no such operation');
  };
  await add(...names.map((name) => file(name)));
  await see(allDone);
  await settled();
  assert.deepEqual(filed.at(-1), { uids: [], folders: [homeId] });
});

test('a name is taken although the index does not know its document yet', async () => {
  const real = testUploadServer();
  const { signal } = new AbortController();
  const lagging = { ...real, findFiles: async () => new Map() };
  const { server, catchUp } = createIndexWait(lagging, () => true);
  const batchId = await real.createBatch(signal);
  const slot = { batchId, index: 0, shared: true };
  const lease = {
    folderId: homeId,
    type: 'File',
    name: 'lease.txt',
    size: 3,
    properties: {},
    slot,
    key: 'k',
  };
  const { id } = await server.createFile(lease, signal);
  const found = await server.findFiles(homeId, ['lease.txt', 'deed.txt'], signal);
  assert.deepEqual(
    [...found].map(([name, existing]) => [name, existing.id, existing.size]),
    [['lease.txt', id, 3]],
  );
  assert.deepEqual(await catchUp(), new Set([homeId]));
  assert.equal((await server.findFiles(homeId, ['lease.txt'], signal)).size, 0);
});

test('details of many wait for the index once', async () => {
  const { uploader, add, see, server } = testUploads();
  await add(file('one.txt'), file('two.txt'));
  await see({ 'one.txt': 'done', 'two.txt': 'done' });
  server.calls.length = 0;
  await uploader.describe([...uploader.store.getState().items.keys()], {
    type: null,
    properties: { 'dc:source': 'archive' },
  });
  assert.deepEqual(server.calls, [
    'describe d2, indexed later',
    'describe d3, indexed later',
    'wait for the index',
  ]);
});
