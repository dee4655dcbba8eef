/**
 * Moves files to their final places in folders.
 * Invariant: when `receive` resolves, the file's name and those of the folders above it are on the disk.
 */
import { type FileHandle, link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A forgotten folder costs another sync; remembering more would cost memory. */
const mostKnown = 20_000;

export class DurableFolders {
  readonly #root: string;
  /** Folders whose names are on the disk. */
  readonly #known = new Set<string>();
  /** Syncs that have not begun: they also serve calls that arrive before they do. */
  readonly #nextSyncs = new Map<string, Promise<void>>();
  readonly #lastSyncs = new Map<string, Promise<void>>();

  readonly #syncFolder: (path: string) => Promise<void>;

  /** @param root must exist, and stay */
  constructor(root: string, syncFolder = sync) {
    this.#root = root;
    this.#syncFolder = syncFolder;
  }

  /** @param staged a complete, synced file */
  async receive(staged: string, target: string): Promise<void> {
    await this.#inFolder(target, () => rename(staged, target));
    await this.syncNames(target);
  }

  /**
   * Gives the file its name only if that is free; syncs neither bytes nor names. Returns whether it did: some file systems
   * have no hard links.
   */
  async receiveUnsynced(staged: string, target: string): Promise<boolean> {
    try {
      await this.#inFolder(target, () => link(staged, target));
    } catch (error) {
      if (isRefusedLink(error)) return false;
      throw error;
    }
    await unlink(staged);
    return true;
  }

  /**
   * Writes the file directly under its name, only if that is free; syncs nothing. Returns whether it did. After a failure an
   * incomplete file may remain, which nothing refers to, and which `receive` replaces.
   */
  async writeUnsynced(bytes: Uint8Array, target: string): Promise<boolean> {
    let file: FileHandle | undefined;
    try {
      await this.#inFolder(target, async () => {
        file = await open(target, 'wx', 0o600);
      });
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      throw error;
    }
    try {
      await file?.writeFile(bytes);
    } finally {
      await file?.close();
    }
    return true;
  }

  /** Syncs the names of the file and the folders above it. */
  async syncNames(target: string): Promise<void> {
    const folder = dirname(target);
    const unknown = this.#unknownFrom(folder);
    await Promise.all([folder, ...unknown.map((one) => dirname(one))].map((one) => this.#sync(one)));
    if (this.#known.size > mostKnown) this.#known.clear();
    for (const one of unknown) this.#known.add(one);
  }

  async #inFolder(target: string, enter: () => Promise<void>): Promise<void> {
    try {
      await enter();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
      const folder = dirname(target);
      await mkdir(folder, { recursive: true });
      this.#known.delete(folder);
      await enter();
    }
  }

  /** Other processes may have made folders without having synced them yet. */
  #unknownFrom(folder: string): readonly string[] {
    const unknown: string[] = [];
    for (let one = folder; one !== this.#root && !this.#known.has(one); one = dirname(one)) unknown.push(one);
    return unknown;
  }

  #sync(folder: string): Promise<void> {
    const next = this.#nextSyncs.get(folder);
    if (next !== undefined) return next;
    const started = (this.#lastSyncs.get(folder) ?? Promise.resolve())
      .catch(() => undefined)
      .then(() => {
        this.#nextSyncs.delete(folder);
        this.#lastSyncs.set(folder, started);
        return this.#syncFolder(folder);
      })
      .finally(() => {
        if (this.#lastSyncs.get(folder) === started) this.#lastSyncs.delete(folder);
      });
    this.#nextSyncs.set(folder, started);
    return started;
  }
}

/** The name is taken, the file has too many links, or the file system has no hard links. */
function isRefusedLink(error: unknown): boolean {
  return ['EEXIST', 'EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Syncs a file or a folder. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
