/**
 * The last answers that pages showed, so that the next visit shows them at once, also without a connection. They are stored
 * beside the session, in the same storage and under the person's name, and removed with it (session-storage.ts). Written by
 * keep-seen.ts. Invariant: they are used only until the answer arrives; a refusal removes them (query-client.ts).
 */
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { seenPrefix, storageName } from './session-storage.ts';
import { runningApi } from './start.ts';

export interface SeenStorage {
  readonly storage: Storage;
  /** Start of all storage names for the signed-in person. */
  readonly prefix: string;
}

/** Undefined if nobody is signed in. */
export function seenStorage(): SeenStorage | undefined {
  const { config, session } = runningApi();
  const state = session.getState();
  if (state.status === 'signed-out') return undefined;
  return {
    storage: state.keep ? localStorage : sessionStorage,
    prefix: seenPrefix(storageName(config.server), state.username),
  };
}

/** Each stored text starts with the time it was stored, which always has this length. */
export const timeLength = String(Date.now()).length;

/** Options for queries whose answer is stored for the next visit. A stored answer counts as stale. */
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
        // Not readable any more; the answer will arrive.
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

/** Whether the data is from an earlier visit, and no answer has arrived since. */
export function isRecalled({
  data,
  dataUpdatedAt,
}: {
  readonly data: unknown;
  readonly dataUpdatedAt: number;
}): boolean {
  return data !== undefined && dataUpdatedAt === 0;
}
