/**
 * The queue of waiting changes of this tab and person, connected with the server, the cache and the other tabs: waiting changes
 * are shown in every answer that has their document, and sent when the server answers again.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { translator } from '#web/i18n/texts.ts';
import type { DocumentEntity } from '#wire/document.ts';
import { encodeSegment } from '../addresses.ts';
import { ApiError } from '../api-error.ts';
import { commentCountKeys } from '../comment-counts.ts';
import { commentKeys, postComment } from '../comments.ts';
import { pageView } from '../document-by-id.ts';
import { postDocument, putDocument } from '../document-changes.ts';
import { isDocument, isDocumentList } from '../guards.ts';
import { documentFamilies } from '../keys.ts';
import { isFull } from '../offline/copy-folder.ts';
import { patchDocuments, refreshChanged } from '../optimistic.ts';
import { randomText } from '../random.ts';
import { storageName } from '../session-storage.ts';
import { api, runningApi } from '../start.ts';
import { tagDocuments } from '../tags.ts';
import { waitingQueue } from './now-or-later.ts';
import { type ChangeServer, sendChange } from './send-change.ts';
import { type WaitingChange, withoutWork, withWaiting } from './waiting-change.ts';
import { createWaitingQueue, type WaitingQueue } from './waiting-queue.ts';
import { createWaitingStorage } from './waiting-storage.ts';

/** Time between attempts (ms) while a proxy answers for a server that is down: nothing reports its return. */
const laterMs = 15_000;

interface Running {
  readonly owner: string;
  readonly queue: WaitingQueue;
  readonly end: () => void;
}

const storage = createWaitingStorage('muniment-waiting');
let running: Running | undefined;
const sentListeners = new Set<(count: number) => void>();

/** Registers a listener for the number of changes sent. */
export function onWaitingSent(listener: (count: number) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

/** From now on keeps the queue of the signed-in person. */
export function startWaiting(client: QueryClient): void {
  const { config, session } = runningApi();
  const follow = (): void => {
    const state = session.getState();
    const owner = state.status === 'signed-out' ? null : `${storageName(config.server)}:${state.username}`;
    if (running?.owner === owner) return;
    running?.end();
    running =
      state.status === 'signed-out' || owner === null ? undefined : start(owner, state.username, client);
    waitingQueue.setState({ queue: running?.queue ?? null });
  };
  session.subscribe(follow);
  follow();
}

/** Deletes all waiting changes from this device, before the person signs out. */
export async function forgetWaiting(queue: WaitingQueue): Promise<void> {
  await queue.discard(queue.store.getState().changes.map(({ id }) => id));
}

const server: ChangeServer = {
  fetchNow: (uid) => api().entity(`/id/${encodeSegment(uid)}`, isDocument, pageView),
  save: async (document, properties) => void (await putDocument({ document, properties })),
  tag: tagDocuments,
  comment: async (parentId, text, key) => void (await postComment({ parentId, text }, key)),
  create: async (parentId, { type, name, properties }, idempotencyKey) =>
    void (await postDocument({ parentId, type, name, properties, idempotencyKey })),
};

function start(owner: string, username: string, client: QueryClient): Running {
  const { connection, session } = runningApi();
  const lock = `${owner}:waiting`;
  const channel = new BroadcastChannel(lock);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const queue = createWaitingQueue({
    owner,
    storage,
    send: async (change) => {
      const now = session.getState();
      if (now.status !== 'active' || now.username !== username) return { kind: 'left' };
      return sendChange(server, change);
    },
    exclusively: async (task, wait) => {
      if (navigator.locks === undefined) await task();
      else
        return navigator.locks.request(lock, { ifAvailable: !wait }, async (held) => {
          if (held !== null) await task();
          return held !== null;
        });
      return true;
    },
    announce: () => channel.postMessage('changed'),
    later: () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // If nothing answers at all, the connection reports when that ends.
        if (connection.getState().status === 'connected') sendQuietly();
      }, laterMs);
    },
    onSent: (sent) => {
      void refresh(client, sent);
      for (const listener of sentListeners) listener(sent.length);
    },
    onDropped: (dropped) => void takeBack(client, dropped),
    notStored: (failure, cause) =>
      isFull(failure)
        ? new ApiError({ kind: 'network', message: translator('waiting')('noRoom'), cause })
        : cause,
    now: Date.now,
    newId: () => randomText(16),
  });
  const sendQuietly = (): void => {
    if (queue.store.getState().changes.some(({ trouble }) => trouble === null))
      queue.send().catch(() => queue.store.setState({ sending: false }));
  };
  // Also for changes of an earlier visit, and in answers that arrive while a change is not sent yet.
  const show = (): void => {
    for (const queryKey of documentFamilies)
      for (const [key, data] of client.getQueriesData<unknown>({ queryKey })) overlay(key, data);
  };
  const overlay = (key: QueryKey, data: unknown): void => {
    const shown = overlaidData(queue, data);
    if (shown === data) return;
    const updatedAt = client.getQueryState(key)?.dataUpdatedAt;
    client.setQueryData(key, shown, updatedAt === undefined ? {} : { updatedAt });
  };
  channel.onmessage = () => void queue.reload().then(show, () => undefined);
  const unsubscribe = [
    connection.subscribe(({ status }) => {
      if (status === 'connected') sendQuietly();
    }),
    session.subscribe(({ status }) => {
      if (status === 'active') sendQuietly();
    }),
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      const { queryKey, state } = event.query;
      if (documentFamilies.some(([family]) => family === queryKey[0])) overlay(queryKey, state.data);
    }),
  ];
  void queue.reload().then(
    () => {
      show();
      if (connection.getState().status === 'connected') sendQuietly();
    },
    // Without a database nothing is stored, and no change waits.
    () => undefined,
  );
  const end = (): void => {
    clearTimeout(timer);
    channel.close();
    for (const one of unsubscribe) one();
  };
  return { owner, queue, end };
}

function overlaid(queue: WaitingQueue, document: DocumentEntity): DocumentEntity {
  return withWaiting(document, queue.store.getState().changes);
}

function overlaidData(queue: WaitingQueue, data: unknown): unknown {
  if (queue.store.getState().changes.length === 0) return data;
  if (isDocument(data)) return overlaid(queue, data);
  if (!isDocumentList(data)) return data;
  const entries = data.entries.map((entry) => overlaid(queue, entry));
  return entries.some((entry, index) => entry !== data.entries[index]) ? { ...data, entries } : data;
}

/** Shows discarded changes as before they were made, until the server's answer arrives. */
async function takeBack(client: QueryClient, dropped: readonly WaitingChange[]): Promise<void> {
  for (const { about, work } of dropped)
    await patchDocuments(client, about.uid, (document) => withoutWork(document, work));
  await refresh(client, dropped);
}

async function refresh(client: QueryClient, changes: readonly WaitingChange[]): Promise<void> {
  const commented = changes.flatMap(({ work }) => (work.kind === 'comment' ? [work.parentId] : []));
  for (const parentId of commented) void client.invalidateQueries({ queryKey: commentKeys.of(parentId) });
  if (commented.length > 0) void client.invalidateQueries({ queryKey: commentCountKeys.all });
  await refreshChanged(client, {
    uids: changes.map(({ about }) => about.uid),
    folders: changes.flatMap(({ about, work }) =>
      work.kind === 'new' ? [about.uid] : work.kind === 'edit' ? (about.parentRef ?? []) : [],
    ),
  });
}
