/**
 * Stores the answers of marked queries (last-seen.ts) for the next visit. Invariant: at most `most` characters are stored, the
 * oldest answers are removed first; answers that the server now refuses are removed.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { isApiError, isUnreached } from './api-error.ts';
import { forgetSeen, seenStorage } from './last-seen.ts';

const most = 1_500_000;
/** Several answers often arrive together: write them once. */
const pauseMs = 1_000;

export function keepSeen(client: QueryClient): void {
  const changed = new Map<string, Query>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    keep([...changed.values()]);
    changed.clear();
  };
  const note = (query: Query): void => {
    const { data, dataUpdatedAt, error } = query.state;
    if (query.meta?.persisted !== true) return;
    if (isApiError(error) && !isUnreached(error)) {
      changed.delete(query.queryHash);
      forgetSeen(query.queryHash);
    } else if (error === null && data !== undefined && dataUpdatedAt > 0) {
      changed.set(query.queryHash, query);
      timer ??= setTimeout(write, pauseMs);
    }
  };
  for (const query of client.getQueryCache().getAll()) note(query);
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    if (event.action.type === 'success' || event.action.type === 'error') note(event.query);
  });
  addEventListener('pagehide', write);
}

function keep(queries: readonly Query[]): void {
  const seen = seenStorage();
  if (seen === undefined || queries.length === 0) return;
  const { storage, prefix } = seen;
  const names = () => Object.keys(storage).filter((name) => name.startsWith(prefix));
  try {
    for (const { queryHash, state } of queries)
      storage.setItem(prefix + queryHash, Date.now() + JSON.stringify(state.data));
  } catch {
    // No space is left, or storage is refused. Remove everything, since what is stored would otherwise be of different ages.
    for (const name of names()) storage.removeItem(name);
    return;
  }
  let sum = 0;
  const newestFirst = names()
    .map((name) => ({ name, text: storage.getItem(name) ?? '' }))
    .sort((one, other) => (one.text < other.text ? 1 : -1));
  for (const { name, text } of newestFirst) {
    sum += text.length;
    if (sum > most) storage.removeItem(name);
  }
}
