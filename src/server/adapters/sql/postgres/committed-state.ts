/**
 * What is committed in a PostgreSQL database, as a name: the transactions that a statement would see now.
 * Invariant: a caller's question is sent after the caller came. All who come while one is under way share the next. Nobody
 * waits long for it: who asks can do without.
 */
import type pg from 'pg';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { translate } from './postgres-failure.ts';

/** When the database hangs or has no free connection, the call itself has to wait for it too: nobody should wait twice. */
const queryTimeoutMs = 1_000;

/** Transactions are numbered anew in a copy that takes over: it started at another time. */
const question = {
  name: 'committed state',
  text: "select pg_current_snapshot() || ' ' || pg_postmaster_start_time() as state",
  // What has not answered by then is given up with its connection.
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

/** Also where no connection is free. */
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
