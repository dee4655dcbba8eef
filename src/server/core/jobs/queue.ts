/** The job queue for administrators: listing jobs, starting failed ones again, aborting waiting ones. */
import { isString } from '#wire/json.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import type { Job } from '../kernel/stores.ts';

export interface QueuedJob {
  readonly id: string;
  readonly kind: string;
  readonly state: Job['state'];
  readonly owner: string | null;
  readonly attempts: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Why it failed. */
  readonly message: string | null;
}

const states: readonly Job['state'][] = ['scheduled', 'running', 'completed', 'failed', 'aborted'];
const mostJobs = 200;

export async function listJobs(session: Session, state: string | undefined): Promise<readonly QueuedJob[]> {
  requireAdministrator(session);
  const wanted = states.find((one) => one === state);
  if (state !== undefined && wanted === undefined) throw errors.badRequest(`No such state of jobs: ${state}`);
  return (await session.read.jobs.latest(wanted, mostJobs)).map(present);
}

export async function runAgain(session: Session, id: string): Promise<QueuedJob> {
  return change(session, id, 'failed', async (jobs) => jobs.restart(id, session.now.toISOString()));
}

export async function giveUp(session: Session, id: string): Promise<QueuedJob> {
  return change(session, id, 'scheduled', async (jobs) => jobs.giveUp(id));
}

async function change(
  session: Session,
  id: string,
  needed: Job['state'],
  act: (jobs: Session['read']['jobs']) => Promise<boolean>,
): Promise<QueuedJob> {
  requireAdministrator(session);
  const { jobs } = await session.write();
  const isDone = await act(jobs);
  const job = await jobs.get(id);
  if (!job) throw errors.notFound(`There is no job ${id}`);
  if (!isDone) throw new RepositoryError('conflict', `The job is ${job.state}, not ${needed}`);
  session.audit({ eventId: `job_${job.state}`, category: 'management', comment: job.kind });
  return present(job);
}

function present({ id, kind, state, owner, attempts, createdAt, updatedAt, result }: Job): QueuedJob {
  const message =
    typeof result === 'object' && result !== null && 'message' in result ? result.message : null;
  const isFailed = state === 'failed' && isString(message);
  return { id, kind, state, owner, attempts, createdAt, updatedAt, message: isFailed ? message : null };
}

function requireAdministrator({ principals }: Session): void {
  if (!principals.isAdministrator)
    throw errors.forbidden('You do not have permissions to perform this operation.');
}
