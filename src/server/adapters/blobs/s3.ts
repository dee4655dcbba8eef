/**
 * Blobs in an S3-compatible bucket, named by their SHA-256.
 * Bytes pass through a local temporary file, since the name is known only when all of them have.
 */
import { rm } from 'node:fs/promises';
import type { BlobContent, BlobStore } from '#server/core/kernel/ports.ts';
import { isKey } from './digests.ts';
import { joined } from './disk.ts';
import { openS3Objects, type S3Options } from './s3-objects.ts';
import { type StagedFile, stage } from './staging.ts';

/** Younger objects stay as they are: far from the age at which unreferenced bytes are swept. */
const freshMilliseconds = 3_600_000;

export async function openS3Blobs(options: S3Options): Promise<BlobStore> {
  const objects = await openS3Objects(options);
  const { staging } = objects;

  const keep = async ({ path, key, digest, length }: StagedFile) => {
    try {
      const there = await objects.head(key);
      // Whoever brings bytes is about to refer to them: old ones are sent again, so that no sweep takes them meanwhile.
      if (there?.size !== length || Date.now() - there.modified.getTime() > freshMilliseconds)
        await objects.put(key, path);
    } finally {
      await rm(path, { force: true });
    }
    return { key, digest, length };
  };

  const openBlob = async (key: string): Promise<BlobContent | undefined> => {
    const there = isKey(key) ? await objects.head(key) : undefined;
    return there && objects.content(there);
  };

  return {
    write: async (source, options) => keep(await stage(staging, source, options)),
    concat: async (keys) => keep(await stage(staging, joined(keys, openBlob))),
    open: openBlob,
    remove: async (key, olderThan) => {
      if (!isKey(key)) return;
      const there = olderThan && (await objects.head(key));
      if (there !== undefined && olderThan !== undefined && there.modified >= olderThan) return;
      await objects.remove(key);
    },
    keys: async function* (olderThan) {
      for await (const { name, modified } of objects.list('')) {
        if (isKey(name) && modified < olderThan) yield name;
      }
    },
  };
}
