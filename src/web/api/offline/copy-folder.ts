/**
 * Copies everything below a folder to this device; later calls copy only the changes. Invariants: documents that were deleted, or
 * may no longer be read, are removed with their files before anything is downloaded; an interrupted copy is continued by the next
 * call; a file that the server refuses does not stop the copy, and one that is unavailable now is requested again by the next
 * call.
 */
import type { DocumentEntity } from '#wire/document.ts';
import { isApiError } from '../api-error.ts';
import { isAway } from '../away.ts';
import {
  fileKey,
  type OfflineDocument,
  type OfflineFile,
  type OfflineFolder,
  tokenOf,
  withinLimit,
} from './offline-folder.ts';
import type { OfflineStorage } from './offline-storage.ts';

export interface OfflineServer {
  /** Base address, without a trailing slash. */
  readonly server: string;
  /** All documents below the folder that the person may read, and the folder itself; without properties. */
  readonly below: (uid: string, signal: AbortSignal) => Promise<readonly DocumentEntity[]>;
  /** With everything that pages show. */
  readonly documents: (uids: readonly string[], signal: AbortSignal) => Promise<readonly DocumentEntity[]>;
  readonly bytes: (address: string, signal: AbortSignal) => Promise<Blob>;
}

export interface CopyProgress {
  readonly step: 'list' | 'documents' | 'files';
  readonly done: number;
  readonly total: number;
}

export interface CopyPorts {
  readonly storage: OfflineStorage;
  readonly server: OfflineServer;
  readonly filesOf: (document: DocumentEntity) => readonly OfflineFile[];
  readonly now: () => number;
  readonly onProgress: (progress: CopyProgress) => void;
  readonly signal: AbortSignal;
}

/** Few enough that the answer arrives soon, and a pause takes effect at once. */
const documentsAtOnce = 50;
/** After this number of failed files in a row, check whether the server behind its proxy is down. */
const mostMissed = 3;

/**
 * @param again also requests files again that the server refused before
 * @returns the folder's new record; rejects if nobody answers, or if aborted
 */
export async function copyFolder(
  folder: OfflineFolder,
  ports: CopyPorts,
  again: boolean,
): Promise<OfflineFolder> {
  const { storage, now } = ports;
  let listed = folder;
  try {
    listed = { ...folder, ...(await copyDocuments(folder, ports)) };
    return { ...(await copyFiles(listed, ports, again)), refreshedAt: now() };
  } catch (error) {
    if (isFull(error)) return { ...listed, ...(await sizeOf(folder, storage)), problem: 'full' };
    if (!isRefused(error)) throw error;
    await storage.removeFolder(folder);
    return { ...folder, ...nothing, problem: 'gone' };
  }
}

const nothing = { documents: 0, files: 0, bytes: 0, leftOut: 0, failed: 0 };

/** Errors of a full disk, in the middle of a file or for the whole transaction, depending on the browser. */
const noRoom: readonly string[] = ['QuotaExceededError', 'DataError', 'UnknownError'];

/** Whether there is no space left: then there is none for the next file either. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && noRoom.includes(error.name);
}

function isRefused(error: unknown): boolean {
  return isApiError(error) && (error.status === 403 || error.status === 404);
}

async function copyDocuments(
  folder: OfflineFolder,
  { storage, server, onProgress, signal }: CopyPorts,
): Promise<Pick<OfflineFolder, 'documents' | 'title' | 'path'>> {
  const { owner, uid } = folder;
  onProgress({ step: 'list', done: 0, total: 0 });
  const listed = new Map((await server.below(uid, signal)).map((one) => [one.uid, one]));
  const here = new Map<string, string>();
  await storage.eachDocument(folder, (document) => here.set(document.uid, document.token));
  const left = [...here.keys()].filter((one) => !listed.has(one));
  await storage.removeDocuments(left.map((one) => ({ owner, folder: uid, uid: one })));
  const changed = [...listed.values()].flatMap((one) =>
    one.uid === null || here.get(one.uid) === tokenOf(one) ? [] : [one.uid],
  );
  for (let done = 0; done < changed.length; done += documentsAtOnce) {
    onProgress({ step: 'documents', done, total: changed.length });
    signal.throwIfAborted();
    const some = await server.documents(changed.slice(done, done + documentsAtOnce), signal);
    await storage.putDocuments(
      some.flatMap((entity): readonly OfflineDocument[] => {
        const same = entity.uid === null ? undefined : listed.get(entity.uid);
        if (entity.uid === null || entity.path === null || same === undefined) return [];
        const { path, parentRef } = entity;
        // The token of the listing: a change between the listing and this request is copied by the next call.
        return [
          {
            owner,
            folder: uid,
            uid: entity.uid,
            path,
            parent: parentRef ?? '',
            token: tokenOf(same),
            entity,
          },
        ];
      }),
    );
  }
  const top = listed.get(uid);
  return {
    documents: listed.size,
    title: top?.title ?? folder.title,
    path: top?.path ?? folder.path,
  };
}

async function copyFiles(
  folder: OfflineFolder,
  { storage, server, filesOf, onProgress, signal }: CopyPorts,
  again: boolean,
): Promise<OfflineFolder> {
  const { owner, uid } = folder;
  const wanted: OfflineFile[] = [];
  await storage.eachDocument(folder, ({ entity }) => wanted.push(...filesOf(entity)));
  const { chosen, leftOut } = withinLimit(wanted, folder.limit);
  const byKey = new Map(chosen.map((file) => [fileKey(server.server, file.address), file]));
  const here = await storage.fileVersions(folder);
  await storage.removeFiles(
    folder,
    [...here.keys()].filter((key) => byKey.get(key)?.version !== here.get(key)?.version),
  );
  const missing = [...byKey].filter(([key, { version }]) => {
    const known = here.get(key);
    return known?.version !== version || (again && known.bytes < 0);
  });
  let missed = 0;
  let missedInTurn = 0;
  for (const [done, [key, file]] of missing.entries()) {
    onProgress({ step: 'files', done, total: missing.length });
    signal.throwIfAborted();
    try {
      const blob = await server.bytes(file.address, signal).catch(nullIfRefused);
      await storage.putFile({ owner, folder: uid, key, version: file.version, blob });
      missedInTurn = 0;
    } catch (error) {
      missedInTurn += 1;
      if (!isAway(error) || isLineLost(error)) throw error;
      if (missedInTurn === mostMissed) {
        if (!isTooSlow(error)) throw error;
        // Perhaps only these files take too long to convert; if the server is down, this request fails too.
        await server.documents([uid], signal);
        missedInTurn = 0;
      }
      missed += 1;
    }
  }
  const size = await sizeOf(folder, storage);
  return { ...folder, ...size, failed: size.failed + missed, leftOut, problem: null };
}

/** Null is stored for a file that the server refuses. */
function nullIfRefused(error: unknown): null {
  if (!isApiError(error) || isAway(error)) throw error;
  return null;
}

function isTooSlow(error: unknown): boolean {
  return isApiError(error) && (error.kind === 'timeout' || error.status === 504);
}

function isLineLost(error: unknown): boolean {
  return isApiError(error) && error.kind === 'network';
}

async function sizeOf(
  folder: OfflineFolder,
  storage: OfflineStorage,
): Promise<Pick<OfflineFolder, 'files' | 'bytes' | 'failed'>> {
  const sizes = [...(await storage.fileVersions(folder)).values()].map(({ bytes }) => bytes);
  const there = sizes.filter((bytes) => bytes >= 0);
  return {
    files: there.length,
    bytes: there.reduce((sum, bytes) => sum + bytes, 0),
    failed: sizes.length - there.length,
  };
}
