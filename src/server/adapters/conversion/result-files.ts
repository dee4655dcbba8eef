/**
 * Folders of running conversions, and the files that they produce.
 * Invariant: a folder is removed when its result has been read or has failed, or when the conversions are closed.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Bytes } from '#server/core/kernel/ports.ts';
import { diskFailure } from '../blobs/staging.ts';

const runPrefix = 'run-';
/** Includes the host name, as machines that share a folder cannot check each other's processes. */
const ownerPrefix = `server-${hostname().replaceAll(/[^\w.]/g, '_')}-`;
/** Smaller results are read into memory at once; larger ones are streamed from their folder. */
const mostInMemory = 4 * 2 ** 20;

export class ResultFiles {
  /** The folder of this process; others have their own. */
  readonly root: string;
  readonly #parent: string;
  readonly #mostBytes: number;
  readonly #folders = new Set<string>();

  constructor(parent: string, mostBytes: number) {
    this.#parent = parent;
    this.root = join(parent, `${ownerPrefix}${process.pid}-${randomUUID()}`);
    this.#mostBytes = mostBytes;
  }

  /** Removes folders of processes of this machine that have ended. */
  async open(): Promise<void> {
    // On a full disk, the first conversion that finds space makes it.
    await this.#makeRoot().catch((error: unknown) => {
      if (diskFailure(error) === error) throw error;
    });
    const left = (await readdir(this.#parent).catch(() => [])).filter(isAbandoned);
    await Promise.all(left.map((name) => this.#remove(join(this.#parent, name))));
  }

  async #makeRoot(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
  }

  /** Runs the work in a folder of its own, which is removed unless the work keeps it (see `bytesOf`). */
  async within<T>(work: (folder: string, keep: () => void) => Promise<T>): Promise<T> {
    const folder = await this.#makeRoot()
      .then(() => mkdtemp(join(this.root, runPrefix)))
      .catch((error: unknown) => {
        throw diskFailure(error);
      });
    this.#folders.add(folder);
    let isStored = false;
    try {
      return await work(folder, () => {
        isStored = true;
      });
    } finally {
      if (!isStored) await this.#remove(folder);
    }
  }

  async bytesOf(path: string, folder: string, keep: () => void): Promise<Bytes> {
    const { size } = await stat(path);
    if (size > this.#mostBytes) throw new RepositoryError('conversionFailed', 'The result is too large');
    if (size <= mostInMemory) return once(await readFile(path));
    keep();
    return this.#streamThenRemove(path, folder);
  }

  async *#streamThenRemove(path: string, folder: string): AsyncGenerator<Uint8Array> {
    try {
      yield* createReadStream(path);
    } finally {
      await this.#remove(folder);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#folders].map((folder) => this.#remove(folder)));
    await this.#remove(this.root);
  }

  async #remove(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    this.#folders.delete(folder);
  }
}

function isAbandoned(name: string): boolean {
  const owner = name.startsWith(ownerPrefix)
    ? Number.parseInt(name.slice(ownerPrefix.length), 10)
    : Number.NaN;
  return Number.isInteger(owner) && owner !== process.pid && !isRunning(owner);
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    // The process is running, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
