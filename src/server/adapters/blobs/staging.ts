/**
 * Writes bytes to a temporary file and digests them meanwhile.
 * Invariant: the result is a complete file, synced unless the caller does that; after a failure nothing remains.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Bytes } from '#server/core/kernel/ports.ts';
import { Digests, type WrittenBlob } from './digests.ts';

/** Portions grow with the file: most files are small, and allocating a large buffer costs as much as storing them. */
const FIRST_PORTION_BYTES = 32 * 1024;
const MOST_PORTION_BYTES = 1024 * 1024;
/** A temporary file that has not been written to for this long belongs to a killed server. */
const STALE_MILLISECONDS = 3_600_000;

export interface StagedFile extends WrittenBlob {
  readonly path: string;
}

export interface StagingOptions {
  readonly signal?: AbortSignal;
  readonly maxBytes?: number;
  /** The caller syncs the file. */
  readonly isUnsynced?: boolean;
}

export async function stage(
  folder: string,
  source: Bytes,
  { signal, maxBytes, isUnsynced = false }: StagingOptions = {},
): Promise<StagedFile> {
  const path = join(folder, randomUUID());
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw diskFailure(error);
  });
  try {
    const digests = new Digests();
    const writer = new GatheringWriter(file);
    for await (const bytes of source) {
      signal?.throwIfAborted();
      digests.update(bytes);
      if (maxBytes !== undefined && digests.length > maxBytes)
        throw new RepositoryError('payloadTooLarge', `The content is larger than ${maxBytes} bytes`);
      await writer.write(bytes);
    }
    signal?.throwIfAborted();
    await writer.flush();
    if (!isUnsynced) await file.sync();
    await file.close();
    return { path, ...digests.finish() };
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(path, { force: true });
    throw diskFailure(error);
  }
}

/** While one portion is written to disk, the next is read and digested. Bytes are copied once. */
class GatheringWriter {
  readonly #file: FileHandle;
  #portion = Buffer.allocUnsafe(FIRST_PORTION_BYTES);
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let start = 0; start < bytes.byteLength; ) {
      if (this.#filled === this.#portion.byteLength) {
        await this.#send();
        this.#portion = Buffer.allocUnsafe(Math.min(2 * this.#portion.byteLength, MOST_PORTION_BYTES));
      }
      const part = bytes.subarray(start, start + this.#portion.byteLength - this.#filled);
      this.#portion.set(part, this.#filled);
      this.#filled += part.byteLength;
      start += part.byteLength;
    }
  }

  async flush(): Promise<void> {
    await this.#send();
    await this.#writing;
  }

  async #send(): Promise<void> {
    const full = this.#portion.subarray(0, this.#filled);
    this.#filled = 0;
    await this.#writing;
    this.#writing = writeAll(this.#file, full);
    // The next `send` throws the error; until then it must not count as unhandled.
    this.#writing.catch(() => undefined);
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let start = 0; start < bytes.byteLength; ) {
    const { bytesWritten } = await file.write(bytes, start);
    start += bytesWritten;
  }
}

export async function removeStale(
  folder: string,
  olderThan = new Date(Date.now() - STALE_MILLISECONDS),
): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtime < olderThan) await rm(path, { force: true });
  }
}

/** Gives errors that people can do something about a readable message. */
export function diskFailure(error: unknown): unknown {
  return isDiskFull(error) ? new RepositoryError('unavailable', 'The disk is full', { cause: error }) : error;
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
