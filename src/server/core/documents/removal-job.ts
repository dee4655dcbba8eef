/**
 * Deletes the rows of removed large trees, slice by slice.
 * Invariants: nothing finds these rows any more; one server at a time deletes, and other units can write between two slices;
 * when the server is killed another goes on.
 */
import { RepositoryError } from '../kernel/errors.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import { takeLease } from '../kernel/leases.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';

const kind = 'removal';
const lease = 'Removing documents';
const leaseMilliseconds = 60_000;
/** After this time the job queues again: a large tree takes hours, and other long jobs wait behind it. */
const turnMilliseconds = 60_000;
/** On SQLite a slice blocks all other writers. */
const sliceMilliseconds = 15;
const firstSlice = 50;
const mostInSlice = 500;
/** On a slow machine the commit alone takes as long as deleting this many rows. */
const leastInSlice = 20;

export async function queueRemoval(session: Session): Promise<void> {
  const { jobs } = await session.write();
  await jobs.enqueue({
    id: crypto.randomUUID(),
    kind,
    owner: null,
    runAt: session.now.toISOString(),
    payload: {},
    uniqueKey: kind,
  });
}

export async function isRemovalQueued(session: Session): Promise<boolean> {
  return (await session.read.jobs.due([kind])).length > 0;
}

/** Queues the job again when rows are left but it has failed for good. */
export async function resumeRemoval(session: Session): Promise<void> {
  const { documents } = session.read;
  if ((await documents.hasSlices()) && !(await isRemovalQueued(session))) await queueRemoval(session);
}

export const removalJob: JobHandler = {
  kind,
  takesLong: true,
  attempts: 10,
  async run(repository, job, ending) {
    // Rows that are removed from now on are left to the lease's holder, which looks again after it has released the lease.
    while (await isLeft(repository)) {
      if ((await takeLease(repository, lease, job.id, leaseMilliseconds)) > 0) return {};
      let isTurnOver = false;
      try {
        isTurnOver = await removeSlices(repository, job.id, () => ending.aborted);
      } finally {
        await takeLease(repository, lease, job.id, 0);
      }
      if (isTurnOver) {
        await inSession(repository, { principals: systemPrincipals }, queueRemoval);
        return {};
      }
    }
    return {};
  },
};

/** Returns true when its time was over before all rows were gone; false when they are, or another server has the lease. */
async function removeSlices(
  repository: Repository,
  holder: string,
  isEnding: () => boolean,
): Promise<boolean> {
  let most = firstSlice;
  const begun = performance.now();
  let renewed = begun;
  for (;;) {
    if (isEnding()) throw new RepositoryError('unavailable', 'The server stops');
    const { isOver, taken } = await removeSlice(repository, most);
    if (isOver) return false;
    if (taken > sliceMilliseconds) most = Math.max(leastInSlice, Math.floor(most / 2));
    else if (taken < sliceMilliseconds / 2) most = Math.min(mostInSlice, Math.ceil(most * 1.2));
    if (performance.now() - renewed > leaseMilliseconds / 3) {
      if ((await takeLease(repository, lease, holder, leaseMilliseconds)) > 0) return false;
      renewed = performance.now();
    }
    if (performance.now() - begun > turnMilliseconds) return true;
    await new Promise((resolve) => setTimeout(resolve, taken));
  }
}

/** `taken`: for how many milliseconds other writers may have waited. */
function removeSlice(
  repository: Repository,
  most: number,
): Promise<{ readonly isOver: boolean; readonly taken: number }> {
  return inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { documents } = await session.write();
    if (!(await documents.hasSlices())) return { isOver: true, taken: 0 };
    const begun = performance.now();
    await documents.removeSlice(most);
    return { isOver: false, taken: performance.now() - begun };
  });
}

function isLeft(repository: Repository): Promise<boolean> {
  return inSession(repository, { principals: systemPrincipals }, (session) =>
    session.read.documents.hasSlices(),
  );
}
