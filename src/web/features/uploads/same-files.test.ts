import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSameFiles } from './same-files.ts';
import type { TestUploadServer } from './test-upload-server.ts';
import { file, home, settled, testUploads } from './test-uploader.ts';

function hold(server: TestUploadServer, name: string, bytes: string): void {
  server.files.push({
    id: `filed ${name}`,
    folderId: 'elsewhere',
    name,
    type: 'File',
    bytes: new Blob([bytes]),
  });
}

test('a file whose bytes are filed already is asked about before any of them leaves', async () => {
  const { add, see, server, line } = testUploads();
  hold(server, 'lease.pdf', 'the lease');
  await add(file('copy.pdf', 'the lease'), file('other.pdf', 'something else'));
  await see({ 'copy.pdf': 'duplicate', 'other.pdf': 'done' });
  assert.deepEqual(line('copy.pdf').same, {
    id: 'filed lease.pdf',
    title: 'lease.pdf',
    path: '/elsewhere/lease.pdf',
    mayReplace: true,
  });
  assert.ok(!server.calls.includes('whole copy.pdf'));
});

test('links, makes a version, keeps both, or skips', async () => {
  const { add, see, server, line, uploader } = testUploads();
  for (const name of ['a', 'b', 'c', 'd']) hold(server, name, `bytes of ${name}`);
  await add(...['a', 'b', 'c', 'd'].map((name) => file(`${name}.txt`, `bytes of ${name}`)));
  await see({ 'a.txt': 'duplicate', 'b.txt': 'duplicate', 'c.txt': 'duplicate', 'd.txt': 'duplicate' });
  uploader.decideSame([line('a.txt').id], 'link');
  uploader.decideSame([line('b.txt').id], 'version');
  uploader.decideSame([line('c.txt').id], 'keep-both');
  uploader.decideSame([line('d.txt').id], 'skip');
  await see({ 'a.txt': 'done', 'b.txt': 'done', 'c.txt': 'done', 'd.txt': 'skipped' });
  assert.deepEqual(server.calls.filter((call) => /^(link|replace|create|whole)/.test(call)).sort(), [
    'create c.txt',
    'link filed a',
    'replace filed b',
    'whole b.txt',
    'whole c.txt',
  ]);
});

test('a version of what one may not change is asked about again', async () => {
  const { add, see, server, line, uploader } = testUploads();
  server.mayReplace = false;
  hold(server, 'a', 'same');
  await add(file('a.txt', 'same'));
  await see({ 'a.txt': 'duplicate' });
  uploader.decideSame([line('a.txt').id], 'version');
  await settled();
  await see({ 'a.txt': 'duplicate' });
});

test('one answer for all counts for those that are found later', async () => {
  const { add, see, server, uploader } = testUploads();
  const held = ['0', '1', '2', '3', '4', '5'];
  for (const name of held) hold(server, name, name);
  await add(...held.map((name) => file(`${name}.txt`, name)), file('new.txt'));
  uploader.decideAllSame('skip');
  const skipped = Object.fromEntries(held.map((name) => [`${name}.txt`, 'skipped' as const]));
  await see({ ...skipped, 'new.txt': 'done' });
});

test('two equal files of one drop are no duplicates of each other', async () => {
  const { add, see } = testUploads();
  await add(file('LICENCE', 'the same words', 'one'));
  await see({ LICENCE: 'done' });
  await add(file('copy', 'the same words', 'two'));
  await see({ LICENCE: 'done', copy: 'done' });
});

test('small files are looked for together', async () => {
  const { add, see, server } = testUploads();
  const names = Array.from({ length: 30 }, (_, index) => `${index}.txt`);
  await add(...names.map((name) => file(name)));
  await see(Object.fromEntries(names.map((name) => [name, 'done' as const])));
  assert.ok(server.calls.filter((call) => call.startsWith('same ')).length < 5);
});

test('empty and large files are not looked at, and a question that fails stops nothing', async () => {
  let questions = 0;
  const findSame = async () => {
    questions += 1;
    throw new Error('No answer');
  };
  const { signal } = new AbortController();
  const sames = createSameFiles(
    { findSame },
    async () => 'digest',
    () => false,
  );
  const find = (id: string, bytes: Blob) =>
    sames.find({ id, size: bytes.size, file: bytes }, () => [], signal);
  assert.equal(await find('empty', new Blob([])), null);
  const large = new Blob([]);
  Object.defineProperty(large, 'size', { value: 65_000_000 });
  assert.equal(await find('large', large), null);
  assert.equal(questions, 0);
  assert.equal(await find('small', new Blob(['x'])), null);
  assert.equal(questions, 1);
});

test('a drop on a document is its new file, and one on its panel an attachment', async () => {
  const { addTo, see, server } = testUploads();
  hold(server, 'lease', 'old');
  const lease = { id: 'filed lease', title: 'lease' };
  server.mayAdd = false;
  await addTo(lease, 'version', file('new.pdf', 'new'));
  await addTo(lease, 'attachment', file('annex 1.pdf', 'one'), file('annex 2.pdf', 'two'));
  await see({ 'new.pdf': 'done', 'annex 1.pdf': 'done', 'annex 2.pdf': 'done' });
  const [stored] = server.files;
  assert.equal(await stored?.bytes?.text(), 'new');
  const texts = await Promise.all((stored?.attachments ?? []).map((one) => one.text()));
  assert.deepEqual(texts.sort(), ['one', 'two']);
  assert.equal(server.files.length, 1);
});

test('a file that is attached already is asked about', async () => {
  const { addTo, see, server, line, uploader } = testUploads();
  hold(server, 'lease', 'old');
  const lease = { id: 'filed lease', title: 'lease' };
  await addTo(lease, 'attachment', file('annex.pdf', 'annex'));
  await see({ 'annex.pdf': 'done' });
  uploader.clear();
  await addTo(lease, 'attachment', file('annex.pdf', 'annex'));
  await see({ 'annex.pdf': 'conflict' });
  assert.equal(server.files[0]?.attachments?.length, 1);
  uploader.decide([line('annex.pdf').id], 'keep-both');
  await see({ 'annex.pdf': 'done' });
  assert.equal(server.files[0]?.attachments?.length, 2);
});

test('an attachment whose answer was lost is not attached twice', async () => {
  const { addTo, see, server, line, uploader } = testUploads();
  hold(server, 'lease', 'old');
  let lost = false;
  server.after = (call) => {
    if (!call.startsWith('attach') || lost) return;
    lost = true;
    throw new Error('The line was cut');
  };
  await addTo({ id: 'filed lease', title: 'lease' }, 'attachment', file('annex.pdf', 'annex'));
  await see({ 'annex.pdf': 'failed' });
  await uploader.resume(line('annex.pdf').id);
  await see({ 'annex.pdf': 'done' });
  assert.equal(server.files[0]?.attachments?.length, 1);
});

test('what is written while the bytes travel is filed with them, and nothing before that', async () => {
  const { add, see, server, line, uploader } = testUploads();
  server.types = ['File', 'Contract'];
  uploader.setDescribing(true);
  await add(file('a.txt'), file('b.txt'));
  await see({ 'a.txt': 'described', 'b.txt': 'described' });
  assert.equal(server.files.length, 0);
  await uploader.describe([line('a.txt').id], { type: 'Contract', properties: { 'ct:party': 'Ada' } });
  uploader.setDescribing(false);
  await see({ 'a.txt': 'done', 'b.txt': 'done' });
  const found = server.files.map(({ name, type, properties }) => [name, type, properties]);
  assert.deepEqual(found.sort(), [
    ['a.txt', 'Contract', { 'ct:party': 'Ada' }],
    ['b.txt', 'File', {}],
  ]);
  // The bytes were sent only once.
  assert.equal(server.calls.filter((call) => call === 'whole a.txt').length, 1);
  await uploader.describe([line('b.txt').id], { type: null, properties: { 'dc:source': 'the attic' } });
  const late = server.files.filter(({ name }) => name === 'b.txt').map(({ properties }) => properties);
  assert.deepEqual(late, [{ 'dc:source': 'the attic' }]);
});

test('a drop that is larger than the room begins on request, with what fits', async () => {
  const { add, see, server, uploader } = testUploads();
  server.limit = async () => ({ left: 2_500_000, title: 'Deeds' });
  const bytes = (name: string) => file(name, `${name}${'x'.repeat(1_200_000)}`);
  await add(bytes('1'), bytes('2'), bytes('3'));
  await see({ 1: 'paused', 2: 'paused', 3: 'paused' });
  const { shortage } = uploader.store.getState();
  assert.deepEqual([shortage?.needed, shortage?.left, shortage?.title], [3_600_003, 2_500_000, 'Deeds']);
  assert.equal(server.batches.size, 0);
  uploader.startWhatFits();
  await see({ 1: 'done', 2: 'done', 3: 'paused' });
  assert.equal(uploader.store.getState().shortage, null);
});

test('what is on its way counts, and a drop that is too large can be given up', async () => {
  const { add, see, server, uploader } = testUploads();
  server.limit = async () => ({ left: 2_000_000, title: 'Deeds' });
  const bytes = (name: string) => file(name, `${name}${'x'.repeat(1_200_000)}`);
  uploader.pauseAll();
  await add(bytes('first'));
  await add(bytes('second'));
  assert.equal(uploader.store.getState().shortage?.left, 2_000_000 - 1_200_005);
  uploader.cancelShortage();
  await see({ first: 'paused' });
});

test('a server that does not answer about its room holds nothing up', async () => {
  const { add, see, server } = testUploads();
  server.limit = async () => {
    throw new Error('No answer');
  };
  await add(file('a', 'x'.repeat(1_200_000)));
  await see({ a: 'done' });
  assert.equal(server.files[0]?.folderId, home.id);
});
