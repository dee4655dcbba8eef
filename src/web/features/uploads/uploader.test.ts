import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failure, unreachable } from './test-upload-server.ts';
import { file, gate, home, settled, testUploads, untilTrue } from './test-uploader.ts';

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${index}.txt`);
const all = <P extends string>(of: readonly string[], phase: P): Record<string, P> =>
  Object.fromEntries(of.map((name) => [name, phase]));

for (const [kind, atOnce, size] of [
  ['four large files', 4, 1_000_001],
  ['six small ones', 6, 10],
] as const)
  test(`sends ${kind} at once and no more`, async () => {
    const { add, see, server } = testUploads();
    const held = gate();
    let inside = 0;
    let most = 0;
    server.before = async (call) => {
      if (!call.startsWith('whole')) return;
      inside += 1;
      most = Math.max(most, inside);
      await held.passed;
      inside -= 1;
    };
    const ten = names(10);
    await add(...ten.map((name) => file(name, name.padEnd(size))));
    await see({ ...all(ten, 'waiting'), ...all(ten.slice(0, atOnce), 'sending') });
    held.open();
    await see(all(ten, 'done'));
    assert.equal(most, atOnce);
    assert.equal(server.files.length, 10);
  });

test('a file that is refused stops no other, and goes on when asked to', async () => {
  const { add, see, server, line, uploader } = testUploads();
  server.before = (call) => {
    if (call === 'create 1.txt') throw failure(403, 'No');
  };
  await add(...names(3).map((name) => file(name)));
  await see({ '0.txt': 'done', '1.txt': 'failed', '2.txt': 'done' });
  assert.deepEqual(line('1.txt').problem, { kind: 'forbidden', detail: 'No' });
  server.before = () => {};
  uploader.retryFailed();
  await see(all(names(3), 'done'));
  // Files that had arrived were not sent again.
  assert.equal(server.calls.filter((call) => call === 'whole 1.txt').length, 1);
});

for (const [status, message, kind] of [
  [413, 'Uploads are limited to 10 bytes', 'too-large'],
  [413, 'The quota of this workspace is used up', 'quota'],
  [507, 'Insufficient storage', 'quota'],
  [404, 'Gone', 'gone'],
  [400, 'What is this?', 'refused'],
] as const) {
  test(`tells ${status} "${message}" as ${kind}`, async () => {
    const { add, see, server, line } = testUploads();
    server.before = (call) => {
      if (call.startsWith('whole')) throw failure(status, message);
    };
    await add(file('a.txt'));
    await see({ 'a.txt': 'failed' });
    assert.deepEqual(line('a.txt').problem, { kind, detail: message });
  });
}

test('pauses one line and goes on with it, while the others are sent', async () => {
  const { add, see, server, line, uploader } = testUploads();
  const held = gate();
  server.before = (call) => (call === 'whole a.txt' ? held.passed : undefined);
  await add(file('a.txt'), file('b.txt'));
  await see({ 'a.txt': 'sending', 'b.txt': 'done' });
  uploader.pause(line('a.txt').id);
  await see({ 'a.txt': 'paused', 'b.txt': 'done' });
  held.open();
  await uploader.resume(line('a.txt').id);
  await see({ 'a.txt': 'done', 'b.txt': 'done' });
  assert.equal(server.files.length, 2);
});

test('while all is paused nothing is begun, not even what is added; one line can be let go on', async () => {
  const { add, see, server, line, uploader } = testUploads();
  const held = gate();
  server.before = (call) => (call.startsWith('whole') ? held.passed : undefined);
  await add(file('a.txt'));
  await see({ 'a.txt': 'sending' });
  uploader.pauseAll();
  held.open();
  await add(file('b.txt'), file('c.txt'));
  await see({ 'a.txt': 'paused', 'b.txt': 'paused', 'c.txt': 'paused' });
  await uploader.resume(line('b.txt').id);
  await see({ 'a.txt': 'paused', 'b.txt': 'done', 'c.txt': 'paused' });
  await uploader.resumeAll();
  await see({ 'a.txt': 'done', 'b.txt': 'done', 'c.txt': 'done' });
  assert.equal(server.files.length, 3);
});

test('a cancelled line leaves no document and gives its batch back', async () => {
  const { add, see, server, line, uploader, stored: storedLines } = testUploads();
  server.before = (call) => (call === 'whole a.txt' ? gate().passed : undefined);
  await add(file('a.txt'), file('b.txt'));
  await see({ 'a.txt': 'sending', 'b.txt': 'done' });
  uploader.cancel([line('a.txt').id]);
  await see({ 'b.txt': 'done' });
  assert.deepEqual(
    server.files.map(({ name }) => name),
    ['b.txt'],
  );
  assert.equal(server.batches.size, 0);
  assert.equal(storedLines.size, 0);
});

test('when the server is gone nothing new is begun, and all goes on when it is back', async () => {
  const { add, see, server, line, uploader } = testUploads();
  const held = gate();
  let isGone = true;
  server.before = async (call) => {
    if (!call.startsWith('whole')) return;
    await held.passed;
    if (isGone) throw unreachable();
  };
  const ten = names(10);
  await add(...ten.map((name) => file(name)));
  await see({ ...all(ten, 'waiting'), ...all(ten.slice(0, 6), 'sending') });
  held.open();
  await see({ ...all(ten, 'waiting'), ...all(ten.slice(0, 6), 'paused') });
  assert.equal(line('0.txt').problem?.kind, 'connection');
  assert.equal(uploader.store.getState().held, 'connection');
  const before = server.calls.length;
  await settled();
  assert.equal(server.calls.length, before);
  isGone = false;
  uploader.reconnected();
  await see(all(ten, 'done'));
  assert.equal(uploader.store.getState().held, null);
});

test('lines that met different troubles all go on when one of them is over', async () => {
  const { add, see, server, uploader } = testUploads();
  const lost = gate();
  let isBack = false;
  server.before = async (call) => {
    if (isBack || !call.startsWith('whole')) return;
    if (call.includes('b.txt')) await lost.passed;
    throw call.includes('b.txt') ? unreachable() : failure(401);
  };
  await add(file('a.txt'), file('b.txt'));
  await see({ 'a.txt': 'paused', 'b.txt': 'sending' });
  lost.open();
  await see({ 'a.txt': 'paused', 'b.txt': 'paused' });
  isBack = true;
  uploader.reconnected();
  await see({ 'a.txt': 'done', 'b.txt': 'done' });
});

test('what the person paused stays paused when the server is back', async () => {
  const { add, see, server, uploader } = testUploads();
  server.before = () => {
    throw unreachable();
  };
  await add(file('a.txt'));
  await see({ 'a.txt': 'paused' });
  uploader.pauseAll();
  server.before = () => {};
  uploader.reconnected();
  await settled();
  await see({ 'a.txt': 'paused' });
  await uploader.resumeAll();
  await see({ 'a.txt': 'done' });
});

test('a busy server is asked again by itself, less and less often', async () => {
  const { add, see, server, waits } = testUploads();
  let refusals = 10;
  server.before = (call) => {
    if (!call.startsWith('whole')) return;
    refusals -= 1;
    if (refusals >= 0) throw failure(503);
  };
  await add(file('a.txt'));
  await see({ 'a.txt': 'done' });
  // Four attempts of one piece, then all lines wait, longer each time.
  assert.deepEqual(waits, [0, 1, 2, 1, 0, 1, 2, 2, 0, 1]);
});

test('two files of one name in one folder never race for it', async () => {
  const { add, see, server } = testUploads();
  await add(file('a.txt', 'first'), file('b.txt'));
  await add(file('a.txt', 'second'));
  await untilTrue(() => server.files.length === 2);
  assert.deepEqual(server.files.map(({ name }) => name).sort(), ['a.txt', 'b.txt']);
  await see({ 'a.txt': 'conflict', 'b.txt': 'done' });
});

test('makes each folder of a tree once, empty ones too, and uses those that are there', async () => {
  const { add, see, server } = testUploads();
  server.folders.set('f0', { title: 'Deeds', parentId: home.id });
  await add(
    file('1.txt', '1', 'Deeds', 'Annexes'),
    file('2.txt', '2', 'Deeds', 'Annexes'),
    file('3.txt', '3', 'Deeds'),
    { kind: 'folder', steps: ['Deeds'], name: 'Empty' },
  );
  await see({ '1.txt': 'done', '2.txt': 'done', '3.txt': 'done', Empty: 'done' });
  const made = server.calls.filter((call) => call.startsWith('make folder'));
  assert.deepEqual(made.sort(), ['make folder Annexes', 'make folder Empty']);
  const annexes = [...server.folders].find(([, { title }]) => title === 'Annexes');
  assert.deepEqual(server.files.map(({ name, folderId }) => [name, folderId]).sort(), [
    ['1.txt', annexes?.[0]],
    ['2.txt', annexes?.[0]],
    ['3.txt', 'f0'],
  ]);
});

test('a folder that takes no files says so before a byte leaves', async () => {
  const { add, see, server, line } = testUploads();
  server.types = ['Workspace'];
  await add(file('a.txt'));
  await see({ 'a.txt': 'failed' });
  assert.equal(line('a.txt').problem?.kind, 'no-files-here');
  assert.equal(server.batches.size, 0);
});

test('who may not add to a folder is refused before a byte leaves, and goes on once it is allowed', async () => {
  const { add, see, server, line, uploader } = testUploads();
  server.mayAdd = false;
  await add(file('a.txt'));
  await see({ 'a.txt': 'failed' });
  assert.equal(line('a.txt').problem?.kind, 'forbidden');
  assert.equal(server.batches.size, 0);
  server.mayAdd = true;
  uploader.retryFailed();
  await see({ 'a.txt': 'done' });
});

test('once closed it sends nothing more, and keeps the queue for its owner', async () => {
  const { add, see, server, uploader, stored: storedLines } = testUploads();
  server.before = (call) => (call.startsWith('whole') ? gate().passed : undefined);
  await add(...names(8).map((name) => file(name)));
  await see({ ...all(names(8), 'waiting'), ...all(names(6), 'sending') });
  uploader.close();
  const before = server.calls.length;
  uploader.reconnected();
  await uploader.resumeAll();
  await settled();
  assert.equal(server.calls.length, before);
  assert.equal(storedLines.size, 8);
});

test('a file that cannot be read any more asks to be chosen again', async () => {
  const { add, see, line, uploader, reopen } = testUploads();
  await add({ kind: 'unreadable', steps: [], name: 'a.txt' }, file('b.txt'));
  await see({ 'a.txt': 'interrupted', 'b.txt': 'done' });
  assert.equal(line('a.txt').problem?.kind, 'unreadable');
  assert.equal(await reopen(file('b.txt')), 0);
  assert.equal(await reopen(file('a.txt')), 1);
  await see({ 'a.txt': 'done', 'b.txt': 'done' });
  uploader.clear();
  await see({});
});

test('many small files take few batches and few questions, and leave no batch behind', async () => {
  const { add, see, server, stored: storedLines } = testUploads();
  const many = names(250);
  await add(...many.map((name) => file(name)));
  await see(all(many, 'done'));
  const count = (word: string) => server.calls.filter((call) => call.startsWith(word)).length;
  assert.deepEqual([count('whole'), count('create')], [250, 250]);
  assert.equal(count('batch'), 3);
  assert.ok(count('find') <= 3, `${count('find')} questions`);
  assert.ok(await untilTrue(() => server.batches.size === 0));
  assert.equal(storedLines.size, 0);
});

test('a batch stays for the files that still need it, also after a reload', async () => {
  const before = testUploads();
  before.server.before = (call) => (call === 'create 1.txt' ? gate().passed : undefined);
  await before.add(...names(3).map((name) => file(name)));
  await before.see({ '0.txt': 'done', '1.txt': 'finishing', '2.txt': 'done' });
  assert.equal(before.server.batches.size, 1);
  before.uploader.close();
  before.server.before = () => {};
  const after = testUploads({ stored: before.stored, server: before.server, tab: 'next' });
  before.server.calls.length = 0;
  await after.uploader.restore(new Set());
  await after.see({ '1.txt': 'done' });
  assert.equal(after.server.calls.filter((call) => call.startsWith('whole')).length, 0);
  assert.ok(await untilTrue(() => after.server.batches.size === 0));
  assert.deepEqual(after.server.files.map(({ name }) => name).sort(), names(3));
});

test('a document that came without its file gets it', async () => {
  const { add, see, server } = testUploads();
  let isLost = false;
  server.before = (call) => {
    if (call !== 'create 1.txt' || isLost) return;
    isLost = true;
    server.batches.clear();
  };
  await add(...names(2).map((name) => file(name)));
  await see(all(names(2), 'done'));
  const contents = server.files.map(async ({ name, bytes }) => [name, await bytes?.text()] as const);
  assert.deepEqual(Object.fromEntries(await Promise.all(contents)), { '0.txt': '0.txt', '1.txt': '1.txt' });
});
