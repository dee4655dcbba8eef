/**
 * The queue on disk (IndexedDB), so that a reload or a crash of the browser loses nothing but the pieces in flight.
 * Invariant: without a database (refused, full) uploads still work; they only do not survive. Bytes stand there only while
 * they wait for the connection, and never after their person has signed out.
 */
import type { FileSource } from './file-source.ts';
import type { UploadItem } from './upload-item.ts';

export interface StoredUpload {
  readonly id: string;
  /** Who uploads, and to which server: nobody else sees it. */
  readonly owner: string;
  /** The tab that is at work on it. */
  readonly tab: string;
  readonly item: UploadItem;
  readonly root: FileSource['root'];
  readonly path: FileSource['path'];
  /** The bytes themselves, of files that wait for the connection; missing in older versions' lines. */
  readonly file?: File | null;
}

export interface QueueStorage {
  readonly load: (owner: string) => Promise<readonly StoredUpload[]>;
  readonly put: (kept: readonly StoredUpload[]) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
  /** The lines stay, and ask for their files again. */
  readonly forgetBytes: (owner: string) => Promise<void>;
}

const storeName = 'uploads';

export function createQueueStorage(name: string): QueueStorage {
  let opening: Promise<IDBDatabase> | undefined;
  const open = (): Promise<IDBDatabase> => {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: 'id' });
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error('The database is in use by an older page'));
    });
    return opening;
  };

  /** False when nothing of it was written. */
  const write = async (work: (store: IDBObjectStore) => void): Promise<boolean> => {
    try {
      const transaction = (await open()).transaction(storeName, 'readwrite');
      work(transaction.objectStore(storeName));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
      return true;
    } catch {
      // Private windows and full disks refuse; the upload itself goes on.
      return false;
    }
  };

  const load = async (owner: string): Promise<readonly StoredUpload[]> => {
    try {
      const request = (await open()).transaction(storeName).objectStore(storeName).getAll();
      const all = await new Promise<unknown[]>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      return all.filter(isKept).filter((kept) => kept.owner === owner);
    } catch {
      return [];
    }
  };

  const put = async (kept: readonly StoredUpload[]): Promise<void> => {
    const putAll = (lines: readonly StoredUpload[]) =>
      write((store) => {
        for (const one of lines) store.put(one);
      });
    const isWritten = await putAll(kept);
    // Without room for the bytes, the lines are worth keeping all the same.
    if (!isWritten && kept.some(hasBytes)) await putAll(kept.map(withoutBytes));
  };

  return {
    load,
    put,
    remove: async (ids) => {
      await write((store) => {
        for (const id of ids) store.delete(id);
      });
    },
    forgetBytes: async (owner) => put((await load(owner)).filter(hasBytes).map(withoutBytes)),
  };
}

function hasBytes({ file }: StoredUpload): boolean {
  return file != null;
}

function withoutBytes(kept: StoredUpload): StoredUpload {
  return { ...kept, file: null };
}

/** Written by ourselves, so a look at the outline is enough to tell it from an older version's. */
function isKept(value: unknown): value is StoredUpload {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value && 'owner' in value && 'tab' in value && 'item' in value && 'path' in value)) {
    return false;
  }
  const { item } = value;
  return typeof item === 'object' && item !== null && 'phase' in item && 'steps' in item && 'target' in item;
}
