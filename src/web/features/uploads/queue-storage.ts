/**
 * The queue on disk (IndexedDB), so that a reload or a crash of the browser loses only the pieces in flight.
 * Invariant: without a database (refused, full) uploads still work, but do not survive a reload. Bytes are stored only
 * while they wait for the connection, and never after their person has signed out; apart from their line, which is written
 * at each step of its upload, while bytes are written once. Lines that change during a write, or whose write nothing waits
 * for, are written together: a transaction for each step of a thousand small files took longer than sending them.
 */
import { openLocalDatabase } from '#web/api/local-database.ts';
import type { FileSource } from './file-source.ts';
import type { UploadItem } from './upload-item.ts';

export interface StoredUpload {
  readonly id: string;
  /** The server and the person who uploads: the line is shown to no one else. */
  readonly owner: string;
  /** The tab that runs it. */
  readonly tab: string;
  readonly item: UploadItem;
  readonly root: FileSource['root'];
  readonly path: FileSource['path'];
}

export interface LoadedUpload extends StoredUpload {
  /** The bytes of a file that waits for the connection. */
  readonly file: File | null;
}

export interface StoredBytes {
  readonly id: string;
  readonly file: File;
}

export interface QueueStorage {
  readonly load: (owner: string) => Promise<readonly LoadedUpload[]>;
  readonly put: (lines: readonly StoredUpload[]) => Promise<void>;
  /** Written a little later, or with the next write that is waited for. */
  readonly putSoon: (line: StoredUpload) => void;
  /** Only for lines that are stored already. */
  readonly putBytes: (bytes: readonly StoredBytes[]) => Promise<void>;
  /** Also removes their bytes. */
  readonly remove: (ids: readonly string[]) => Promise<void>;
  readonly removeSoon: (id: string) => void;
  /** Removes the bytes only: the lines then ask for their files again. */
  readonly forgetBytes: (owner: string) => Promise<void>;
}

const lines = 'uploads';
const files = 'bytes';
const soonMs = 250;

type Step = (storeOf: (name: string) => IDBObjectStore) => void;

export function createQueueStorage(name: string): QueueStorage {
  const database = openLocalDatabase({ name, version: 2, upgrade });

  /** Private windows and full disks refuse to write; the upload goes on without. */
  const write = (...call: Parameters<typeof database.write>): Promise<void> =>
    database.write(...call).catch(() => undefined);

  let steps: Step[] = [];
  let writing: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const writeSteps = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    next = null;
    const taken = steps;
    steps = [];
    writing = write([lines, files], (storeOf) => {
      for (const step of taken) step(storeOf);
    }).finally(() => {
      writing = null;
    });
    return writing;
  };

  /** Resolves when everything queued so far is written; one transaction at a time. */
  const written = (): Promise<void> => {
    if (steps.length === 0) return writing ?? Promise.resolve();
    if (writing === null) return writeSteps();
    next ??= writing.then(writeSteps);
    return next;
  };

  const soon = (step: Step): void => {
    steps.push(step);
    timer ??= setTimeout(() => void written(), soonMs);
  };

  const linesOf = async (owner: string): Promise<readonly StoredUpload[]> => {
    await written();
    const all: unknown[] = await database.read(lines, (store) => store.getAll());
    return all.filter(isStored).filter((line) => line.owner === owner);
  };

  const bytesOf = async (id: string): Promise<File | null> => {
    const found: unknown = await database.read(files, (store) => store.get(id));
    return found instanceof File ? found : null;
  };

  return {
    load: async (owner) => {
      try {
        return await Promise.all(
          (await linesOf(owner)).map(async (line) => ({ ...line, file: await bytesOf(line.id) })),
        );
      } catch {
        return [];
      }
    },
    put: (added) => {
      steps.push((storeOf) => {
        for (const line of added) storeOf(lines).put(line);
      });
      return written();
    },
    putSoon: (line) => soon((storeOf) => storeOf(lines).put(line)),
    // One transaction for each file: if there is no space for one, the next may be smaller.
    putBytes: async (added) => {
      await written();
      for (const { id, file } of added)
        await write([lines, files], (storeOf) => {
          // The line may be settled by now, and its bytes may be stored from an earlier visit.
          const line = storeOf(lines).count(id);
          const here = storeOf(files).count(id);
          here.onsuccess = () => {
            if (line.result > 0 && here.result === 0) storeOf(files).put(file, id);
          };
        });
    },
    remove: (ids) => {
      steps.push((storeOf) => {
        for (const id of ids) removeLine(storeOf, id);
      });
      return written();
    },
    removeSoon: (id) => soon((storeOf) => removeLine(storeOf, id)),
    forgetBytes: async (owner) => {
      const own = await linesOf(owner);
      await database.write([files], (storeOf) => {
        for (const { id } of own) storeOf(files).delete(id);
      });
    },
  };
}

function removeLine(storeOf: (name: string) => IDBObjectStore, id: string): void {
  storeOf(lines).delete(id);
  storeOf(files).delete(id);
}

/** In version 1 the bytes were part of the line. */
function upgrade(database: IDBDatabase, transaction: IDBTransaction, from: number): void {
  database.createObjectStore(files);
  if (from === 0) {
    database.createObjectStore(lines, { keyPath: 'id' });
    return;
  }
  const request = transaction.objectStore(lines).openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (cursor === null) return;
    const { file, ...line }: { file?: unknown } = cursor.value;
    if (file instanceof File) {
      transaction.objectStore(files).put(file, cursor.primaryKey);
      cursor.update(line);
    }
    cursor.continue();
  };
}

/** A check of the outline is enough: only this app writes here, so it need only tell an older version's lines apart. */
function isStored(value: unknown): value is StoredUpload {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value && 'owner' in value && 'tab' in value && 'item' in value && 'path' in value)) {
    return false;
  }
  const { item } = value;
  return typeof item === 'object' && item !== null && 'phase' in item && 'steps' in item && 'target' in item;
}
