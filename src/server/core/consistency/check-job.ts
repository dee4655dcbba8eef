/**
 * The check of a repository as a job, for administrators of a running server.
 * Invariant: at most one check of a repository waits; its findings can be read while it runs.
 */
import type { JsonObject } from '#wire/json.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { JobHandler } from '../kernel/jobs.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import type { Job } from '../kernel/stores.ts';
import { checkRepository, type Finding } from './check-repository.ts';

const kind = 'check';
/** Further findings are only counted. */
const mostFindings = 1_000;
const documentsOfAReport = 500;

export async function submitCheck(session: Session, mends: boolean): Promise<JsonObject> {
  const id = crypto.randomUUID();
  const { jobs } = await session.write();
  await jobs.enqueue({
    id,
    kind,
    owner: session.username,
    runAt: session.now.toISOString(),
    payload: { repository: session.repositoryName, mends },
    uniqueKey: `${kind} ${session.repositoryName} ${mends}`,
  });
  const job = await jobs.get(id);
  if (!job) throw new RepositoryError('conflict', 'Such a check is waiting already');
  return statusOf(job);
}

export async function checkStatus(session: Session, id: string): Promise<JsonObject> {
  const job = await session.read.jobs.get(id);
  if (job?.kind !== kind) throw errors.notFound(`There is no check ${id}`);
  return statusOf(job);
}

function statusOf({ id, state, payload, progress }: Job): JsonObject {
  return {
    'entity-type': 'consistencyCheck',
    id,
    state,
    mends: payload.mends === true,
    looked: 0,
    found: 0,
    left: 0,
    findings: [],
    ...progress,
  };
}

export const checkJob: JobHandler = {
  kind,
  takesLong: true,
  async run(repository, job, ending) {
    const findings: Finding[] = [];
    let [looked, found, left] = [0, 0, 0];
    const report = (): Promise<boolean> => {
      const progress = { looked, found, left, findings: findings.map((one) => ({ ...one })) };
      return inSession(repository, { principals: systemPrincipals }, async (session) =>
        (await session.write()).jobs.report(job.id, { progress }, job.worker ?? undefined),
      );
    };
    for await (const one of checkRepository(
      repository,
      String(job.payload.repository),
      job.payload.mends === true,
    )) {
      if (ending.aborted) throw new RepositoryError('unavailable', 'The server stops');
      if (one === 'looked') {
        looked++;
        if (looked % documentsOfAReport === 0 && !(await report())) return undefined;
        continue;
      }
      found++;
      if (!one.isMended) left++;
      if (findings.length < mostFindings) findings.push(one);
    }
    await report();
    return {};
  },
};
