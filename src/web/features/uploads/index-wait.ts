/**
 * Many files do not wait for a search index one by one: one wait follows when nothing is running.
 * The last few wait by themselves, as a few files alone do.
 * Invariant: a name is never found free because the index does not know the document of a moment ago.
 */
import type { Existing } from './upload-item.ts';
import type { UploadServer } from './upload-server.ts';

export interface IndexWait {
  readonly server: UploadServer;
  /** Waits for the index if it may be behind. @returns the folders whose lists may have lacked documents until now */
  readonly catchUp: () => Promise<ReadonlySet<string>>;
}

/** @param isMass whether many lines are left */
export function createIndexWait(server: UploadServer, isMass: () => boolean): IndexWait {
  /** Documents that the index may not know yet, by folder and name. */
  const behind = new Map<string, Map<string, Existing>>();
  let waiting: Promise<ReadonlySet<string>> = Promise.resolve(new Set());
  const wait = async (): Promise<ReadonlySet<string>> => {
    const waitedFor = [...behind].map(([folderId, filed]) => [folderId, [...filed.keys()]] as const);
    if (waitedFor.length === 0) return new Set();
    // Without the operation, or if the index is too far behind, the lists are as new as they can be.
    await server.waitForIndexing().catch(() => undefined);
    for (const [folderId, names] of waitedFor) {
      const left = behind.get(folderId);
      for (const name of names) left?.delete(name);
      if (left?.size === 0) behind.delete(folderId);
    }
    return new Set(waitedFor.map(([folderId]) => folderId));
  };
  return {
    server: {
      ...server,
      createFile: async (file, signal) => {
        const indexedLater = isMass();
        const filed = await server.createFile({ ...file, indexedLater }, signal);
        if (!indexedLater) return filed;
        const { folderId, name, size } = file;
        const inFolder = behind.get(folderId) ?? new Map<string, Existing>();
        inFolder.set(name, { id: filed.id, title: name, size, modified: null, mayReplace: true });
        behind.set(folderId, inFolder);
        return filed;
      },
      findFiles: async (folderId, names, signal) => {
        const found = new Map(await server.findFiles(folderId, names, signal));
        for (const name of names) {
          const own = behind.get(folderId)?.get(name);
          if (own !== undefined && !found.has(name)) found.set(name, own);
        }
        return found;
      },
    },
    catchUp: () => {
      // One after the other: several lines may end in the same moment.
      waiting = waiting.then(wait);
      return waiting;
    },
  };
}
