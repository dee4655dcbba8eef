/**
 * Long work on files (conversions, reading what they state) that is wanted in the middle of a call that changes things.
 * Invariant: no writing transaction is open meanwhile. A call that has already changed something is taken back, the
 * work done, and the call done again; then it finds the work done.
 */
import type { JsonObject } from '#wire/json.ts';
import { RepositoryError } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';

type Work = () => Promise<JsonObject | undefined>;

/** Thrown through a call that is writing; `restarting` catches it. */
export class WorkFirst extends RepositoryError {
  readonly key: string;
  readonly work: Work;

  constructor(key: string, work: Work) {
    super('conversionFailed', 'Convert first: this call has already changed something');
    this.key = key;
    this.work = work;
  }
}

/** @param key what is wanted of which content: the same means the same */
export async function aheadOfChanges(
  session: Session,
  key: string,
  work: Work,
): Promise<JsonObject | undefined> {
  if (session.workedAhead.has(key)) return session.workedAhead.get(key);
  if (session.isWriting) throw new WorkFirst(key, work);
  return work();
}

/** A call that wants more work again and again after its changes ends here. */
const mostRestarts = 100;

/** A call that came here writing, or that has reached outside since, cannot be taken back. */
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

/** Operations put their names around what failed inside them. */
function workIn(error: unknown): WorkFirst | undefined {
  if (error instanceof WorkFirst) return error;
  return error instanceof Error ? workIn(error.cause) : undefined;
}
