/**
 * Blobs as files: `<folder>/ab/cd/abcd…`, named by their SHA-256.
 * Invariant: when `write` resolves, the file with its final name is complete, and it and its name are synced; with
 * `settlesLater` they are synced when `settle` resolves. Equal bytes are one file.
 */
import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { BlobContent, BlobStore, Bytes } from '#server/core/kernel/ports.ts';
import { Digests, isKey } from './digests.ts';
import { placeOf } from './disk-places.ts';
import { DurableFolders, sync } from './durable-folders.ts';
import { LateSyncs } from './late-syncs.ts';
import { SmallFileThreads } from './small-file-threads.ts';
import { wholeWhenSmall } from './small-files.ts';
import { diskFailure, removeStale, type StagedFile, type StagingOptions, stage } from './staging.ts';

const READ_BYTES = 256 * 1024;

/** @param options.folder may be relative; `localPath` is absolute */
export async function openDiskBlobs(options: { readonly folder: string }): Promise<BlobStore> {
  const folder = resolve(options.folder);
  const staging = join(folder, 'staging');
  await mkdir(staging, { recursive: true });
  const pathOf = (key: string): string => placeOf(folder, key);
  const removeUnfinished: BlobStore['removeUnfinished'] = async (olderThan) => {
    await putBack(staging, pathOf);
    await removeStale(staging, olderThan);
  };
  await putBack(staging, pathOf);
  await removeStale(staging);
  const durable = new DurableFolders(folder);
  const late = new LateSyncs(folder, (path) => durable.syncNames(path));
  const threads = new SmallFileThreads(folder);

  const keep = async (staged: StagedFile, settlesLater = false) => {
    const { path, key, digest, length } = staged;
    const target = pathOf(key);
    try {
      if (settlesLater && (await durable.receiveUnsynced(path, target))) late.add(target);
      else {
        // A file that may be synced already must be replaced only by a synced one.
        if (settlesLater) await sync(path);
        // Replaces an equal file, so that its date is new: its writer is about to refer to it, and no sweep must remove it.
        await durable.receive(path, target);
      }
    } catch (error) {
      await rm(path, { force: true });
      throw diskFailure(error);
    }
    return { key, digest, length };
  };

  /** Digests a small file first and writes it once: a temporary name would double the system calls. */
  const writeUnsettled = async (source: Bytes, options: StagingOptions) => {
    const found = await wholeWhenSmall(source);
    if ('source' in found)
      return keep(await stage(staging, found.source, { ...options, isUnsynced: true }), true);
    const { bytes } = found;
    if (!isRefused(bytes, options)) {
      const digests = new Digests();
      digests.update(bytes);
      const written = digests.finish();
      const target = pathOf(written.key);
      const isNew = await durable.writeUnsynced(bytes, target).catch((error: unknown) => {
        throw diskFailure(error);
      });
      if (isNew) {
        late.add(target);
        return written;
      }
    }
    return keep(await stage(staging, asBytes(bytes), { ...options, isUnsynced: true }), true);
  };

  /** Small files are written by a thread with synchronous calls: each asynchronous call costs a switch of threads. */
  const writeSettled = async (source: Bytes, options: StagingOptions) => {
    const found = await wholeWhenSmall(source);
    if ('source' in found) return keep(await stage(staging, found.source, options));
    const { bytes } = found;
    if (isRefused(bytes, options)) return keep(await stage(staging, asBytes(bytes), options));
    return threads.write(bytes).catch((error: unknown) => {
      throw diskFailure(error);
    });
  };

  const openBlob = async (key: string): Promise<BlobContent | undefined> => {
    if (!isKey(key)) return undefined;
    const localPath = pathOf(key);
    const found = await stat(localPath).catch(() => undefined);
    if (found === undefined) return undefined;
    return {
      size: found.size,
      localPath,
      stream: (range) => readRange(localPath, range?.start ?? 0, range?.end ?? found.size),
    };
  };

  return {
    write: async (source, { settlesLater = false, ...options } = {}) =>
      settlesLater ? writeUnsettled(source, options) : writeSettled(source, options),
    settle: () => late.settle(),
    concat: async (keys) => keep(await stage(staging, joined(keys, openBlob))),
    open: openBlob,
    remove: async (key, olderThan) => {
      if (!isKey(key)) return;
      if (olderThan === undefined) return rm(pathOf(key), { force: true });
      await removeOlder(pathOf(key), join(staging, `${key}-${randomUUID()}`), olderThan);
    },
    removeUnfinished,
    keys: async function* (olderThan) {
      for (const outer of await folders(folder)) {
        for (const inner of await folders(join(folder, outer))) {
          for (const key of await readdir(join(folder, outer, inner))) {
            const found = await stat(join(folder, outer, inner, key)).catch(() => undefined);
            if (isKey(key) && found !== undefined && found.mtime < olderThan) yield key;
          }
        }
      }
    },
  };
}

/** Staging the bytes then throws the right error. */
function isRefused(
  bytes: Uint8Array,
  { maxBytes = Number.POSITIVE_INFINITY, signal }: StagingOptions,
): boolean {
  return bytes.byteLength > maxBytes || signal?.aborted === true;
}

async function* asBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

/** The bytes of all pieces in order; a missing piece is an error before anything is stored. */
export async function* joined(keys: readonly string[], open: BlobStore['open']): Bytes {
  for (const key of keys) {
    const content = await open(key);
    if (content === undefined) throw new Error(`A staged piece is missing: ${key}`);
    yield* content.stream();
  }
}

/**
 * Moves the file aside before its age is checked: equal bytes that are written meanwhile find the name free, and a file that
 * was replaced just before is moved back.
 */
async function removeOlder(path: string, aside: string, olderThan: Date): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.mtime >= olderThan) return;
  await rename(path, aside);
  const taken = await stat(aside).catch(() => undefined);
  // Another server that starts may have moved it back.
  if (taken === undefined) return;
  if (taken.mtime >= olderThan)
    await rename(aside, path).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
  else await rm(aside, { force: true });
}

/** Moves back files that a killed server had moved aside before it checked their age. */
async function putBack(staging: string, pathOf: (key: string) => string): Promise<void> {
  for (const name of await readdir(staging)) {
    const key = name.slice(0, name.indexOf('-'));
    if (!isKey(key)) continue;
    const aside = join(staging, name);
    try {
      // If equal bytes were written meanwhile, that newer file stays.
      await link(aside, pathOf(key));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue;
      // Some file systems have no hard links.
      if (codeOf(error) !== 'EEXIST') await rename(aside, pathOf(key));
    }
    await rm(aside, { force: true });
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

async function folders(path: string): Promise<readonly string[]> {
  return (await readdir(path)).filter((name) => /^[0-9a-f]{2}$/.test(name)).sort();
}

/**
 * The first read opens the file, the last one closes it. Nothing is read in advance: a stream that is never read, or
 * cancelled while the file is being opened, must leave nothing open.
 */
export function readRange(path: string, start: number, end: number): ReadableStream<Uint8Array> {
  let position = start;
  let handle: Awaited<ReturnType<typeof open>> | undefined;
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          if (position >= end) {
            await handle?.close();
            controller.close();
            return;
          }
          handle ??= await open(path, 'r');
          if (isCancelled) return await handle.close();
          const buffer = Buffer.allocUnsafeSlow(Math.min(READ_BYTES, end - position));
          const { bytesRead } = await handle.read(buffer, 0, buffer.byteLength, position);
          if (bytesRead === 0) throw new Error(`A stored file is shorter than it was: ${path}`);
          position += bytesRead;
          controller.enqueue(buffer.subarray(0, bytesRead));
        } catch (error) {
          await handle?.close();
          throw error;
        }
      },
      cancel: async () => {
        isCancelled = true;
        await handle?.close();
      },
    },
    { highWaterMark: 0 },
  );
}
