/**
 * The one uploader of this tab and person: created when first needed, stopped when the person signs out or another signs
 * in.
 * It shares its lines with the person's other tabs as soon as one of them has lines.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type ChangedDocuments, refreshChanged } from '#web/api/optimistic.ts';
import { noteOwnChange } from '#web/api/own-changes.ts';
import { randomText } from '#web/api/random.ts';
import { pause } from '#web/api/retry.ts';
import { storageName } from '#web/api/session-storage.ts';
import { runningApi } from '#web/api/start.ts';
import { onLeaving } from '#web/frame/leaving.ts';
import { digestOfFile } from './file-digest.ts';
import { publishQueue } from './published-queue.ts';
import { createQueueStorage } from './queue-storage.ts';
import { repositoryServer } from './repository-server.ts';
import type { SharedUploads } from './shared-uploads.ts';
import { createTabPresence } from './tab-presence.ts';
import type { UploadControls } from './upload-controls.ts';
import { createUploadChannel } from './upload-messages.ts';
import { createUploader, type Uploader } from './uploader.ts';

const longestPause = 30_000;
const redrawMs = 200;
const shortestRestMs = 1_000;
const longestRestMs = 5_000;
const newId = () => randomText(16);
const storage = createQueueStorage('muniment-uploads');
const presence = createTabPresence(newId(), navigator.locks);
let running: Running | undefined;

export interface RunningUploads {
  /** This tab's own uploads. */
  readonly uploader: Uploader;
  /** The same, with the uploads of other tabs. */
  readonly controls: StoreApi<UploadControls>;
}

interface Running extends RunningUploads {
  readonly owner: string;
  readonly end: () => void;
}

export function runningUploads(username: string, client: QueryClient): RunningUploads {
  const owner = `${runningApi().config.server} ${username}`;
  if (running?.owner !== owner) {
    // The rest of the queue belongs to its owner; another person's session must not send it.
    running?.end();
    running = start(owner, username, client);
  }
  return running;
}

function start(owner: string, username: string, client: QueryClient): Running {
  const { config, connection, session } = runningApi();
  const uploader = createUploader({
    server: repositoryServer,
    digestOf: digestOfFile,
    storage,
    owner,
    tab: presence.id,
    now: Date.now,
    newId,
    soon: (redraw) => setTimeout(redraw, redrawMs),
    wait: (attempt, signal) => pause(Math.min(500 * 2 ** attempt, longestPause), signal),
    onFiled: refreshes(client),
  });
  const controls = createStore<UploadControls>(() => uploader);
  const takeUp = async (): Promise<void> => {
    if (running?.uploader === uploader) await presence.claim(uploader.restore);
  };
  const unsubscribe = [
    onLeaving(() => storage.forgetBytes(owner)),
    connection.subscribe(({ status }) => {
      if (status === 'connected') uploader.reconnected();
    }),
    session.subscribe(({ status }) => {
      if (status === 'signed-out') end();
    }),
    share(`${storageName(config.server)}:${username}`, { uploader, controls }, takeUp),
  ];
  const end = (): void => {
    for (const one of unsubscribe) one();
    uploader.close();
    running = undefined;
  };
  running = { owner, uploader, controls, end };
  void takeUp();
  return running;
}

/** @returns a function that stops sharing */
function share(
  owner: string,
  { uploader, controls }: RunningUploads,
  takeUp: () => Promise<void>,
): () => void {
  // Without locks (plain http) a closed tab cannot be noticed, so tabs do not share.
  if (navigator.locks === undefined) return () => {};
  const channel = createUploadChannel(owner, presence.id);
  const { gone } = presence;
  const published = publishQueue({ uploader, channel, gone, title: () => document.title });
  let shared: Promise<SharedUploads> | undefined;
  const begin = async (): Promise<SharedUploads> => {
    const { createSharedUploads } = await import('./shared-uploads.ts');
    const isSeen = () => document.visibilityState === 'visible';
    const made = createSharedUploads({
      own: uploader,
      channel,
      gone,
      takeUp,
      now: Date.now,
      newId,
      isSeen,
    });
    controls.setState(made.controls, true);
    return made;
  };
  channel.listen(({ type }, from) => {
    if (type !== 'begun') return;
    shared ??= begin();
    // If the code does not load, this tab shows only its own lines.
    shared.then(
      ({ meet }) => meet(from),
      () => {
        shared = undefined;
      },
    );
  });
  const seen = (): void => {
    published();
    void shared?.then(({ redraw }) => redraw());
  };
  document.addEventListener('visibilitychange', seen);
  channel.post({ type: 'who' });
  return () => {
    document.removeEventListener('visibilitychange', seen);
    channel.post({ type: 'left' });
    channel.close();
  };
}

/** Hundreds of files arrive quickly: lists of their folders are refetched now and then, at most a fifth of the time. */
function refreshes(client: QueryClient): (filed: ChangedDocuments) => void {
  let touched = { uids: new Set<string>(), folders: new Set<string>() };
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    let rest = shortestRestMs;
    while (touched.uids.size + touched.folders.size > 0) {
      await pause(rest);
      const { uids, folders } = touched;
      touched = { uids: new Set(), folders: new Set() };
      const begun = performance.now();
      await refreshChanged(client, { uids: [...uids], folders: [...folders] });
      rest = Math.min(longestRestMs, Math.max(shortestRestMs, 4 * (performance.now() - begun)));
    }
    isRunning = false;
  };
  return ({ uids, folders }) => {
    // Do this now: the server's message about the change may arrive before the refetch.
    noteOwnChange(uids);
    for (const uid of uids) touched.uids.add(uid);
    for (const folder of folders) touched.folders.add(folder);
    if (!isRunning) void run();
  };
}
