/**
 * Work done after the answer: any number of servers take jobs from a stored queue.
 * Invariant: a running job has a lease, renewed while it runs. When its server dies, another server takes the job soon
 * after; a job that keeps failing, or keeps ending the server, fails for good after a few attempts.
 */
import type { Json } from '#wire/json.ts';
import type { Ending } from './budget.ts';
import { JobPlaces } from './job-places.ts';
import type { Repository } from './repository.ts';
import { inSession, systemPrincipals } from './session.ts';
import type { Job, JobStore } from './stores.ts';

export interface JobHandler {
  readonly kind: string;
  /** It runs for minutes or hours and must not delay short jobs. */
  readonly takesLong?: boolean;
  /** A file may make it run for minutes, by accident or on purpose: such jobs delay only each other. */
  readonly readsFiles?: boolean;
  /** Most attempts; the pause between them doubles. */
  readonly attempts?: number;
  /**
   * Returns the result, which is stored with the job; undefined when the handler has reported the end itself.
   * @param ending set when the server stops: long work should give up, and another server does it again
   */
  run(repository: Repository, job: Job, ending: Ending): Promise<Json | undefined>;
}

const leaseMilliseconds = 60_000;
const maxAttempts = 3;

/** Runs jobs that are due, at most `limit`; returns how many. */
export async function runDueJobs(
  repository: Repository,
  handlers: ReadonlyMap<string, JobHandler>,
  worker: string,
  limit: number,
  ending: Ending = { aborted: false },
  places: JobPlaces = new JobPlaces(),
): Promise<number> {
  const taken = await places.take(() => takeDueJobs(repository, [...handlers.keys()], worker, limit, places));
  await Promise.all(
    taken.map((job) => runOne(repository, handlers, job, ending).finally(() => places.leave(job))),
  );
  return taken.length;
}

/** Shares the places among people: those with the fewest running first, then those who have waited longest. */
function takeDueJobs(
  repository: Repository,
  kinds: readonly string[],
  worker: string,
  limit: number,
  places: JobPlaces,
): Promise<readonly Job[]> {
  const now = repository.ports.clock.now();
  return inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { jobs } = await session.write();
    const due = (await jobs.due(kinds)).filter((one) => one.due <= now.toISOString());
    const people = places.inTurn(due);
    const taken: Job[] = [];
    for (const [index, { room, which }] of people.entries()) {
      const share = Math.ceil((limit - taken.length) / (people.length - index));
      let left = Math.min(room, share);
      for (const each of which) {
        if (left === 0) break;
        const found = await jobs.take(each, worker, now.toISOString(), leaseFrom(now), left);
        left -= found.length;
        taken.push(...found);
      }
    }
    return taken;
  });
}

function leaseFrom(now: Date): string {
  return new Date(now.getTime() + leaseMilliseconds).toISOString();
}

async function runOne(
  repository: Repository,
  handlers: ReadonlyMap<string, JobHandler>,
  job: Job,
  ending: Ending,
): Promise<void> {
  const handler = handlers.get(job.kind);
  if (job.attempts > (handler?.attempts ?? maxAttempts)) {
    const message = 'It ended the server each time that it was tried';
    return report(repository, job, { state: 'failed', result: { message } });
  }
  const renewal = setInterval(() => void renew(repository, job), leaseMilliseconds / 3);
  try {
    const result = await handler?.run(repository, job, ending);
    if (result !== undefined) await report(repository, job, { state: 'completed', result });
  } catch (error) {
    if (ending.aborted) {
      const runAt = repository.ports.clock.now().toISOString();
      // Not a failure: stopped servers must not use up the attempts.
      return await report(repository, job, { state: 'scheduled', runAt, attempts: job.attempts - 1 });
    }
    const message = error instanceof Error ? error.message : String(error);
    repository.ports.log.warn(`A ${job.kind} job failed`, {
      job: job.id,
      attempts: job.attempts,
      reason: message,
    });
    const retryAt = new Date(repository.ports.clock.now().getTime() + 2 ** job.attempts * 5_000);
    await report(
      repository,
      job,
      job.attempts < (handler?.attempts ?? maxAttempts)
        ? { state: 'scheduled', runAt: retryAt.toISOString() }
        : { state: 'failed', result: { message } },
    );
  } finally {
    clearInterval(renewal);
  }
}

async function renew(repository: Repository, job: Job): Promise<void> {
  try {
    await report(repository, job, { leaseUntil: leaseFrom(repository.ports.clock.now()) });
  } catch (error) {
    repository.ports.log.warn('A job’s lease could not be renewed', { job: job.id, reason: String(error) });
  }
}

async function report(
  repository: Repository,
  { id, worker }: Job,
  change: Parameters<JobStore['report']>[1],
): Promise<void> {
  const isHeld = await inSession(repository, { principals: systemPrincipals }, async (session) =>
    (await session.write()).jobs.report(id, change, worker ?? undefined),
  );
  if (!isHeld && change.state !== undefined)
    repository.ports.log.warn('A job ended too late: it was aborted, or another server has taken it', {
      job: id,
    });
}
