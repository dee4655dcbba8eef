import assert from 'node:assert/strict';
import { it } from 'node:test';
import { zipSync } from 'fflate';
import { openArchive } from './open-archive.ts';

const text = (words: string) => new TextEncoder().encode(words);

function archiveOf(bytes: Uint8Array) {
  const read: [number, number][] = [];
  const files = openArchive(bytes.length, async (start, end) => {
    read.push([start, end]);
    return bytes.slice(start, end);
  }).then((archive) => archive.files);
  return { files, read };
}

it('lists files by path, without folders, and unpacks one', async () => {
  const { files } = archiveOf(
    zipSync({ 'b/': new Uint8Array(), 'b/two.txt': text('second'), 'a.txt': text('first') }),
  );
  const found = await files;
  assert.deepEqual(
    found.map(({ path, bytes, isEncrypted }) => [path, bytes, isEncrypted]),
    [
      ['a.txt', 5, false],
      ['b/two.txt', 6, false],
    ],
  );
  assert.equal(await (await found[1]?.read())?.text(), 'second');
});

it('reads the end of a large archive only, in few pieces', async () => {
  const large = new Uint8Array(5_000_000).map((_, index) => (index * 7919) % 251);
  const bytes = zipSync({ 'large.bin': [large, { level: 0 }], 'small.txt': text('small') });
  const { files, read } = archiveOf(bytes);
  assert.equal((await files).length, 2);
  assert.ok(read.length <= 4, JSON.stringify(read));
  assert.ok(read.reduce((sum, [start, end]) => sum + end - start, 0) < 500_000);
});

it('refuses what is no archive', async () => {
  await assert.rejects(archiveOf(text('no archive, only words')).files);
});

it('refuses a table that would fill the memory of the page', async () => {
  const size = 2 ** 30;
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, 1000, true);
  end.setUint16(10, 1000, true);
  end.setUint32(12, 900_000_000, true);
  end.setUint32(16, size - 22 - 900_000_000, true);
  const ranges: number[] = [];
  const archive = openArchive(size, async (from, to) => {
    ranges.push(to - from);
    const bytes = new Uint8Array(to - from);
    if (from === 0) bytes.set([0x50, 0x4b]);
    if (to === size) bytes.set(new Uint8Array(end.buffer), bytes.length - 22);
    return bytes;
  });
  await assert.rejects(archive, /table of this file is too large/);
  assert.ok(Math.max(...ranges) < 1_000_000);
});

it('refuses a file whose bytes were changed', async () => {
  const bytes = zipSync({ 'a.txt': [text('a text that is stored as it is'), { level: 0 }] });
  const changed = bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte));
  const [entry] = await archiveOf(changed).files;
  await assert.rejects(async () => entry?.read());
});
