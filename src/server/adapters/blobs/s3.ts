/**
 * Blobs in an S3-compatible bucket, named by their SHA-256.
 * Bytes pass through a local temporary file, since the name is known only when all of them have.
 * Invariant: an object appears under its key only when it is whole (S3 publishes an upload at its end).
 */
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { BlobContent, BlobStore } from '#server/core/kernel/ports.ts';
import { isKey } from './digests.ts';
import { joined } from './disk.ts';
import { removeStale, type StagedFile, stage } from './staging.ts';

/** How long a bucket may take to answer; it is asked twice. */
const connectMilliseconds = 5_000;
const silenceMilliseconds = 15_000;

const PART_BYTES = 16 * 1024 * 1024;

/** Younger objects stay as they are: far from the age at which unreferenced bytes are swept. */
const freshMilliseconds = 3_600_000;

export interface S3Options {
  readonly bucket: string;
  /** In front of every key, so that several repositories can share a bucket. */
  readonly prefix?: string;
  /** A local folder for bytes on their way. */
  readonly staging: string;
  readonly client: S3ClientConfig;
}

export async function openS3Blobs({ bucket, prefix = '', staging, client }: S3Options): Promise<BlobStore> {
  await mkdir(staging, { recursive: true });
  await removeStale(staging);
  const s3 = new S3Client({
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: connectMilliseconds,
      socketTimeout: silenceMilliseconds,
      requestTimeout: silenceMilliseconds,
      throwOnRequestTimeout: true,
    },
    ...client,
  });
  const address = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });

  const headOf = async (key: string): Promise<{ size: number; modified: number } | undefined> => {
    try {
      const { ContentLength = 0, LastModified } = await s3.send(new HeadObjectCommand(address(key)));
      return { size: ContentLength, modified: LastModified?.getTime() ?? 0 };
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw unreachable(error);
    }
  };

  const keep = async ({ path, key, digest, length }: StagedFile) => {
    try {
      const there = await headOf(key);
      // Whoever brings bytes is about to refer to them: old ones are sent again, so that no sweep takes them meanwhile.
      if (there?.size !== length || Date.now() - there.modified > freshMilliseconds) {
        const upload = new Upload({
          client: s3,
          partSize: PART_BYTES,
          params: { ...address(key), Body: createReadStream(path), ContentType: 'application/octet-stream' },
        });
        await upload.done().catch((error: unknown) => {
          throw unreachable(error);
        });
      }
    } finally {
      await rm(path, { force: true });
    }
    return { key, digest, length };
  };

  const openBlob = async (key: string): Promise<BlobContent | undefined> => {
    const there = isKey(key) ? await headOf(key) : undefined;
    if (there === undefined) return undefined;
    const { size } = there;
    return {
      size,
      localPath: undefined,
      stream: (range) => {
        const { start, end } = range ?? { start: 0, end: size };
        return fetchRange(s3, address(key), start, end);
      },
    };
  };

  return {
    write: async (source, options) => keep(await stage(staging, source, options)),
    concat: async (keys) => keep(await stage(staging, joined(keys, openBlob))),
    open: openBlob,
    remove: async (key, olderThan) => {
      if (!isKey(key)) return;
      const modified = olderThan && (await headOf(key))?.modified;
      if (modified !== undefined && olderThan !== undefined && modified >= olderThan.getTime()) return;
      await s3.send(new DeleteObjectCommand(address(key)));
    },
    keys: async function* (olderThan) {
      let token: string | undefined;
      do {
        const page = await s3.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
        );
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const key = Key.slice(prefix.length);
          if (isKey(key) && LastModified !== undefined && LastModified < olderThan) yield key;
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
  };
}

function unreachable(cause: unknown): RepositoryError {
  return new RepositoryError('unavailable', 'The store of files cannot be reached; try again in a moment', {
    cause,
  });
}

/** Asks for the object at the first read. */
function fetchRange(
  s3: S3Client,
  address: { readonly Bucket: string; readonly Key: string },
  start: number,
  end: number,
): ReadableStream<Uint8Array> {
  const bytes = async function* (): AsyncIterable<Uint8Array> {
    if (start >= end) return;
    const { Body } = await s3.send(new GetObjectCommand({ ...address, Range: `bytes=${start}-${end - 1}` }));
    if (!(Body instanceof Readable)) throw new Error('The object has no content');
    yield* Body;
  };
  return ReadableStream.from(bytes());
}
