/**
 * What pages showed last, so that a second visit shows it at once, and without a connection at all. It stands beside the
 * session, in the same storage and under its person's name, and goes with the session (session-storage.ts). Written by
 * keep-seen.ts. Invariant: it only ever stands in until the answer comes; a refusal takes it away (query-client.ts).
 */
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { seenPrefix, storageName } from './session-storage.ts';
import { runningApi } from './start.ts';

export interface SeenStorage {
  readonly storage: Storage;
  /** The beginning of all names under which the signed-in person has something there. */
  readonly prefix: string;
}

/** Undefined while nobody is signed in. */
export function seenStorage(): SeenStorage | undefined {
  const { config, session } = runningApi();
  const state = session.getState();
  if (state.status === 'signed-out') return undefined;
  return {
    storage: state.keep ? localStorage : sessionStorage,
    prefix: seenPrefix(storageName(config.server), state.username),
  };
}

/** Before the text of an entry stands its time, always of this length. */
export const timeLength = String(Date.now()).length;

/** For options of queries whose answer is kept for the next visit. What was kept counts as asked for long ago. */
export function rememberedAnswer<T>(queryKey: QueryKey, isAnswer: (value: unknown) => value is T) {
  return {
    meta: { persisted: true },
    initialData: (): T | undefined => {
      try {
        const seen = seenStorage();
        const text = seen?.storage.getItem(seen.prefix + hashKey(queryKey));
        const value: unknown = text ? JSON.parse(text.slice(timeLength)) : undefined;
        return isAnswer(value) ? value : undefined;
      } catch {
        // Nobody can read it any more; the answer is on its way.
        return undefined;
      }
    },
    initialDataUpdatedAt: 0,
  };
}

export function forgetSeen(queryHash: string): void {
  const seen = seenStorage();
  seen?.storage.removeItem(seen.prefix + queryHash);
}

/** Seen at an earlier visit, and not answered since. */
export function isRecalled({
  data,
  dataUpdatedAt,
}: {
  readonly data: unknown;
  readonly dataUpdatedAt: number;
}): boolean {
  return data !== undefined && dataUpdatedAt === 0;
}
