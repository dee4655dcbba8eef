/**
 * Waiting changes on this device (IndexedDB), so that a reload or a closed browser loses none. Invariants: credentials
 * never stand there; what could not be written is said to its caller, who must not call the change kept.
 */
import { isWaitingChange, type WaitingChange } from './waiting-change.ts';

export interface WaitingStorage {
  readonly load: (owner: string) => Promise<readonly WaitingChange[]>;
  /** Both at once, or neither. */
  readonly write: (put: readonly WaitingChange[], remove: readonly string[]) => Promise<void>;
}

const storeName = 'changes';

export function createWaitingStorage(name: string): WaitingStorage {
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
  return {
    load: async (owner) => {
      const request = (await open()).transaction(storeName).objectStore(storeName).getAll();
      const all = await new Promise<unknown[]>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      return all
        .filter(isWaitingChange)
        .filter((change) => change.owner === owner)
        .sort((one, other) => one.at - other.at);
    },
    write: async (put, remove) => {
      const transaction = (await open()).transaction(storeName, 'readwrite', { durability: 'strict' });
      const store = transaction.objectStore(storeName);
      for (const id of remove) store.delete(id);
      for (const change of put) store.put(change);
      await new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error);
      });
    },
  };
}
