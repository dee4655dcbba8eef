/**
 * Files that have their names and are not on the disk yet, to be synced together.
 * Invariant: when `settle` resolves, all that had come before are on the disk, and so are their names.
 */
import { execFile } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { sync } from './durable-folders.ts';

/** Below this, starting a program takes longer. */
const fewFiles = 8;
const syncsAtOnce = 4;

export class LateSyncs {
  readonly #syncNames: (path: string) => Promise<void>;
  readonly #syncAll: () => Promise<boolean>;
  #waiting: string[] = [];
  /** That has not begun: whoever comes before it does is served by it too. */
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  /** @param syncAll everything in the folder; answers false where that cannot be done */
  constructor(
    folder: string,
    syncNames: (path: string) => Promise<void>,
    syncAll = () => syncFileSystem(folder),
  ) {
    this.#syncNames = syncNames;
    this.#syncAll = syncAll;
  }

  add(path: string): void {
    this.#waiting.push(path);
  }

  settle(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    const next = this.#last
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.#sync();
      });
    this.#next = next;
    this.#last = next;
    return next;
  }

  async #sync(): Promise<void> {
    const paths = this.#waiting;
    this.#waiting = [];
    try {
      if (paths.length < fewFiles || !(await this.#syncAll())) await this.#syncEach([...paths]);
    } catch (error) {
      // Whoever asks next must not be told that they are safe.
      this.#waiting = [...paths, ...this.#waiting];
      throw error;
    }
  }

  async #syncEach(paths: string[]): Promise<void> {
    await Promise.all(
      Array.from({ length: syncsAtOnce }, async () => {
        for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
          await sync(path);
          await this.#syncNames(path);
        }
      }),
    );
  }
}

/** Of these it is known that all their files are on the disk when `syncfs` has ended: ext2 to ext4, XFS, Btrfs. */
const knownTypes = new Set([0xef53, 0x58465342, 0x9123683e]);

/** Everything that is to be written to the file system of this folder. Node itself has no call for it. */
async function syncFileSystem(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const { type } = await statfs(folder);
  if (!knownTypes.has(type)) return false;
  return new Promise((resolve) => {
    execFile('sync', ['--file-system', folder], (error) => resolve(error === null));
  });
}
