/**
 * IndexedDB as promises, for data that must outlive the page. Invariants: a failed opening, and a connection that the browser
 * closed, are dropped, so that the next call opens it again; a failed write rejects.
 */

export interface LocalDatabase {
  readonly read: <T>(store: string, ask: (store: IDBObjectStore) => IDBRequest<T>) => Promise<T>;
  /** All or nothing; resolves when it is on the disk. */
  readonly write: (
    stores: readonly string[],
    work: (storeOf: (name: string) => IDBObjectStore) => void,
  ) => Promise<void>;
}

export interface LocalDatabaseOptions {
  readonly name: string;
  readonly version: number;
  /** @param from the existing version; 0 = none */
  readonly upgrade: (database: IDBDatabase, transaction: IDBTransaction, from: number) => void;
}

export function openLocalDatabase({ name, version, upgrade }: LocalDatabaseOptions): LocalDatabase {
  let opening: Promise<IDBDatabase> | undefined;

  const forget = (): void => {
    opening = undefined;
  };

  const open = (): Promise<IDBDatabase> => {
    opening ??= opened().catch((error: unknown) => {
      forget();
      throw error;
    });
    return opening;
  };

  const opened = (): Promise<IDBDatabase> =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name, version);
      let isGivenUp = false;
      request.onupgradeneeded = ({ oldVersion }) => {
        if (request.transaction !== null) upgrade(request.result, request.transaction, oldVersion);
      };
      request.onsuccess = () => {
        const database = request.result;
        const leave = (): void => {
          database.close();
          forget();
        };
        // A newer page needs the database, or the browser closed it.
        database.onversionchange = leave;
        database.onclose = forget;
        if (isGivenUp) database.close();
        else resolve(database);
      };
      request.onerror = () => reject(request.error);
      request.onblocked = () => {
        isGivenUp = true;
        reject(new Error('The database is in use by an older page'));
      };
    });

  return {
    read: async (store, ask) => {
      const request = ask((await open()).transaction(store).objectStore(store));
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    },
    write: async (stores, work) => {
      const transaction = (await open()).transaction(stores, 'readwrite', { durability: 'strict' });
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('Nothing was written'));
      });
      work((store) => transaction.objectStore(store));
      await done;
    },
  };
}
