/**
 * What a change does when nobody answers: it waits in the queue of the person that made it (running-waiting.ts puts it
 * here when it is started). Without a queue, or without room for it, the change fails, and says why.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../api-error.ts';
import { isAway } from '../away.ts';
import { patchDocuments } from '../optimistic.ts';
import { runningApi } from '../start.ts';
import { withWork } from './waiting-change.ts';
import type { NewWaiting, WaitingQueue } from './waiting-queue.ts';

/** Null until it is started, and while nobody is signed in. */
export const waitingQueue = createStore<{ readonly queue: WaitingQueue | null }>(() => ({ queue: null }));

/**
 * Carries a change out, or keeps it until the server answers: then null. What the server refuses stays refused.
 * @param changes the same as data
 */
export async function nowOrLater<T>(
  client: QueryClient,
  call: () => Promise<T>,
  changes: () => readonly NewWaiting[],
): Promise<T | null> {
  const running = runningApi();
  let cause: unknown = new ApiError({ kind: 'network', message: running.client.unanswered() });
  // Known to be away, it is not asked once more: what one does is done at once.
  if (running.connection.getState().status === 'connected') {
    try {
      return await call();
    } catch (error) {
      if (!isAway(error)) throw error;
      cause = error;
    }
  }
  const { queue } = waitingQueue.getState();
  const waiting = changes();
  if (queue === null || waiting.length === 0) throw cause;
  await queue.add(waiting, cause);
  for (const { about, work } of waiting)
    await patchDocuments(client, about.uid, (shown) => withWork(shown, work));
  return null;
}
