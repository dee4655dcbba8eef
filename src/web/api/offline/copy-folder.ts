/**
 * Brings what lies below a folder to this device, and on later calls only what has changed since. Invariants: what is no
 * longer there or may no longer be read goes, with its files, before anything is fetched; nothing that is broken off is
 * lost, the next call goes on; a file that cannot be had holds nothing up, and one that cannot be had just now is asked for
 * again by the next call.
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
  /** What lies below, as far as the person may read it, and the folder itself; without properties. */
  readonly below: (uid: string, signal: AbortSignal) => Promise<readonly DocumentEntity[]>;
  /** Whole, as pages show them. */
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

/** Few enough that their answer is here soon, and a pause is felt at once. */
const documentsAtOnce = 50;
/** As many files one after the other are not given just now when there is no server behind its proxy. */
const mostMissed = 3;

/**
 * @param again also asks once more for files that the server did not give
 * @returns the folder as it is now; rejects when nobody answers, or when it was broken off
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

/** A full disk fails in the middle of a file, or of the whole transaction, where the browser's own limit refuses it. */
const noRoom: readonly string[] = ['QuotaExceededError', 'DataError', 'UnknownError'];

/** Everything that has no room does not get it by trying the next one. */
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
        // As it was listed: what changes between the two is fetched again.
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
        // These files alone may take too long to make: a server that is away gives nothing else either.
        await server.documents([uid], signal);
        missedInTurn = 0;
      }
      missed += 1;
    }
  }
  const size = await sizeOf(folder, storage);
  return { ...folder, ...size, failed: size.failed + missed, leftOut, problem: null };
}

/** What the server does not give is remembered as such. */
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
