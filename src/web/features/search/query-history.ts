/** The queries that were run, newest first, kept only in this browser. */
import { persisted } from '#web/frame/persisted.ts';

export interface PastQuery {
  readonly query: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const most = 50;

interface QueryHistory {
  readonly past: readonly PastQuery[];
}

export const useQueryHistory = persisted<QueryHistory>({ past: [] }, { name: 'muniment.queries' });

export function rememberQuery(query: string, at: number): void {
  if (query.trim() === '') return;
  useQueryHistory.setState(({ past }) => ({
    past: [{ query, at }, ...past.filter((one) => one.query !== query)].slice(0, most),
  }));
}

export function forgetQueries(): void {
  useQueryHistory.setState({ past: [] });
}
