/**
 * A thread that writes small files of a store on a disk, by calls that wait: an upload takes some ten of them, and going to
 * another thread and back for each costs more than the calls.
 * Invariant: what is answered as written is on the disk, whole and under its final name, as are the names of the folders.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { isJsonObject } from '#wire/json.ts';
import { Digests } from './digests.ts';
import { placeOf } from './disk-places.ts';
import type { SmallFile, SmallFileAnswer } from './small-file-messages.ts';

/** Forgetting them costs a sync each; more would cost memory. */
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
 * What is there already may be a piece that a killed program left, or be read: a whole file takes its place at once, and the
 * bytes are young again, since whoever brings them is about to refer to them.
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

/** The file's own, and those of the folders above it, which others may have made and not synced yet. */
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
