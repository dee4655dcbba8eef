/** The changes that wait until the server answers, as React hooks. */
import { useIsMutating } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { waitingQueue } from '#web/api/waiting/now-or-later.ts';
import type { WaitingChange } from '#web/api/waiting/waiting-change.ts';
import type { WaitingState } from '#web/api/waiting/waiting-queue.ts';

const nothing: WaitingState = { changes: [], sending: false };
const never = () => () => {};

export function useWaiting(): WaitingState {
  const queue = useStore(waitingQueue, (state) => state.queue);
  return useSyncExternalStore(queue?.store.subscribe ?? never, queue?.store.getState ?? (() => nothing));
}

/** Number of changes that wait only in this page: closing it loses them. */
export function useWaitingInPage(): number {
  return useIsMutating({ predicate: ({ state }) => state.isPaused });
}

/** The waiting changes of one document, or those in one folder. */
export function useWaitingOf(uid: string): readonly WaitingChange[] {
  return useWaiting().changes.filter(({ about }) => about.uid === uid);
}
