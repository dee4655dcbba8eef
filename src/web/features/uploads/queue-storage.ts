/**
 * The queue on disk (IndexedDB), so that a reload or a crash of the browser loses nothing but the pieces in flight.
 * Invariant: without a database (refused, full) uploads still work; they only do not survive.
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
}

export interface QueueStorage {
  readonly load: (owner: string) => Promise<readonly StoredUpload[]>;
  readonly put: (kept: readonly StoredUpload[]) => Promise<void>;
  readonly remove: (ids: readonly string[]) => Promise<void>;
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

  const write = async (work: (store: IDBObjectStore) => void): Promise<void> => {
    try {
      const transaction = (await open()).transaction(storeName, 'readwrite');
      work(transaction.objectStore(storeName));
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
    } catch {
      // Private windows and full disks refuse; the upload itself goes on.
    }
  };

  return {
    load: async (owner) => {
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
    },
    put: (kept) =>
      write((store) => {
        for (const one of kept) store.put(one);
      }),
    remove: (ids) =>
      write((store) => {
        for (const id of ids) store.delete(id);
      }),
  };
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
