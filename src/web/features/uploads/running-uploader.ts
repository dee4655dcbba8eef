/** The one uploader of this tab and person: made when first needed, stopped when somebody else signs in or nobody is. */
import type { QueryClient } from '@tanstack/react-query';
import { refreshTouched } from '#web/api/optimistic.ts';
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
function refreshes(client: QueryClient): (...folders: readonly string[]) => void {
  let filled = new Set<string>();
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    let rest = shortestRestMs;
    while (filled.size > 0) {
      await pause(rest);
      const folders = [...filled];
      filled = new Set();
      const begun = performance.now();
      await refreshTouched(client, { uids: [], folders });
      rest = Math.min(longestRestMs, Math.max(shortestRestMs, 4 * (performance.now() - begun)));
    }
    isRunning = false;
  };
  return (...folders) => {
    for (const folder of folders) filled.add(folder);
    if (!isRunning) void run();
  };
}
