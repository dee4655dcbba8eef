/**
 * What is committed in a PostgreSQL database, as a name: the transactions that a statement would see now.
 * Invariant: a caller's question is sent after the caller came. All who come while one is under way share the next.
 */
import type pg from 'pg';
import { translate } from './postgres-failure.ts';

/** Transactions are numbered anew in a copy that takes over: it started at another time. */
const question = {
  name: 'committed state',
  text: "select pg_current_snapshot() || ' ' || pg_postmaster_start_time() as state",
};

export function committedState(pool: pg.Pool): () => Promise<string> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<string> | undefined;
  const ask = async (): Promise<string> => {
    await underWay;
    next = undefined;
    const asking = pool.query<{ state: string }>(question);
    underWay = asking.catch(() => undefined);
    try {
      return (await asking).rows[0]?.state ?? '';
    } catch (cause) {
      throw translate(cause);
    }
  };
  return () => {
    next ??= ask();
    return next;
  };
}
