import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openExportFolder } from './export-folder.ts';

const place = await realpath(await mkdtemp(join(tmpdir(), 'muniment-export-')));
after(() => rm(place, { recursive: true }));
const root = join(place, 'out');
await mkdir(root);
await mkdir(join(place, 'outside'));
const folder = await openExportFolder(root);
const content = (text: string) => ({
  size: text.length,
  localPath: undefined,
  stream: () => new Blob([text]).stream(),
});

test('nothing leaves the folder', async () => {
  await symlink(join(place, 'outside'), join(root, 'link'));
  for (const directory of ['..', '/etc', `${place}/outside`, 'a/../../outside', 'link', 'link/deep']) {
    await assert.rejects(folder.write(directory, 'x', content('x')), { code: 'badRequest' }, directory);
  }
  await folder.write('', '../../outside/x', content('x'));
  await folder.write('', '..', content('x'));
  assert.deepEqual(await readdir(join(place, 'outside')), []);
});

test('files appear below it, and replace those of their name', async () => {
  for (const text of ['first', 'second']) await folder.write('a/b', 'café.txt', content(text));
  await folder.write(join(root, 'a'), 'c.txt', content('third'));
  assert.equal(await readFile(join(root, 'a/b/café.txt'), 'utf8'), 'second');
  assert.deepEqual((await readdir(join(root, 'a'))).toSorted(), ['b', 'c.txt']);
});

test('names that are too long, or would hide a file, are changed', async () => {
  for (const name of [`${'鍵'.repeat(100)}.txt`, `x.${'y'.repeat(199)}`, '.profile', ''])
    await folder.write('names', name, content('x'));
  const names = (await readdir(join(root, 'names'))).toSorted();
  assert.deepEqual(names, ['_', '_profile', `_${'y'.repeat(199)}`, `${'鍵'.repeat(65)}.txt`]);
});

test('a file that breaks off leaves nothing', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('gone')),
  });
  await assert.rejects(folder.write('broken', 'x', { ...content(''), stream: () => broken }), /gone/);
  assert.deepEqual(await readdir(join(root, 'broken')), []);
});
