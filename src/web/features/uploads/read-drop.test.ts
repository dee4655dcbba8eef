import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Found } from './file-source.ts';
import { type Reading, readDrop, readFiles } from './read-drop.ts';

function entryOf(name: string) {
  const getParent = (): void => {};
  const filesystem: FileSystem = {
    name: 'dropped',
    get root() {
      return folderEntry('', []);
    },
  };
  return { name, fullPath: `/${name}`, filesystem, getParent };
}

function fileEntry(name: string, isReadable = true): FileSystemFileEntry {
  return {
    ...entryOf(name),
    isFile: true,
    isDirectory: false,
    file: (onFile: FileCallback, onError?: ErrorCallback) =>
      isReadable ? onFile(new File([name], name)) : onError?.(new DOMException('No', 'NotReadableError')),
  };
}

function folderEntry(name: string, inside: readonly FileSystemEntry[] | null): FileSystemDirectoryEntry {
  return {
    ...entryOf(name),
    isFile: false,
    isDirectory: true,
    getFile: () => {},
    getDirectory: () => {},
    createReader: () => {
      const left = [...(inside ?? [])];
      return {
        // Browsers return a hundred entries at a time, and an empty list at the end.
        readEntries: (onEntries: FileSystemEntriesCallback, onError?: ErrorCallback) =>
          inside === null
            ? onError?.(new DOMException('No', 'NotReadableError'))
            : onEntries(left.splice(0, 100)),
      };
    },
  };
}

async function read(...entries: readonly FileSystemEntry[]): Promise<Reading> {
  const dropped = entries.map((entry) => ({ entry, handle: Promise.resolve(null) }));
  return sumOf(readDrop({ entries: dropped, files: [] }));
}

async function sumOf(readings: AsyncIterable<Reading>): Promise<Reading> {
  const found: Found[] = [];
  let junk = 0;
  for await (const reading of readings) {
    found.push(...reading.found);
    junk += reading.junk;
  }
  return { found, junk };
}

function outline(found: readonly Found[]): readonly string[] {
  return found
    .map((one) => `${one.kind} ${[...one.steps, one.kind === 'file' ? one.file.name : one.name].join('/')}`)
    .sort();
}

test('keeps the structure, empty folders too, and leaves out the system’s own', async () => {
  const { found, junk } = await read(
    folderEntry('Deeds', [
      fileEntry('1.txt'),
      fileEntry('.DS_Store'),
      folderEntry('Empty', []),
      folderEntry('As good as empty', [fileEntry('Thumbs.db')]),
      folderEntry('Deep', [folderEntry('Deeper', [fileEntry('2.txt')])]),
    ]),
    fileEntry('3.txt'),
  );
  assert.deepEqual(outline(found), [
    'file 3.txt',
    'file Deeds/1.txt',
    'file Deeds/Deep/Deeper/2.txt',
    'folder Deeds/As good as empty',
    'folder Deeds/Empty',
  ]);
  assert.equal(junk, 2);
});

test('reads all of a folder of hundreds', async () => {
  const names = Array.from({ length: 350 }, (_, index) => `${index}.txt`);
  const { found } = await read(
    folderEntry(
      'Many',
      names.map((name) => fileEntry(name)),
    ),
  );
  assert.equal(found.length, 350);
});

test('tells of what cannot be read and goes on with the rest', async () => {
  const { found } = await read(
    folderEntry('Deeds', [
      fileEntry('closed.txt', false),
      fileEntry('open.txt'),
      folderEntry('Closed', null),
    ]),
  );
  assert.deepEqual(outline(found), [
    'file Deeds/open.txt',
    'unreadable Deeds/Closed',
    'unreadable Deeds/closed.txt',
  ]);
});

test('composes the names that macOS takes apart, and remembers how the disk spells them', async () => {
  const { found } = await read(folderEntry('E\u0301te\u0301', [fileEntry('a\u0300.txt')]));
  const [one] = found;
  assert.ok(one?.kind === 'file');
  assert.deepEqual(one.steps, ['\u00c9t\u00e9']);
  assert.deepEqual(one.path, ['a\u0300.txt']);
});

const picked = (name: string, path: string): File =>
  Object.defineProperty(new File(['x'], name), 'webkitRelativePath', { value: path });

test('picked files come with their way in the picked folder, and without the system’s own', async () => {
  const { found, junk } = await sumOf(
    readFiles([
      picked('x.txt', ''),
      picked('y.txt', 'Deeds/Annexes/y.txt'),
      picked('.DS_Store', 'Deeds/.DS_Store'),
    ]),
  );
  assert.deepEqual(outline(found), ['file Deeds/Annexes/y.txt', 'file x.txt']);
  assert.equal(junk, 1);
});

test('picked files come a hundred at a time', async () => {
  const files = Array.from({ length: 250 }, (_, index) => picked(`${index}.txt`, ''));
  const counts: number[] = [];
  for await (const { found } of readFiles(files)) counts.push(found.length);
  assert.deepEqual(counts, [100, 100, 50]);
});
