/**
 * Writes an upload's bytes to the blob store.
 * Invariant: an upload becomes a blob only when it has exactly the declared number of bytes.
 */
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Bytes } from '../kernel/ports.ts';
import type { Repository } from '../kernel/repository.ts';
import { smallFileBytes } from './short-texts.ts';

export interface UploadedFile {
  readonly name: string;
  /** Null: it is found from the name and the first bytes. */
  readonly mimeType: string | null;
  readonly bytes: Bytes;
  /** The declared number of bytes, which must match exactly. */
  readonly length?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export async function storeUpload(
  repository: Repository,
  { bytes, length, signal }: UploadedFile,
  maxBytes: number,
  /** Keys of the earlier pieces of the same file. */
  after?: readonly string[],
): Promise<{ readonly key: string; readonly digest: string; readonly length: number }> {
  if (length !== undefined && length > maxBytes) throw tooLarge(maxBytes);
  return repository.ports.blobs.write(length === undefined ? bytes : exactly(bytes, length), {
    maxBytes,
    ...(signal ? { signal } : {}),
    ...(after ? { after } : {}),
  });
}

/** Fails before the store gets the last byte when the number is wrong, so that no incomplete blob is kept. */
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

/** Most bytes that are needed to recognize the type of a file. */
export const typeDetectionBytes = 4096;

/** Keeps the first bytes of a stream: reading them from the file later would take four system calls. */
export class FirstBytes {
  readonly #beginning: Uint8Array;
  #filled = 0;

  constructor(most = typeDetectionBytes) {
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

/** Keeps all bytes of a small file, and of others only those that tell the type. */
export function bytesToKeep(length = smallFileBytes + 1): FirstBytes {
  return new FirstBytes(length <= smallFileBytes ? length : typeDetectionBytes);
}
