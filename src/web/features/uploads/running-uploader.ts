/** The one uploader of this tab and person: made when first needed, gone with the session. */
import type { QueryClient } from '@tanstack/react-query';
import { refreshDocuments } from '#web/api/optimistic.ts';
import { runningApi } from '#web/api/start.ts';
import { createQueueStorage } from './queue-storage.ts';
import { repositoryServer } from './repository-server.ts';
import { createTabPresence } from './tab-presence.ts';
import { createUploader, type Uploader } from './uploader.ts';

let running: { readonly owner: string; readonly uploader: Uploader } | undefined;

export function runningUploader(username: string, client: QueryClient): Uploader {
  const { config, connection } = runningApi();
  const owner = `${config.server} ${username}`;
  if (running?.owner === owner) return running.uploader;
  const presence = createTabPresence(crypto.randomUUID());
  let refreshing: ReturnType<typeof setTimeout> | undefined;
  const uploader = createUploader({
    server: repositoryServer,
    storage: createQueueStorage('muniment-uploads'),
    owner,
    tab: presence.id,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    wait: (attempt, signal) => pause(500 * 2 ** attempt, signal),
    onFiled: () => {
      // Hundreds of files come in quickly: lists are asked for again once in a while.
      if (refreshing !== undefined) return;
      refreshing = setTimeout(() => {
        refreshing = undefined;
        void refreshDocuments(client);
      }, 1000);
    },
  });
  connection.subscribe(({ status }) => {
    if (status === 'connected') uploader.reconnected();
  });
  void presence.others().then((others) => uploader.restore(others));
  running = { owner, uploader };
  return uploader;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
