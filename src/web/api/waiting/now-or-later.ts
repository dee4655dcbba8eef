/**
 * Changes that nobody answers: they wait in the queue of the person who made them (running-waiting.ts sets it here when it
 * starts). Without a queue, or without space to store it, the change fails with the reason.
 */
import type { QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { ApiError } from '../api-error.ts';
import { isAway } from '../away.ts';
import { patchDocuments } from '../optimistic.ts';
import { runningApi } from '../start.ts';
import { withWork } from './waiting-change.ts';
import type { NewWaiting, WaitingQueue } from './waiting-queue.ts';

/** Null until started, and while nobody is signed in. */
export const waitingQueue = createStore<{ readonly queue: WaitingQueue | null }>(() => ({ queue: null }));

/**
 * Makes a change, or keeps it until the server answers; then it returns null. A refusal by the server is an error as usual.
 * @param changes the same change as data
 */
export async function nowOrLater<T>(
  client: QueryClient,
  call: () => Promise<T>,
  changes: () => readonly NewWaiting[],
): Promise<T | null> {
  const running = runningApi();
  let cause: unknown = new ApiError({ kind: 'network', message: running.client.unanswered() });
  // If the server is known to be away, do not try: the user sees the effect at once.
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
