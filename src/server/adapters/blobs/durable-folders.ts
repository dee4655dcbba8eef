/**
 * Folders that files come into for good.
 * Invariant: when `receive` resolves, the file's name is on the disk, and so are those of the folders above it.
 */
import { type FileHandle, link, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Forgetting them costs a sync each; more would cost memory. */
const mostKnown = 20_000;

export class DurableFolders {
  readonly #root: string;
  /** Their names are on the disk. */
  readonly #known = new Set<string>();
  /** Those that have not begun: whoever comes before they do is served by them too. */
  readonly #nextSyncs = new Map<string, Promise<void>>();
  readonly #lastSyncs = new Map<string, Promise<void>>();

  readonly #syncFolder: (path: string) => Promise<void>;

  /** @param root is there, and stays */
  constructor(root: string, syncFolder = sync) {
    this.#root = root;
    this.#syncFolder = syncFolder;
  }

  /** @param staged whole and synced */
  async receive(staged: string, target: string): Promise<void> {
    await this.#inFolder(target, () => rename(staged, target));
    await this.syncNames(target);
  }

  /**
   * Takes the name only where it is free, and leaves what has it alone; neither bytes nor names are synced here.
   * Answers whether it did: some file systems never can.
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
   * Writes the file under its own name, where that is free, and leaves what has it alone; nothing is synced here. Answers
   * whether it did. Who fails or is killed meanwhile leaves a piece, which nothing refers to, and which `receive` replaces.
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

  /** The file's own, and those of the folders above it. */
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

  /** Others may have made them, and not synced them yet. */
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

/** Taken, linked too often already, or a file system without such links. */
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
