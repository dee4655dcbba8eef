import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unreachable } from './test-upload-server.ts';
import { file, gate, type TestUploads, testUploads, untilTrue, withSource } from './test-uploader.ts';

/** Closes the page in the middle, and opens another one with the same disk and server. */
function reload({ uploader, stored: storedLines, server }: TestUploads): TestUploads {
  uploader.close();
  server.before = () => {};
  server.after = () => {};
  server.calls.length = 0;
  return testUploads({ stored: storedLines, server, tab: 'next' });
}

/** A dropped folder as Chromium keeps it: readable only after the person has been asked. */
function folderHandle(files: Readonly<Record<string, File>>, answer: PermissionState = 'granted') {
  let state: PermissionState = 'prompt';
  const requests: string[] = [];
  const fileHandle = (name: string) => ({
    kind: 'file' as const,
    name,
    isSameEntry: async () => false,
    getFile: async () => {
      const found = files[name];
      if (state !== 'granted' || found === undefined) throw new DOMException('No', 'NotAllowedError');
      return found;
    },
  });
  const handle = {
    kind: 'directory' as const,
    name: 'dropped',
    isSameEntry: async () => false,
    getFileHandle: async (name: string) => fileHandle(name),
    requestPermission: async () => {
      requests.push('dropped');
      state = answer;
      return state;
    },
  };
  return { handle, requests: requests };
}

test('a queue of an earlier visit asks for its files again and goes on with the pieces that are there', async () => {
  const big = file('big.bin', new Uint8Array(13_000_000));
  const before = testUploads();
  before.server.before = (call) => (call === 'chunk big.bin 2' ? gate().passed : undefined);
  await before.add(big, file('done.txt'));
  await before.see({ 'big.bin': 'sending', 'done.txt': 'done' });

  const after = reload(before);
  await after.uploader.restore(new Set());
  await after.see({ 'big.bin': 'interrupted' });
  await after.add(big);
  await after.see({ 'big.bin': 'done' });
  assert.deepEqual(
    after.server.calls.filter((call) => call.startsWith('chunk')),
    ['chunk big.bin 2'],
  );
  assert.equal(after.stored.size, 0);
});

test('the same name elsewhere, or another file of that name, is not taken for the interrupted one', async () => {
  const before = testUploads();
  before.server.before = () => gate().passed;
  await before.add(file('a.txt', 'as it was', 'Deeds'));
  const after = reload(before);
  await after.uploader.restore(new Set());
  await after.see({ 'a.txt': 'interrupted' });
  assert.equal(await after.reopen(file('a.txt', 'as it was')), 0);
  assert.equal(await after.reopen(file('a.txt', 'longer than it was', 'Deeds')), 0);
  assert.equal(await after.reopen(file('a.txt', 'as it was', 'Deeds')), 1);
  await after.see({ 'a.txt': 'done' });
});

test('files of a kept folder go on after one question', async () => {
  const one = file('1.txt');
  const two = file('2.txt');
  const files = Object.fromEntries(
    [one, two].flatMap((found) => (found.kind === 'file' ? [[found.file.name, found.file]] : [])),
  );
  const { handle, requests } = folderHandle(files);
  const root = { id: 'r1', handle };
  const before = testUploads();
  before.server.before = (call) => (call.startsWith('whole') ? gate().passed : undefined);
  await before.add(withSource(one, { root, path: ['1.txt'] }), withSource(two, { root, path: ['2.txt'] }));
  await before.see({ '1.txt': 'sending', '2.txt': 'sending' });

  const after = reload(before);
  await after.uploader.restore(new Set());
  await after.see({ '1.txt': 'paused', '2.txt': 'paused' });
  assert.deepEqual(requests, []);
  await after.uploader.resumeAll();
  await after.see({ '1.txt': 'done', '2.txt': 'done' });
  assert.deepEqual(requests, ['dropped']);
});

test('who does not let us read again is asked for the files', async () => {
  const { handle } = folderHandle({}, 'denied');
  const before = testUploads();
  before.server.before = () => gate().passed;
  await before.add(withSource(file('1.txt'), { root: { id: 'r1', handle }, path: ['1.txt'] }));
  const after = reload(before);
  await after.uploader.restore(new Set());
  await after.see({ '1.txt': 'paused' });
  await after.uploader.resumeAll();
  await after.see({ '1.txt': 'interrupted' });
  await after.reopen(file('1.txt'));
  await after.see({ '1.txt': 'done' });
});

test('a file that changed since is not sent in parts of both', async () => {
  const old = file('big.bin', new Uint8Array(13_000_000));
  const changed = new File([new Uint8Array(12_000_000).fill(1)], 'big.bin', { lastModified: 2 });
  const { handle } = folderHandle({ 'big.bin': changed });
  const before = testUploads();
  before.server.before = (call) => (call === 'chunk big.bin 2' ? gate().passed : undefined);
  await before.add(withSource(old, { root: { id: 'r1', handle }, path: ['big.bin'] }));
  await before.see({ 'big.bin': 'sending' });
  const after = reload(before);
  await after.uploader.restore(new Set());
  await after.see({ 'big.bin': 'paused' });
  await after.uploader.resumeAll();
  await after.see({ 'big.bin': 'interrupted' });
  assert.equal(after.line('big.bin').problem?.kind, 'changed');
  await after.reopen({ kind: 'file', file: changed, steps: [], root: null, path: [] });
  await after.see({ 'big.bin': 'done' });
  const [made] = after.server.files;
  assert.deepEqual(
    new Uint8Array((await made?.bytes?.arrayBuffer()) ?? []),
    new Uint8Array(12_000_000).fill(1),
  );
});

test('an answer that was lost with the page makes no second document', async () => {
  const before = testUploads();
  before.server.after = (call) => (call === 'create a.txt' ? gate().passed : undefined);
  await before.add(file('a.txt'));
  await before.see({ 'a.txt': 'finishing' });
  const after = reload(before);
  await after.uploader.restore(new Set());
  // Does not ask for the file again: its document exists.
  await after.see({ 'a.txt': 'done' });
  assert.equal(after.server.files.length, 1);
  assert.ok(await untilTrue(() => after.stored.size === 0));
});

test('a file whose document was asked for and never made has to be chosen again', async () => {
  const before = testUploads();
  before.server.before = (call) => (call === 'create a.txt' ? gate().passed : undefined);
  await before.add(file('a.txt'));
  await before.see({ 'a.txt': 'finishing' });
  before.server.batches.clear();
  const after = reload(before);
  await after.uploader.restore(new Set());
  await after.see({ 'a.txt': 'interrupted' });
  await after.add(file('a.txt'));
  await after.see({ 'a.txt': 'done' });
  assert.equal(after.server.files.length, 1);
});

test('an answer that was lost on the way makes no second document', async () => {
  const { add, see, server, uploader } = testUploads();
  server.after = (call) => {
    if (call === 'create a.txt') throw unreachable();
  };
  await add(file('a.txt'));
  await see({ 'a.txt': 'paused' });
  server.after = () => {};
  uploader.reconnected();
  await see({ 'a.txt': 'done' });
  assert.equal(server.files.length, 1);
});

test('takes up neither what another tab is at work on, nor another person’s', async () => {
  const before = testUploads();
  before.server.before = () => gate().passed;
  await before.add(file('a.txt'));
  const next = testUploads({ stored: before.stored, server: before.server, tab: 'next' });
  await next.uploader.restore(new Set(['tab']));
  await next.see({});
  const [line] = before.stored.values();
  assert.ok(line);
  before.stored.set('theirs', { ...line, id: 'theirs', owner: 'bob' });
  await next.uploader.restore(new Set());
  await next.see({ 'a.txt': 'interrupted' });
  // Now the line is this tab's, so a third tab leaves it alone.
  assert.equal(before.stored.get(line.id)?.tab, 'next');
});

test('files that waited for the connection go on by themselves after a reload, with their bytes', async () => {
  const before = testUploads();
  before.server.before = () => {
    throw unreachable();
  };
  await before.add(file('first.txt', 'one'));
  await before.see({ 'first.txt': 'paused' });
  await before.add(file('second.txt', 'two'), file('large.bin', new Uint8Array(1)));
  await before.see({ 'first.txt': 'paused', 'second.txt': 'waiting', 'large.bin': 'waiting' });
  assert.deepEqual([...before.stored.values()].map(({ file: bytes }) => bytes?.name).toSorted(), [
    'first.txt',
    'large.bin',
    'second.txt',
  ]);
  const after = reload(before);
  await after.uploader.restore(new Set());
  await after.see({ 'first.txt': 'done', 'second.txt': 'done', 'large.bin': 'done' });
  assert.equal(after.stored.size, 0);
});

test('a drop that is larger than the room says so after a reload, too', async () => {
  const before = testUploads();
  before.server.limit = async () => ({ left: 2_000_000, title: 'Deeds' });
  const film = file('film.mov', new Uint8Array(3_200_000));
  await before.add(film);
  await before.see({ 'film.mov': 'paused' });

  const after = reload(before);
  await after.uploader.restore(new Set());
  await untilTrue(() => after.uploader.store.getState().shortage !== null);
  const { shortage } = after.uploader.store.getState();
  assert.deepEqual([shortage?.needed, shortage?.left, shortage?.ids], [3_200_000, 2_000_000, ['tab-1']]);
  after.uploader.cancelShortage();
  await after.see({});
  assert.equal(after.stored.size, 0);
});
