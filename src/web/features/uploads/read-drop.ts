/**
 * Reads dropped or picked files folder by folder, so that the first files of a large tree can start at once.
 * Invariant: an entry that cannot be read is reported and does not stop the others; names are composed (NFC) as the
 * server's.
 */
import { randomText } from '#web/api/random.ts';
import type { Dropped, DroppedEntry } from './dropped.ts';
import type { Found, FoundFile, Root } from './file-source.ts';
import { isJunk } from './junk.ts';
import type { Shortage } from './room.ts';

export interface Reading {
  readonly found: readonly Found[];
  /** Number of the operating system's own files that were left out. */
  readonly junk: number;
  /** Set if there is less room than all files need: none of them starts by itself. */
  readonly shortage?: Shortage;
}

/** An entry of the tree, and its path. */
interface Place {
  readonly entry: FileSystemEntry;
  readonly steps: readonly string[];
  readonly root: Root | null;
  readonly path: readonly string[];
}

const atOnce = 100;

export function readDrop({ entries, files }: Dropped): AsyncGenerator<Reading, void> {
  return entries.length === 0 ? readFiles(files) : readEntries(entries);
}

export async function* readFiles(files: readonly File[]): AsyncGenerator<Reading, void> {
  for (let start = 0; start < files.length; start += atOnce) {
    // Size and date of each file are read from disk; let the page work in between.
    if (start > 0) await new Promise((resolve) => setTimeout(resolve));
    const some = files.slice(start, start + atOnce);
    const wanted = some.filter(({ name }) => !isJunk(name));
    const found = wanted.map(
      (file): FoundFile => ({ kind: 'file', file, steps: stepsOf(file), root: null, path: [] }),
    );
    yield { found, junk: some.length - wanted.length };
  }
}

/** The files of a picked folder have their path in `webkitRelativePath`. */
function stepsOf(file: File): readonly string[] {
  return file.webkitRelativePath.split('/').slice(0, -1).map(composed);
}

async function* readEntries(entries: readonly DroppedEntry[]): AsyncGenerator<Reading, void> {
  let level: readonly Place[] = await Promise.all(
    entries.map(async ({ entry, handle }) => ({ entry, steps: [], root: rootOf(await handle), path: [] })),
  );
  while (level.length > 0) {
    let below: readonly Place[] = [];
    for (let start = 0; start < level.length; start += atOnce) {
      const places = await Promise.all(level.slice(start, start + atOnce).map(readPlace));
      const junk = places.reduce((sum, place) => sum + place.junk, 0);
      yield { found: places.flatMap(({ found }) => found), junk };
      below = below.concat(places.flatMap(({ inside }) => inside));
    }
    level = below;
  }
}

async function readPlace({
  entry,
  steps,
  root,
  path,
}: Place): Promise<Reading & { inside: readonly Place[] }> {
  const name = composed(entry.name);
  const nothing = { found: [], junk: 0, inside: [] };
  if (isJunk(entry.name)) return { ...nothing, junk: 1 };
  try {
    if (isFile(entry)) {
      const file = await fileOf(entry);
      return { ...nothing, found: [{ kind: 'file', file, steps, root, path }] };
    }
    if (!isDirectory(entry)) return nothing;
    const inside = await contentsOf(entry);
    const isEmpty = inside.every((one) => isJunk(one.name));
    return {
      found: isEmpty ? [{ kind: 'folder', steps, name }] : [],
      junk: 0,
      inside: inside.map((one) => ({
        entry: one,
        steps: [...steps, name],
        root,
        path: [...path, one.name],
      })),
    };
  } catch {
    return { ...nothing, found: [{ kind: 'unreadable', steps, name }] };
  }
}

function rootOf(handle: FileSystemHandle | null): Root | null {
  return handle === null ? null : { id: randomText(8), handle };
}

function composed(name: string): string {
  return name.normalize('NFC');
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Browsers return a hundred entries at a time. */
async function contentsOf(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
