/** The one uploader of this tab and person: made when first needed, stopped when somebody else signs in or nobody is. */
import type { QueryClient } from '@tanstack/react-query';
import { refreshTouched, type Touched } from '#web/api/optimistic.ts';
import { noteOwnChange } from '#web/api/own-changes.ts';
import { randomText } from '#web/api/random.ts';
import { pause } from '#web/api/retry.ts';
import { runningApi } from '#web/api/start.ts';
import { onLeaving } from '#web/frame/leaving.ts';
import { digestOfFile } from './file-digest.ts';
import { createQueueStorage } from './queue-storage.ts';
import { repositoryServer } from './repository-server.ts';
import { createTabPresence } from './tab-presence.ts';
import { createUploader, type Uploader } from './uploader.ts';

const longestPause = 30_000;
const redrawMs = 200;
const shortestRestMs = 1_000;
const longestRestMs = 5_000;
const newId = () => randomText(16);
const storage = createQueueStorage('muniment-uploads');
const presence = createTabPresence(newId(), navigator.locks);
let running: Running | undefined;

interface Running {
  readonly owner: string;
  readonly uploader: Uploader;
  readonly end: () => void;
}

export function runningUploader(username: string, client: QueryClient): Uploader {
  const owner = `${runningApi().config.server} ${username}`;
  if (running?.owner !== owner) {
    // What is left of the queue is its owner's: nobody else's session may send it.
    running?.end();
    running = start(owner, client);
  }
  return running.uploader;
}

function start(owner: string, client: QueryClient): Running {
  const { connection, session } = runningApi();
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
  const unsubscribe = [
    onLeaving(() => storage.forgetBytes(owner)),
    connection.subscribe(({ status }) => {
      if (status === 'connected') uploader.reconnected();
    }),
    session.subscribe(({ status }) => {
      if (status === 'signed-out') end();
    }),
  ];
  const end = (): void => {
    for (const one of unsubscribe) one();
    uploader.close();
    running = undefined;
  };
  void presence.claim(uploader.restore);
  return { owner, uploader, end };
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
