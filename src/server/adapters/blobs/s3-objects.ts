/**
 * Objects in an S3-compatible bucket.
 * Invariant: calls to an unreachable or hanging bucket fail after a limited time.
 */
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type MultipartUpload,
  NoSuchUpload,
  NotFound,
  S3Client,
  type S3ClientConfig,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Objects, StoredObject } from './objects.ts';
import { removeStale } from './staging.ts';

/** How long a bucket may take to answer; each request is tried twice. */
const connectMilliseconds = 5_000;
const silenceMilliseconds = 15_000;

const PART_BYTES = 16 * 1024 * 1024;
/** S3's limits for an object in parts: minimum bytes of each part but the last, and maximum number of parts. */
export const leastPartBytes = 5 * 1024 * 1024;
export const mostParts = 10_000;
/** Small enough that a bucket can copy it within the time limit of a request. */
export const mostCopyBytes = 256 * 1024 * 1024;
/** Parts that the bucket copies at the same time. */
const copiesAtOnce = 4;

export interface S3Options {
  readonly bucket: string;
  /** Added before every name, so that several repositories can share a bucket. */
  readonly prefix?: string;
  /** A local folder for temporary files. */
  readonly staging: string;
  readonly client: S3ClientConfig;
}

export interface S3Objects extends Objects {
  /** Joins objects in order, inside the bucket; all but the last must have `leastPartBytes`. */
  join(name: string, pieces: readonly string[]): Promise<void>;
  /** Both objects exist afterwards; the copy has a new date. */
  copy(object: StoredObject, name: string): Promise<void>;
  /** Aborts multipart uploads that began before then: their parts take space, and are in no list of objects. */
  removeUnfinished(olderThan: Date, isOurs: (name: string) => boolean): Promise<void>;
}

export async function openS3Objects({ bucket, prefix = '', staging, client }: S3Options): Promise<S3Objects> {
  await mkdir(staging, { recursive: true });
  await removeStale(staging);
  const s3 = new S3Client({
    maxAttempts: 2,
    // Callers that must know whether bytes are complete compare them with their digest.
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMilliseconds,
      socketTimeout: silenceMilliseconds,
      requestTimeout: silenceMilliseconds,
      throwOnRequestTimeout: true,
    },
    ...client,
  });
  const sourceOf = (name: string): string => encodeURIComponent(`${bucket}/${prefix}${name}`);
  const address = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });
  return {
    staging,
    put: async (name, path) => {
      try {
        const upload = new Upload({
          client: s3,
          partSize: PART_BYTES,
          params: { ...address(name), Body: createReadStream(path), ContentType: 'application/octet-stream' },
        });
        await upload.done().catch((error: unknown) => {
          throw unreachable(error);
        });
      } finally {
        await rm(path, { force: true });
      }
    },
    join: (name, pieces) =>
      joinInside(
        s3,
        address(name),
        pieces.map((piece) => ({ CopySource: sourceOf(piece) })),
      ),
    copy: async (object, name) => {
      const CopySource = sourceOf(object.name);
      if (object.size > mostCopyBytes) {
        const parts = rangesOf(object.size).map((CopySourceRange) => ({ CopySource, CopySourceRange }));
        return joinInside(s3, address(name), parts);
      }
      await s3.send(new CopyObjectCommand({ ...address(name), CopySource })).catch((error: unknown) => {
        throw unreachable(error);
      });
    },
    head: async (name) => {
      try {
        const { ContentLength = 0, LastModified } = await s3.send(new HeadObjectCommand(address(name)));
        return { name, size: ContentLength, modified: LastModified ?? new Date(0) };
      } catch (error) {
        if (error instanceof NotFound) return undefined;
        throw unreachable(error);
      }
    },
    content: ({ name, size }) => ({
      size,
      localPath: undefined,
      stream: (range) => {
        const { start, end } = range ?? { start: 0, end: size };
        return fetchRange(s3, address(name), start, end);
      },
    }),
    list: async function* (start) {
      let token: string | undefined;
      do {
        const page = await s3
          .send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: `${prefix}${start}`,
              ContinuationToken: token,
            }),
          )
          .catch((error: unknown) => {
            throw unreachable(error);
          });
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          if (LastModified !== undefined)
            yield { name: Key.slice(prefix.length), size: Size, modified: LastModified };
        }
        token = page.NextContinuationToken;
      } while (token !== undefined);
    },
    removeUnfinished: async (olderThan, isOurs) => {
      for await (const { Key = '', UploadId, Initiated } of uploadsIn(s3, {
        Bucket: bucket,
        Prefix: prefix,
      })) {
        if (Initiated === undefined || Initiated >= olderThan || !isOurs(Key.slice(prefix.length))) continue;
        await s3
          .send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
          .catch((error: unknown) => {
            if (!(error instanceof NoSuchUpload)) throw unreachable(error);
          });
      }
    },
    remove: async (name) => {
      await s3.send(new DeleteObjectCommand(address(name))).catch((error: unknown) => {
        throw unreachable(error);
      });
    },
  };
}

function unreachable(cause: unknown): RepositoryError {
  return new RepositoryError('unavailable', 'The store of files cannot be reached; try again in a moment', {
    cause,
  });
}

async function* uploadsIn(
  s3: S3Client,
  where: { readonly Bucket: string; readonly Prefix: string },
): AsyncGenerator<MultipartUpload> {
  let page: { readonly KeyMarker?: string | undefined; readonly UploadIdMarker?: string | undefined } = {};
  for (;;) {
    const found = await s3
      .send(new ListMultipartUploadsCommand({ ...where, ...page }))
      .catch((error: unknown) => {
        throw unreachable(error);
      });
    yield* found.Uploads ?? [];
    if (!found.IsTruncated) return;
    page = { KeyMarker: found.NextKeyMarker, UploadIdMarker: found.NextUploadIdMarker };
  }
}

interface CopiedPart {
  readonly CopySource: string;
  readonly CopySourceRange?: string;
}

function rangesOf(size: number): readonly string[] {
  return Array.from({ length: Math.ceil(size / mostCopyBytes) }, (_, index) => {
    const start = index * mostCopyBytes;
    return `bytes=${start}-${Math.min(start + mostCopyBytes, size) - 1}`;
  });
}

async function joinInside(
  s3: S3Client,
  address: { readonly Bucket: string; readonly Key: string },
  sources: readonly CopiedPart[],
): Promise<void> {
  const ContentType = 'application/octet-stream';
  try {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ ...address, ContentType }));
    try {
      const copy = async (source: CopiedPart, index: number): Promise<CompletedPart> => {
        const PartNumber = index + 1;
        const { CopyPartResult } = await s3.send(
          new UploadPartCopyCommand({ ...address, UploadId, PartNumber, ...source }),
        );
        return { PartNumber, ETag: CopyPartResult?.ETag };
      };
      const Parts: CompletedPart[] = [];
      for (let start = 0; start < sources.length; start += copiesAtOnce) {
        const some = sources.slice(start, start + copiesAtOnce);
        Parts.push(...(await Promise.all(some.map((source, index) => copy(source, start + index)))));
      }
      await s3.send(new CompleteMultipartUploadCommand({ ...address, UploadId, MultipartUpload: { Parts } }));
    } catch (error) {
      await s3.send(new AbortMultipartUploadCommand({ ...address, UploadId })).catch(() => undefined);
      throw error;
    }
  } catch (error) {
    throw unreachable(error);
  }
}

/** Requests the object at the first read. */
function fetchRange(
  s3: S3Client,
  address: { readonly Bucket: string; readonly Key: string },
  start: number,
  end: number,
): ReadableStream<Uint8Array> {
  const bytes = async function* (): AsyncIterable<Uint8Array> {
    if (start >= end) return;
    const command = new GetObjectCommand({ ...address, Range: `bytes=${start}-${end - 1}` });
    const { Body } = await s3.send(command).catch((error: unknown) => {
      throw unreachable(error);
    });
    if (!(Body instanceof Readable)) throw new Error('The object has no content');
    yield* Body;
  };
  return ReadableStream.from(bytes());
}
