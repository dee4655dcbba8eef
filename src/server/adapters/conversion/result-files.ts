/**
 * The folders of running conversions and the files that come out of them.
 * Invariant: a folder is gone when its result has been read, has failed, or the conversions are closed.
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
/** Machines that share a folder know nothing of each other's processes. */
const ownerPrefix = `server-${hostname().replaceAll(/[^\w.]/g, '_')}-`;
/** Small results leave their folder at once; larger ones are streamed from it. */
const mostInMemory = 4 * 2 ** 20;

export class ResultFiles {
  /** The folder of this process; other processes have their own. */
  readonly root: string;
  readonly #parent: string;
  readonly #mostBytes: number;
  readonly #folders = new Set<string>();

  constructor(parent: string, mostBytes: number) {
    this.#parent = parent;
    this.root = join(parent, `${ownerPrefix}${process.pid}-${randomUUID()}`);
    this.#mostBytes = mostBytes;
  }

  /** Clears what processes of this machine may have left that are gone. */
  async open(): Promise<void> {
    // On a full disk it is made by the first conversion that finds room.
    await this.#makeRoot().catch((error: unknown) => {
      if (diskFailure(error) === error) throw error;
    });
    const left = (await readdir(this.#parent).catch(() => [])).filter(isAbandoned);
    await Promise.all(left.map((name) => this.#remove(join(this.#parent, name))));
  }

  async #makeRoot(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
  }

  /** Runs the work in a folder of its own; the folder is removed unless the work keeps it (see `bytesOf`). */
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
    // It runs, and is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
