/**
 * Identifies the committed state of a PostgreSQL database by the transactions that a statement would see now.
 * Invariant: a caller's query is sent after the call. All callers during a query share the next one. Waiting is limited,
 * since callers can do without the answer.
 */
import type pg from 'pg';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { translate } from './postgres-failure.ts';

/** Short, because the call itself waits too when the database hangs or has no free connection. */
const queryTimeoutMs = 1_000;

/** The start time is included, because a replica that takes over numbers transactions anew. */
const question = {
  name: 'committed state',
  text: "select pg_current_snapshot() || ' ' || pg_postmaster_start_time() as state",
  // A query without an answer by then is given up with its connection.
  query_timeout: queryTimeoutMs,
};

export function committedState(pool: Pick<pg.Pool, 'query'>): () => Promise<string> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | undefined;
  const ask = async (): Promise<string> => {
    await underWay;
    next = undefined;
    const asking = soon(pool.query<{ state: string }>(question));
    underWay = asking.catch(() => undefined);
    try {
      return (await asking).rows[0]?.state ?? '';
    } catch (cause) {
      throw cause instanceof RepositoryError ? cause : translate(cause);
    }
  };
  return () => {
    next ??= ask();
    return next;
  };
}

/** Gives up after a while, also when no connection is free. */
async function soon<T>(asking: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new RepositoryError('unavailable', 'The database does not answer')),
    queryTimeoutMs,
  );
  try {
    return await Promise.race([asking, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
