/**
 * Reads what was dropped or picked, folder by folder, so that a tree of thousands begins to arrive at once.
 * Invariant: the entries are taken while the drop event lasts; names are composed (NFC) as the server's are.
 */
import type { Found, FoundFile } from './file-source.ts';
import { isJunk } from './junk.ts';

export interface Reading {
  readonly found: readonly Found[];
  /** Files of the system's own that were left out. */
  readonly junk: number;
}

/** Call in the drop event itself: afterwards the transfer is empty. */
export function readDrop(transfer: DataTransfer): AsyncGenerator<Reading, void> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const loose = entries.length === 0 ? [...transfer.files] : [];
  return entries.length === 0 ? readFiles(loose) : readEntries(entries);
}

export async function* readFiles(files: readonly File[]): AsyncGenerator<Reading, void> {
  const wanted = files.filter(({ name }) => !isJunk(name));
  yield { found: wanted.map((file) => found(file, stepsOf(file))), junk: files.length - wanted.length };
}

/** A picked folder's files carry their place in it. */
function stepsOf(file: File): readonly string[] {
  return file.webkitRelativePath.split('/').slice(0, -1).map(composed);
}

async function* readEntries(entries: readonly FileSystemEntry[]): AsyncGenerator<Reading, void> {
  const open: { readonly entry: FileSystemEntry; readonly steps: readonly string[] }[] = entries.map(
    (entry) => ({
      entry,
      steps: [],
    }),
  );
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { entry, steps } = next;
    if (isJunk(entry.name)) yield { found: [], junk: 1 };
    else if (isFile(entry)) yield { found: [found(await fileOf(entry), steps)], junk: 0 };
    else if (isDirectory(entry)) {
      const inside = await contentsOf(entry);
      const name = composed(entry.name);
      const kept = inside.filter((one) => !isJunk(one.name));
      if (kept.length === 0) yield { found: [{ kind: 'folder', steps, name }], junk: inside.length };
      else open.push(...inside.map((one) => ({ entry: one, steps: [...steps, name] })));
    }
  }
}

function composed(name: string): string {
  return name.normalize('NFC');
}

function found(file: File, steps: readonly string[]): FoundFile {
  return { kind: 'file', file, steps, handle: null, root: null };
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

/** Browsers give a hundred at a time. */
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
