/**
 * Storage of copied folders, documents and files on this device (IndexedDB), each by server and person. Invariants: it never has
 * credentials; nothing of a folder stays after its record is removed or is written afterwards, whichever tab is at work; a failed
 * write rejects.
 */
import { openLocalDatabase } from '../local-database.ts';
import type { OfflineBytes, OfflineDocument, OfflineFolder } from './offline-folder.ts';

export interface OfflineStorage {
  /** The folders of all people, for cleaning up. */
  readonly folders: () => Promise<readonly OfflineFolder[]>;
  readonly putFolder: (folder: OfflineFolder) => Promise<void>;
  /** Changes the stored record, even if another tab has changed it meanwhile; does nothing if it was removed. */
  readonly changeFolder: (
    folder: Pick<OfflineFolder, 'owner' | 'uid'>,
    change: Partial<OfflineFolder>,
  ) => Promise<void>;
  /** Removes the record and everything of the folder. */
  readonly removeFolder: (folder: Pick<OfflineFolder, 'owner' | 'uid'>) => Promise<void>;
  /** Removes everything of this person. */
  readonly forget: (owner: string) => Promise<void>;
  /** Reads a few hundred at a time, so that a large folder does not fill the memory. */
  readonly eachDocument: (
    folder: Pick<OfflineFolder, 'owner' | 'uid'>,
    take: (document: OfflineDocument) => void,
  ) => Promise<void>;
  /** All must be of one folder. */
  readonly putDocuments: (documents: readonly OfflineDocument[]) => Promise<void>;
  readonly removeDocuments: (documents: readonly Pick<OfflineDocument, DocumentKey>[]) => Promise<void>;
  readonly document: (
    owner: string,
    by: 'uid' | 'path',
    value: string,
  ) => Promise<OfflineDocument | undefined>;
  readonly children: (owner: string, parent: string) => Promise<readonly OfflineDocument[]>;
  /** Version and size by key; -1 = the server refused it. */
  readonly fileVersions: (
    folder: Pick<OfflineFolder, 'owner' | 'uid'>,
  ) => Promise<ReadonlyMap<string, { readonly version: string; readonly bytes: number }>>;
  readonly putFile: (file: OfflineBytes) => Promise<void>;
  readonly removeFiles: (
    folder: Pick<OfflineFolder, 'owner' | 'uid'>,
    keys: readonly string[],
  ) => Promise<void>;
  readonly file: (owner: string, key: string) => Promise<Blob | undefined>;
}

type DocumentKey = 'owner' | 'folder' | 'uid';

const folders = 'folders';
const documents = 'documents';
const files = 'files';
/** Facts about files apart from their bytes: listing ten thousand files reads no bytes. */
const versions = 'versions';
const atOnce = 300;

export function createOfflineStorage(name: string): OfflineStorage {
  const database = openLocalDatabase({
    name,
    version: 1,
    upgrade: (made) => {
      made.createObjectStore(folders, { keyPath: ['owner', 'uid'] });
      const ofDocuments = made.createObjectStore(documents, { keyPath: ['owner', 'folder', 'uid'] });
      for (const field of ['uid', 'path', 'parent'])
        ofDocuments.createIndex(field, ['owner', field], { unique: false });
      for (const store of [files, versions])
        made.createObjectStore(store, { keyPath: ['owner', 'folder', 'key'] });
    },
  });

  return {
    folders: () => database.read<OfflineFolder[]>(folders, (store) => store.getAll()),
    putFolder: (folder) => database.write([folders], (storeOf) => storeOf(folders).put(folder)),
    changeFolder: ({ owner, uid }, change) =>
      database.write([folders], (storeOf) => {
        const request: IDBRequest<OfflineFolder | undefined> = storeOf(folders).get([owner, uid]);
        request.onsuccess = () => {
          if (request.result !== undefined) storeOf(folders).put({ ...request.result, ...change });
        };
      }),
    removeFolder: (folder) =>
      database.write([folders, documents, files, versions], (storeOf) => {
        storeOf(folders).delete([folder.owner, folder.uid]);
        for (const store of [documents, files, versions]) storeOf(store).delete(allOf(folder));
      }),
    forget: (owner) =>
      database.write([folders, documents, files, versions], (storeOf) => {
        for (const store of [folders, documents, files, versions])
          storeOf(store).delete(IDBKeyRange.bound([owner], [owner, []]));
      }),
    eachDocument: async (folder, take) => {
      const { lower, upper } = allOf(folder);
      let from: IDBValidKey = lower;
      for (;;) {
        const range = IDBKeyRange.bound(from, upper, true);
        const some = await database.read<OfflineDocument[]>(documents, (store) =>
          store.getAll(range, atOnce),
        );
        for (const document of some) take(document);
        const last = some.at(-1);
        if (last === undefined || some.length < atOnce) return;
        from = [last.owner, last.folder, last.uid];
      }
    },
    putDocuments: (added) =>
      database.write([folders, documents], (storeOf) => {
        const [first] = added;
        if (first === undefined) return;
        wherePinned(storeOf(folders), first, () => {
          for (const document of added) storeOf(documents).put(document);
        });
      }),
    removeDocuments: (removed) =>
      database.write([documents], (storeOf) => {
        for (const { owner, folder, uid } of removed) storeOf(documents).delete([owner, folder, uid]);
      }),
    document: (owner, by, value) =>
      database.read<OfflineDocument | undefined>(documents, (store) => store.index(by).get([owner, value])),
    children: (owner, parent) =>
      database.read<OfflineDocument[]>(documents, (store) => store.index('parent').getAll([owner, parent])),
    fileVersions: async (folder) => {
      const all = await database.read<StoredVersion[]>(versions, (store) => store.getAll(allOf(folder)));
      return new Map(all.map(({ key, version, bytes }) => [key, { version, bytes }]));
    },
    putFile: ({ blob, ...file }) =>
      database.write([folders, files, versions], (storeOf) => {
        const { owner, folder, key } = file;
        wherePinned(storeOf(folders), file, () => {
          if (blob === null) storeOf(files).delete([owner, folder, key]);
          else storeOf(files).put({ owner, folder, key, blob });
          storeOf(versions).put({ ...file, bytes: blob?.size ?? -1 });
        });
      }),
    removeFiles: (folder, keys) =>
      database.write([files, versions], (storeOf) => {
        for (const store of [files, versions])
          for (const key of keys) storeOf(store).delete([folder.owner, folder.uid, key]);
      }),
    file: async (owner, key) => {
      for (const folder of await database.read<OfflineFolder[]>(folders, (store) => store.getAll())) {
        if (folder.owner !== owner || folder.removedAt !== null) continue;
        const found = await database.read<StoredFile | undefined>(files, (store) =>
          store.get([owner, folder.uid, key]),
        );
        if (found !== undefined) return found.blob;
      }
      return undefined;
    },
  };
}

interface StoredFile {
  readonly blob: Blob;
}

interface StoredVersion {
  readonly key: string;
  readonly version: string;
  readonly bytes: number;
}

/** Writes only if another tab has not removed the folder meanwhile. */
function wherePinned(
  store: IDBObjectStore,
  { owner, folder }: Pick<OfflineDocument, 'owner' | 'folder'>,
  put: () => void,
): void {
  const request = store.getKey([owner, folder]);
  request.onsuccess = () => {
    if (request.result !== undefined) put();
  };
}

/** All keys that start with server, person and folder: an array sorts after every text. */
function allOf({ owner, uid }: Pick<OfflineFolder, 'owner' | 'uid'>): IDBKeyRange {
  return IDBKeyRange.bound([owner, uid], [owner, uid, []]);
}
