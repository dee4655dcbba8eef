/**
 * Blobs in an S3-compatible bucket, named by their SHA-256.
 * Invariant: bytes removed for their age can still be read for the same time, under another name: buckets cannot remove an
 * object on the condition that it is old, and a call that has just written equal bytes must find them.
 * Bytes pass through a local temporary file, since the name is known only at their end. The bucket itself joins pieces of a
 * file where it can; they are read back only when their digest is not known.
 */
import { rm } from 'node:fs/promises';
import type { BlobContent, BlobStore, Bytes } from '#server/core/kernel/ports.ts';
import { Digests, isKey, type WrittenBlob } from './digests.ts';
import { DigestsOfPieces, digested } from './digests-of-pieces.ts';
import { joined } from './disk.ts';
import type { StoredObject } from './objects.ts';
import { leastPartBytes, mostCopyBytes, mostParts, openS3Objects, type S3Options } from './s3-objects.ts';
import { removeStale, type StagedFile, type StagingOptions, stage } from './staging.ts';

/** Younger objects are not written again: they are far from the age at which unreferenced bytes are removed. */
const freshMilliseconds = 3_600_000;

const removedPrefix = 'removed/';

function removed(key: string): string {
  return `${removedPrefix}${key}`;
}

function keyOf(name: string): string {
  return name.startsWith(removedPrefix) ? name.slice(removedPrefix.length) : name;
}

/** Pieces that are looked up together. */
const headsAtOnce = 16;

export async function openS3Blobs(options: S3Options): Promise<BlobStore> {
  const objects = await openS3Objects(options);
  const { staging } = objects;

  const digests = new DigestsOfPieces();

  /** The writer is about to refer to the bytes: old ones are stored again, so that no sweep removes them meanwhile. */
  const isFresh = async ({ key, length }: WrittenBlob): Promise<boolean> => {
    const there = await objects.head(key);
    return there?.size === length && Date.now() - there.modified.getTime() <= freshMilliseconds;
  };

  /** Not synced: a file that is lost before it is in the bucket has not been acknowledged. */
  const stageHere = (source: Bytes, options: StagingOptions = {}): Promise<StagedFile> =>
    stage(staging, source, { ...options, isUnsynced: true });

  const keep = async (staged: StagedFile): Promise<WrittenBlob> => {
    const { path, key, digest, length } = staged;
    try {
      if (!(await isFresh(staged))) await objects.put(key, path);
    } finally {
      await rm(path, { force: true });
    }
    return { key, digest, length };
  };

  const openBlob = async (key: string): Promise<BlobContent | undefined> => {
    if (!isKey(key)) return undefined;
    const there = (await objects.head(key)) ?? (await objects.head(removed(key)));
    return there && objects.content(there);
  };

  const isJoinable = async (keys: readonly string[]): Promise<boolean> => {
    if (keys.length < 2 || keys.length > mostParts) return false;
    for (let start = 0; start < keys.length; start += headsAtOnce) {
      const some = keys.slice(start, start + headsAtOnce);
      const pieces = await Promise.all(some.map((key) => objects.head(key)));
      const isFit = pieces.every((piece, index) => {
        const least = start + index === keys.length - 1 ? 1 : leastPartBytes;
        return piece !== undefined && piece.size >= least && piece.size <= mostCopyBytes;
      });
      if (!isFit) return false;
    }
    return true;
  };

  return {
    // An acknowledged object is durable.
    settle: async () => {},
    write: async (source, { after, ...options } = {}) => {
      if (after === undefined) return keep(await stageHere(source, options));
      const whole = digests.after(after);
      const stored = await keep(await stageHere(whole ? digested(source, whole) : source, options));
      if (whole) digests.remember([...after, stored.key], whole);
      return stored;
    },
    concat: async (keys) => {
      if (!(await isJoinable(keys))) return keep(await stageHere(joined(keys, openBlob)));
      const whole = digests.after(keys) ?? new Digests();
      if (whole.length === 0) for await (const bytes of joined(keys, openBlob)) whole.update(bytes);
      const blob = whole.finish();
      if (!(await isFresh(blob))) await objects.join(blob.key, keys);
      return blob;
    },
    open: openBlob,
    remove: async (key, olderThan) => {
      if (!isKey(key)) return;
      const [there, aside] = await Promise.all([key, removed(key)].map((name) => objects.head(name)));
      const isOld = (object: StoredObject) => olderThan === undefined || object.modified < olderThan;
      if (aside && isOld(aside)) await objects.remove(aside.name);
      if (!there || !isOld(there)) return;
      // If even new objects count as old, the copy would be useless.
      const isTooYoung = olderThan !== undefined && olderThan.getTime() < Date.now();
      if (isTooYoung) await objects.copy(there, removed(key));
      await objects.remove(key);
    },
    keys: async function* (olderThan) {
      for await (const { name, modified } of objects.list('')) {
        const key = keyOf(name);
        if (isKey(key) && modified < olderThan) yield key;
      }
    },
    removeUnfinished: async (olderThan) => {
      await removeStale(staging, olderThan);
      await objects.removeUnfinished(olderThan, (name) => isKey(keyOf(name)));
    },
  };
}
