/**
 * Long work on files (conversions, reading metadata) that a call needs after it has already changed something.
 * Invariant: no writing transaction is open during the work. The call is rolled back, the work is done, and the call runs
 * again; this time it finds the result.
 */
import type { JsonObject } from '#wire/json.ts';
import { RepositoryError } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';

type Work = () => Promise<JsonObject | undefined>;

/** Thrown by a call that is writing, and caught by `restarting`. */
export class WorkFirst extends RepositoryError {
  readonly key: string;
  readonly work: Work;

  constructor(key: string, work: Work) {
    super('conversionFailed', 'Convert first: this call has already changed something');
    this.key = key;
    this.work = work;
  }
}

/** @param key identifies the work and the content: equal keys have equal results */
export async function aheadOfChanges(
  session: Session,
  key: string,
  work: Work,
): Promise<JsonObject | undefined> {
  if (session.workedAhead.has(key)) return session.workedAhead.get(key);
  if (session.isWriting) throw new WorkFirst(key, work);
  return work();
}

/** Ends a call that asks for new work again and again. */
const mostRestarts = 100;

/** A call that was already writing, or that has reached outside since, cannot be rolled back. */
export async function restarting<T>(session: Session, call: () => Promise<T>): Promise<T> {
  const wasWriting = session.isWriting;
  for (let restarts = 0; ; restarts++) {
    try {
      return await call();
    } catch (error) {
      const first = workIn(error);
      if (!first || wasWriting || session.hasReachedOutside || restarts >= mostRestarts) throw error;
      await session.restart();
      session.workedAhead.set(first.key, await first.work());
    }
  }
}

/** Looks at the causes too, since operations wrap the errors of what they call. */
function workIn(error: unknown): WorkFirst | undefined {
  if (error instanceof WorkFirst) return error;
  return error instanceof Error ? workIn(error.cause) : undefined;
}
