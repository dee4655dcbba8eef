/** What has to be swept up now and then. Invariant: each sweep is safe to run on several servers at once. */

import { sweepBatches } from './files/uploads.ts';
import { sweepDeliveries } from './hooks/hook-job.ts';
import type { Repository } from './kernel/repository.ts';
import { inSession, systemPrincipals } from './kernel/session.ts';
import { sweepCodes } from './signin/oauth-authorization.ts';
import { sweepFailures } from './signin/sign-in-limits.ts';

const day = 86_400_000;
const auditPage = 1_000;

/** Uploads that nobody took, codes that nobody came for, answers, jobs and audit entries of long ago. */
export async function sweep(repository: Repository): Promise<void> {
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { jobs, idempotency } = await session.write();
    await sweepBatches(session);
    await sweepCodes(session);
    await sweepFailures(session);
    await sweepDeliveries(session);
    await idempotency.purge(before(session.now, day));
    await jobs.purge(before(session.now, 30 * day));
  });
  await sweepAudit(repository);
}

/** A page in each transaction, so that nobody waits for all of them. */
async function sweepAudit(repository: Repository): Promise<void> {
  const { auditDays } = repository.settings;
  if (auditDays === 0) return;
  const limit = before(repository.ports.clock.now(), auditDays * day);
  const removeSome = (): Promise<number> =>
    inSession(repository, { principals: systemPrincipals }, async (session) =>
      (await session.write()).audit.purge(limit, auditPage),
    );
  while ((await removeSome()) === auditPage);
}

function before(now: Date, milliseconds: number): string {
  return new Date(now.getTime() - milliseconds).toISOString();
}
