/**
 * Bytes of an upload on their way into the blob store.
 * Invariant: what does not hold exactly the declared number of bytes never becomes a blob.
 */
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Bytes } from '../kernel/ports.ts';
import type { Repository } from '../kernel/repository.ts';
import { smallFileBytes } from './short-texts.ts';

export interface UploadedFile {
  readonly name: string;
  /** Null: found from its name and first bytes. */
  readonly mimeType: string | null;
  readonly bytes: Bytes;
  /** What the request declared; the bytes must be exactly as many. */
  readonly length?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function storeUpload(
  repository: Repository,
  { bytes, length, signal }: UploadedFile,
  maxBytes: number,
  /** Pieces of the same file that come before. */
  after?: readonly string[],
): Promise<{ readonly key: string; readonly digest: string; readonly length: number }> {
  if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes);
  return repository.ports.blobs.write(length === undefined ? bytes : exactly(bytes, length), {
    maxBytes,
    ...(signal ? { signal } : {}),
    ...(after ? { after } : {}),
  });
}

/** Fails before the store has the last byte when there are more or fewer than declared: nothing half is kept. */
async function* exactly(bytes: Bytes, length: number): AsyncGenerator<Uint8Array> {
  let seen = 0;
  for await (const piece of bytes) {
    seen += piece.byteLength;
    if (seen > length) break;
    yield piece;
  }
  if (seen !== length) {
    throw errors.badRequest(
      seen > length
        ? `The upload holds more than the ${length} bytes it declared`
        : `The upload ended after ${seen} of ${length} bytes`,
    );
  }
}

export function tooLarge(maxBytes: number): RepositoryError {
  return new RepositoryError('payloadTooLarge', `Uploads are limited to ${maxBytes} bytes`);
}

/** The type of a file is found in its first bytes, so many at most. */
export const tellingBytes = 4096;

/** Keeps the first bytes of what passes: looking for them afterwards takes four calls of the file system. */
export class FirstBytes {
  readonly #beginning: Uint8Array;
  #filled = 0;

  constructor(most = tellingBytes) {
    this.#beginning = new Uint8Array(most);
  }

  get bytes(): Uint8Array {
    return this.#beginning.subarray(0, this.#filled);
  }

  async *of(source: Bytes): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      const part = piece.subarray(0, this.#beginning.byteLength - this.#filled);
      this.#beginning.set(part, this.#filled);
      this.#filled += part.byteLength;
      yield piece;
    }
  }
}

/** Keeps all of a file that is small, of others what tells their kind. */
export function bytesToKeep(length = smallFileBytes + 1): FirstBytes {
  return new FirstBytes(length <= smallFileBytes ? length : tellingBytes);
}
