import assert from 'node:assert/strict';
import { test } from 'node:test';
import { homeId, type TestUploadServer } from './test-upload-server.ts';
import { file, gate, settled, testUploads } from './test-uploader.ts';

function hold(server: TestUploadServer, ...names: readonly string[]): void {
  for (const name of names) {
    server.files.push({
      id: `old ${name}`,
      folderId: homeId,
      name,
      type: 'File',
      bytes: new Blob(['old']),
    });
  }
}

async function contents(server: TestUploadServer): Promise<Record<string, string>> {
  const texts = server.files.map(async ({ name, bytes }) => [name, (await bytes?.text()) ?? ''] as const);
  return Object.fromEntries((await Promise.all(texts)).sort());
}

test('a taken name is asked about before a byte leaves', async () => {
  const { add, see, server } = testUploads();
  hold(server, 'a.txt');
  await add(file('a.txt', 'new'));
  await see({ 'a.txt': 'conflict' });
  assert.equal(server.batches.size, 0);
  assert.deepEqual(await contents(server), { 'a.txt': 'old' });
});

test('replaces, keeps both under the next free name, or skips', async () => {
  const { add, see, server, line, uploader } = testUploads();
  hold(server, 'a.txt', 'b.txt', 'b (2).txt', 'c.txt');
  await add(file('a.txt', 'new a'), file('b.txt', 'new b'), file('c.txt', 'new c'));
  await see({ 'a.txt': 'conflict', 'b.txt': 'conflict', 'c.txt': 'conflict' });
  uploader.decide([line('a.txt').id], 'replace');
  uploader.decide([line('b.txt').id], 'keep-both');
  uploader.decide([line('c.txt').id], 'skip');
  await see({ 'a.txt': 'done', 'b (3).txt': 'done', 'c.txt': 'skipped' });
  assert.deepEqual(await contents(server), {
    'a.txt': 'new a',
    'b (2).txt': 'old',
    'b (3).txt': 'new b',
    'b.txt': 'old',
    'c.txt': 'old',
  });
});

test('one answer for all counts for those that come to a taken name later', async () => {
  const { add, see, server, uploader } = testUploads();
  const taken = ['0.txt', '2.txt', '3.txt', '4.txt', '5.txt'];
  hold(server, ...taken);
  server.folders.set('deeds', { title: 'Deeds', parentId: homeId });
  server.files.push({ id: 'old', folderId: 'deeds', name: '1.txt', type: 'File', bytes: new Blob(['old']) });
  const held = gate();
  server.before = (call) => (call === 'find 1.txt' ? held.passed : undefined);
  await add(file('1.txt', 'new', 'Deeds'), ...[...taken, 'free.txt'].map((name) => file(name, 'new')));
  taken.push('1.txt');
  const conflicts = Object.fromEntries(taken.map((name) => [name, 'conflict' as const]));
  await see({ ...conflicts, '1.txt': 'checking', 'free.txt': 'done' });
  uploader.decideAll('skip');
  held.open();
  await see({ ...Object.fromEntries(taken.map((name) => [name, 'skipped' as const])), 'free.txt': 'done' });
  // "For all" does not apply to a later drop.
  await add(file('free.txt', 'newer'));
  await see({
    ...Object.fromEntries(taken.map((name) => [name, 'skipped' as const])),
    'free.txt': 'conflict',
  });
});

test('one answer for all leaves free names as they are', async () => {
  for (const decision of ['replace', 'keep-both', 'skip'] as const) {
    const { add, see, server, uploader } = testUploads();
    const held = gate();
    server.before = (call) => (call.startsWith('find') ? held.passed : undefined);
    await add(file('a.txt', 'new'));
    await see({ 'a.txt': 'checking' });
    uploader.decideAll(decision);
    held.open();
    await see({ 'a.txt': 'done' });
    assert.deepEqual(await contents(server), { 'a.txt': 'new' });
  }
});

test('does not replace what may not be written', async () => {
  const { add, see, server, uploader } = testUploads();
  server.mayReplace = false;
  hold(server, 'a.txt');
  await add(file('a.txt', 'new'));
  await see({ 'a.txt': 'conflict' });
  uploader.decideAll('replace');
  await settled();
  await see({ 'a.txt': 'conflict' });
  uploader.decideAll('keep-both');
  await see({ 'a (2).txt': 'done' });
  assert.deepEqual(await contents(server), { 'a (2).txt': 'new', 'a.txt': 'old' });
});
