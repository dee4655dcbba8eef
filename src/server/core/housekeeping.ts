/** What has to be swept up now and then. Invariant: each sweep is safe to run on several servers at once. */

import { resumeRemoval } from './documents/removal-job.ts';
import { sweepFileAddresses } from './files/file-addresses.ts';
import { sweepBatches } from './files/uploads.ts';
import { sweepDeliveries } from './hooks/hook-job.ts';
import type { Repository } from './kernel/repository.ts';
import { inSession, systemPrincipals } from './kernel/session.ts';
import { sweepCodes } from './signin/oauth-authorization.ts';
import { sweepChallenges } from './signin/passkey-challenges.ts';
import { sweepFailures } from './signin/sign-in-limits.ts';

const day = 86_400_000;

/** Uploads that nobody took, codes that nobody came for, answers and jobs of long ago, lists of rights that hold for nothing, what removed trees left. */
export async function sweep(repository: Repository): Promise<void> {
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { documents, jobs, idempotency } = await session.write();
    await sweepBatches(session);
    await sweepCodes(session);
    await sweepFailures(session);
    await sweepChallenges(session);
    await sweepFileAddresses(session);
    await sweepDeliveries(session);
    await resumeRemoval(session);
    await documents.removeUnusedReadAcls();
    await idempotency.purge(before(session.now, day));
    await jobs.purge(before(session.now, 30 * day));
  });
}

function before(now: Date, milliseconds: number): string {
  return new Date(now.getTime() - milliseconds).toISOString();
}
