/**
 * A thread that writes small files with synchronous calls. An upload takes about ten of them, and handing each to another
 * thread would cost more than the call itself.
 * Invariant: when a file is answered as written, it is complete under its final name, and it, its name and the names of the
 * folders above it are on the disk.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { isJsonObject } from '#wire/json.ts';
import { Digests } from './digests.ts';
import { placeOf } from './disk-places.ts';
import type { SmallFile, SmallFileAnswer } from './small-file-messages.ts';

/** A forgotten folder costs another sync; remembering more would cost memory. */
const mostKnown = 20_000;

function readFolder(value: unknown): string {
  if (isJsonObject(value) && typeof value.folder === 'string') return value.folder;
  throw new TypeError('small-file-thread needs a folder');
}

const root = readFolder(workerData);
const staging = join(root, 'staging');
/** Folders whose names are on the disk. */
const known = new Set<string>();

function answer({ number, bytes }: SmallFile): SmallFileAnswer {
  try {
    const digests = new Digests();
    digests.update(bytes);
    const written = digests.finish();
    store(bytes, placeOf(root, written.key));
    return { number, written };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    return { number, failure: error instanceof Error ? error.message : String(error), code };
  }
}

/**
 * A file with that name may exist: truncated by a killed program, or being read. The new file replaces it atomically, and its
 * date is new, so that no sweep removes bytes that the writer is about to refer to.
 */
function store(bytes: Uint8Array, target: string): void {
  const staged = join(staging, randomUUID());
  try {
    write(bytes, staged);
    inFolder(target, () => renameSync(staged, target));
  } catch (error) {
    rmSync(staged, { force: true });
    throw error;
  }
  syncNames(target);
}

function write(bytes: Uint8Array, path: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    for (let start = 0; start < bytes.byteLength; ) start += writeSync(file, bytes, start);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function inFolder(target: string, enter: () => void): void {
  try {
    enter();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    const folder = dirname(target);
    mkdirSync(folder, { recursive: true });
    known.delete(folder);
    enter();
  }
}

/** Syncs the names of the file and the folders above it, which other processes may have made without syncing. */
function syncNames(target: string): void {
  const folder = dirname(target);
  const unknown: string[] = [];
  for (let one = folder; one !== root && !known.has(one); one = dirname(one)) unknown.push(one);
  for (const one of [folder, ...unknown.map((each) => dirname(each))]) sync(one);
  if (known.size > mostKnown) known.clear();
  for (const one of unknown) known.add(one);
}

function sync(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

parentPort?.on('message', (file: SmallFile) => parentPort?.postMessage(answer(file)));
