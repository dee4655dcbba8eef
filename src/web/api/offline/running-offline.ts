/**
 * Keeps the copied folders of the signed-in person up to date while the app is open and the server answers: one tab at a time
 * (Web Locks), each folder every quarter of an hour. Invariant: this device only has copies of the person whose session is kept
 * on it: when that session ends or is replaced by another person's, they are all deleted.
 */
import type { QueryClient } from '@tanstack/react-query';
import type { DocumentEntity } from '#wire/document.ts';
import { documentFamilies } from '../keys.ts';
import { askForPdfData, askForRelease } from '../release.ts';
import { storageName } from '../session-storage.ts';
import { runningApi } from '../start.ts';
import { type CopyProgress, copyFolder, isFull } from './copy-folder.ts';
import { type OfflineFile, type OfflineFolder, unfetched } from './offline-folder.ts';
import { noOfflineFolders, type OfflineActions, offlineFolders } from './offline-folders.ts';
import { forgetNote, forgetNotesOfOthers, notedFolders, noteFolders } from './offline-notes.ts';
import { ownerOf, offlineStorage as storage } from './offline-owner.ts';
import { offlineServer } from './offline-server.ts';

const refreshMs = 15 * 60_000;
const lookMs = 60_000;
/** A toast with its undo has disappeared by then. */
const undoMs = 20_000;

interface Running {
  readonly owner: string;
  readonly end: () => void;
}

let running: Running | undefined;

type FilesOf = (document: DocumentEntity) => readonly OfflineFile[];

/** @param filesOf the files of a document that pages show */
export function startOffline(client: QueryClient, filesOf: FilesOf): void {
  const { session } = runningApi();
  const follow = (): void => {
    const owner = ownerHere();
    if (running !== undefined && running.owner === owner) return;
    running?.end();
    running = owner === undefined ? undefined : start(owner, client, filesOf);
    if (owner === undefined) offlineFolders.setState(noOfflineFolders);
    void forgetOthers().catch(() => undefined);
  };
  session.subscribe(follow);
  follow();
}

function ownerHere(): string | undefined {
  const { config, session } = runningApi();
  return ownerOf({ server: config.server, session });
}

/** The person whose session is kept on this device; another tab may have a shorter session of somebody else. */
function ownerOfDevice(): string | undefined {
  const name = storageName(runningApi().config.server);
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return typeof stored === 'object' && stored !== null && 'username' in stored
      ? `${name}:${String(stored.username)}`
      : undefined;
  } catch {
    return undefined;
  }
}

/** Deletes the copies of everybody whose session is not kept here. */
export async function forgetOthers(): Promise<void> {
  const own = ownerOfDevice();
  const ofServer = `${storageName(runningApi().config.server)}:`;
  for (const folder of await storage.folders())
    if (folder.owner.startsWith(ofServer) && folder.owner !== own) await storage.forget(folder.owner);
  forgetNotesOfOthers(own);
}

/** Deletes all copies of this person, before they sign out. */
export async function forgetOffline(): Promise<void> {
  const owner = ownerHere();
  if (owner === undefined) return;
  // A running copy would write afterwards.
  running?.end();
  running = undefined;
  forgetNote(owner);
  await storage.forget(owner);
}

function start(owner: string, client: QueryClient, filesOf: FilesOf): Running {
  const { connection } = runningApi();
  const lock = `${owner}:offline`;
  const channel = new BroadcastChannel(lock);
  let isRunning = false;
  let current: { readonly uid: string; readonly stop: AbortController } | undefined;
  const wanted = new Set<string>();
  /** Changes to records that could not be stored for lack of space. */
  const unwritten = new Map<string, Partial<OfflineFolder>>();
  const closing = new AbortController();

  const reload = async (): Promise<void> => {
    const own = (await storage.folders()).filter((folder) => folder.owner === owner);
    if (closing.signal.aborted) return;
    const folders = own
      .filter(({ removedAt }) => removedAt === null)
      .map((folder) => ({ ...folder, ...unwritten.get(folder.uid) }));
    offlineFolders.setState({ folders });
    const now = folders.find(({ uid }) => uid === current?.uid);
    if (current !== undefined && (now === undefined || now.paused)) current.stop.abort();
  };

  const changed = async (): Promise<void> => {
    channel.postMessage('changed');
    await reload();
    noteFolders(owner, offlineFolders.getState().folders);
  };

  const show = (progress: ({ readonly uid: string } & CopyProgress) | null): void => {
    offlineFolders.setState({ progress });
    channel.postMessage({ progress });
  };

  const patch = async (uid: string, change: Partial<OfflineFolder>): Promise<void> => {
    await storage.changeFolder({ owner, uid }, change);
    await changed();
  };

  /** Reports folders that the browser removed, also while the app is open, and copies them again. */
  const lookForLost = async (): Promise<void> => {
    const own = (await storage.folders()).filter((folder) => folder.owner === owner);
    const lost = notedFolders(owner).filter((folder) => !own.some(({ uid }) => uid === folder.uid));
    if (closing.signal.aborted) return;
    for (const folder of lost)
      await storage.putFolder({ ...unfetched, ...folder, owner, problem: 'evicted' });
    if (lost.length > 0) await changed();
  };

  const isDue = ({ uid, paused, problem, refreshedAt, removedAt }: OfflineFolder): boolean => {
    if (paused || removedAt !== null) return false;
    if (wanted.has(uid)) return true;
    // The user must react to these first.
    if (problem === 'full' || problem === 'gone' || unwritten.has(uid)) return false;
    return refreshedAt === null || Date.now() - refreshedAt > refreshMs;
  };

  const purge = async (): Promise<void> => {
    for (const folder of await storage.folders())
      if (folder.owner === owner && folder.removedAt !== null && Date.now() - folder.removedAt > undoMs)
        await storage.removeFolder(folder);
  };

  const refreshAll = async (): Promise<void> => {
    await purge();
    for (;;) {
      const next = (await storage.folders()).find((folder) => folder.owner === owner && isDue(folder));
      if (next === undefined || closing.signal.aborted) return;
      const again = wanted.delete(next.uid);
      unwritten.delete(next.uid);
      const stop = new AbortController();
      current = { uid: next.uid, stop };
      const signal = AbortSignal.any([stop.signal, closing.signal]);
      const onProgress = (progress: CopyProgress) => show({ uid: next.uid, ...progress });
      try {
        const after = await copyFolder(
          next,
          { storage, server: offlineServer, filesOf, now: Date.now, onProgress, signal },
          again,
        );
        const { documents, files, bytes, leftOut, failed, problem, refreshedAt, title, path } = after;
        // Not all fields: another tab may have paused or removed the folder meanwhile.
        const facts = { documents, files, bytes, leftOut, failed, problem, refreshedAt, title, path };
        if (problem === 'gone') await storage.putFolder(after).then(changed);
        else
          await patch(next.uid, facts).catch(async (error: unknown) => {
            if (!isFull(error)) throw error;
            unwritten.set(next.uid, { ...facts, problem: 'full' });
            await reload();
          });
      } catch (error) {
        // Paused or removed: continue with the other folders.
        if (!stop.signal.aborted || connection.getState().status !== 'connected') throw error;
      } finally {
        current = undefined;
        show(null);
      }
    }
  };

  const refresh = async (): Promise<void> => {
    if (isRunning || connection.getState().status !== 'connected') return;
    await lookForLost();
    const due = (await storage.folders()).some((folder) => folder.owner === owner && isDue(folder));
    if (!due || isRunning) return;
    isRunning = true;
    try {
      await askForPdfData().catch(() => undefined);
      await (navigator.locks?.request(lock, { signal: closing.signal }, refreshAll) ?? refreshAll());
    } finally {
      isRunning = false;
    }
  };
  /** If it fails because of the connection or because the page closes, the next round continues. */
  const refreshQuietly = (): void => void refresh().catch(() => undefined);

  const actions: OfflineActions = {
    add: async (folder) => {
      await storage.putFolder({ ...unfetched, ...folder, owner });
      await changed();
      // Whether it is granted or not; the settings page shows which.
      await navigator.storage?.persist?.().catch(() => false);
      // Without the app's own files the copy cannot be opened.
      await askForRelease().catch(() => undefined);
      refreshQuietly();
    },
    remove: async (uid) => {
      await patch(uid, { removedAt: Date.now() });
      setTimeout(() => void purge().catch(() => undefined), undoMs + 1_000);
    },
    restore: async (uid) => {
      await patch(uid, { removedAt: null });
      refreshQuietly();
    },
    pause: async (uid, paused) => {
      await patch(uid, { paused });
      refreshQuietly();
    },
    refresh: async (uid) => {
      wanted.add(uid);
      unwritten.delete(uid);
      // If the problem still exists it is reported again; also if there is no space to store this change.
      await patch(uid, { problem: null }).catch(reload);
      refreshQuietly();
    },
  };

  const unsubscribe = [
    connection.subscribe(({ status }) => {
      if (status !== 'connected') {
        current?.stop.abort();
        return;
      }
      refreshQuietly();
      // Answers from this device are old, however recently they were given.
      if (offlineFolders.getState().folders.length > 0)
        for (const queryKey of documentFamilies) void client.invalidateQueries({ queryKey });
    }),
  ];
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data === 'changed') void reload().then(refreshQuietly, () => undefined);
    else if (isProgressNews(data)) offlineFolders.setState({ progress: data.progress });
  };
  const timer = setInterval(refreshQuietly, lookMs);
  void lookForLost()
    .catch(() => undefined)
    .then(reload)
    .then(() => offlineFolders.setState({ actions }))
    .then(refreshQuietly)
    // Without a database there are no copies.
    .catch(() => undefined);

  return {
    owner,
    end: () => {
      closing.abort();
      clearInterval(timer);
      channel.close();
      for (const one of unsubscribe) one();
    },
  };
}

type Progress = { readonly uid: string } & CopyProgress;

function isProgressNews(value: unknown): value is { readonly progress: Progress | null } {
  return typeof value === 'object' && value !== null && 'progress' in value;
}
