/**
 * Lets a call wait for jobs.
 * Invariant: while it waits it holds neither the writer, a connection nor a job's place, which the jobs need.
 */
import { errors } from './errors.ts';
import type { Session } from './session.ts';

/** @returns false when the time is over first */
export async function waitForJobs(
  session: Session,
  areDone: () => Promise<boolean>,
  seconds: number,
): Promise<boolean> {
  if (session.isWriting) {
    throw errors.badRequest(
      'A call that has changed something cannot wait for jobs: wait in a call of its own',
    );
  }
  if (!session.budget.mayWait) throw errors.badRequest('A job cannot wait for other jobs');
  return session.budget.waitUntil(areDone, seconds * 1000);
}
