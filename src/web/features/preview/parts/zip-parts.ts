// Parts of a document that is a zip archive (workbooks, books), decompressed as they are read.
// Invariant: no part is decompressed beyond the bytes that its reader allows, whatever size the archive claims.
import { configure, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { RangeReader, type ReadRange } from './range-reader.ts';

export interface ZipParts {
  has(path: string): boolean;
  /** Stops at `mostBytes`, or when the loop ends. @throws if the part is missing or damaged */
  read(path: string, mostBytes: number): AsyncGenerator<Uint8Array, void, undefined>;
}

const mostEntries = 20_000;

export async function openZipParts(size: number, read: ReadRange): Promise<ZipParts> {
  // A worker would need a script of its own; the browser decompresses off the main thread anyway.
  configure({ useWebWorkers: false });
  const entries = new Map<string, FileEntry>();
  for await (const entry of new ZipReader(new RangeReader(size, read)).getEntriesGenerator()) {
    if (!entry.directory) entries.set(entry.filename, entry);
    if (entries.size === mostEntries) break;
  }
  return {
    has: (path) => entries.has(path),
    read: (path, mostBytes) => {
      const entry = entries.get(path);
      if (entry === undefined) throw new Error(`There is no ${path} in this file`);
      if (entry.encrypted) throw new Error('This file is locked with a password');
      return unpacked(entry, mostBytes);
    },
  };
}

async function* unpacked(entry: FileEntry, mostBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const reader = readable.getReader();
  const unpacking = entry.getData(writable);
  // An error reaches the reader; stopping early is not an error.
  unpacking.catch((cause: unknown) => reader.cancel(cause).catch(() => undefined));
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.length;
      yield value;
      if (bytes >= mostBytes) return;
    }
    await unpacking;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Reads a small part whole. @throws if it is larger than `mostBytes` */
export async function readWhole(
  parts: ZipParts,
  path: string,
  mostBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of parts.read(path, mostBytes + 1)) {
    chunks.push(chunk);
    bytes += chunk.length;
  }
  if (bytes > mostBytes) throw new Error(`${path} is too large`);
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
