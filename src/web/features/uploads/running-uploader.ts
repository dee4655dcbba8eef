/**
 * The one uploader of this tab and person: made when first needed, stopped when somebody else signs in or nobody is. With it
 * goes what the person's other tabs upload, as soon as one of them says that it does.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { refreshTouched, type Touched } from '#web/api/optimistic.ts';
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
  /** What this tab uploads. */
  readonly uploader: Uploader;
  /** The same, with what other tabs upload. */
  readonly controls: StoreApi<UploadControls>;
}

interface Running extends RunningUploads {
  readonly owner: string;
  readonly end: () => void;
}

export function runningUploads(username: string, client: QueryClient): RunningUploads {
  const owner = `${runningApi().config.server} ${username}`;
  if (running?.owner !== owner) {
    // What is left of the queue is its owner's: nobody else's session may send it.
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

/** @returns ends it */
function share(
  owner: string,
  { uploader, controls }: RunningUploads,
  takeUp: () => Promise<void>,
): () => void {
  // Where a tab cannot be told to be gone (plain http), each is by itself.
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
    // Without its code this tab shows its own lines.
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

/** Hundreds of files come in quickly: what shows their folders asks again once in a while, a fifth of the time at most. */
function refreshes(client: QueryClient): (filed: Touched) => void {
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
      await refreshTouched(client, { uids: [...uids], folders: [...folders] });
      rest = Math.min(longestRestMs, Math.max(shortestRestMs, 4 * (performance.now() - begun)));
    }
    isRunning = false;
  };
  return ({ uids, folders }) => {
    // The server's word of them comes before they are asked for here.
    noteOwnChange(uids);
    for (const uid of uids) touched.uids.add(uid);
    for (const folder of folders) touched.folders.add(folder);
    if (!isRunning) void run();
  };
}
