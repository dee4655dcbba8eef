/**
 * Blobs as files: `<folder>/ab/cd/abcd…`, named by their SHA-256.
 * Invariant: a file under its final name is whole when its writer is answered; it is synced, and so is the name itself, by
 * then, or when the writer has settled; equal bytes are one file.
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

/** @param options.folder may be relative; `localPath` is not */
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
        // What may be on the disk already gives way only to what is.
        if (settlesLater) await sync(path);
        // Equal bytes take the place of equal bytes, and are young again: whoever brings them is about to refer to them.
        await durable.receive(path, target);
      }
    } catch (error) {
      await rm(path, { force: true });
      throw diskFailure(error);
    }
    return { key, digest, length };
  };

  /** What is small is digested first, and written once: a name of its own on the way doubles the calls of the file system. */
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

  /** What is small is written by a thread that does all of it at once: each call of the file system from here is a way there and back. */
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

/** Who stages them says why. */
function isRefused(
  bytes: Uint8Array,
  { maxBytes = Number.POSITIVE_INFINITY, signal }: StagingOptions,
): boolean {
  return bytes.byteLength > maxBytes || signal?.aborted === true;
}

async function* asBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

/** The pieces one after the other; a missing one is an error before anything is kept. */
export async function* joined(keys: readonly string[], open: BlobStore['open']): Bytes {
  for (const key of keys) {
    const content = await open(key);
    if (content === undefined) throw new Error(`A staged piece is missing: ${key}`);
    yield* content.stream();
  }
}

/**
 * The file is taken aside before its age is looked at: bytes that come again meanwhile find their name free, and those that
 * had come just before go back to it.
 */
async function removeOlder(path: string, aside: string, olderThan: Date): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.mtime >= olderThan) return;
  await rename(path, aside);
  const taken = await stat(aside).catch(() => undefined);
  // Another server, which starts, may have put it back.
  if (taken === undefined) return;
  if (taken.mtime >= olderThan)
    await rename(aside, path).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
  else await rm(aside, { force: true });
}

/** What was taken aside by a server that was killed before it had looked at its age. */
async function putBack(staging: string, pathOf: (key: string) => string): Promise<void> {
  for (const name of await readdir(staging)) {
    const key = name.slice(0, name.indexOf('-'));
    if (!isKey(key)) continue;
    const aside = join(staging, name);
    try {
      // Bytes that have come again meanwhile are younger, and stay.
      await link(aside, pathOf(key));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') continue;
      // Some file systems never can.
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
 * The file is opened by the first read and closed by the last. Nothing is read ahead: a stream that nobody reads, or that
 * is cancelled while the file opens, must leave nothing open.
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
