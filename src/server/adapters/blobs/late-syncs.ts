/**
 * Files that have their final names but are not synced yet, to be synced together.
 * Invariant: when `settle` resolves, all files added before and their names are on the disk.
 */
import { sync } from './durable-folders.ts';
import { FileSystemSync } from './file-system-sync.ts';

/** For fewer files, starting a program takes longer. */
const fewFiles = 8;
const syncsAtOnce = 4;

export class LateSyncs {
  readonly #syncNames: (path: string) => Promise<void>;
  readonly #syncAll: () => Promise<boolean>;
  #waiting: string[] = [];
  /** A sync that has not begun: it also serves calls that arrive before it does. */
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  /** @param syncAll syncs everything in the folder; returns false when that is not possible */
  constructor(folder: string, syncNames: (path: string) => Promise<void>, syncAll?: () => Promise<boolean>) {
    const fileSystem = new FileSystemSync(folder);
    this.#syncNames = syncNames;
    this.#syncAll = syncAll ?? (() => fileSystem.run());
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
      // They are still not safe, so the next sync must include them.
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
