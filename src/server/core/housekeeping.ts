/**
 * What has to be swept up now and then.
 * Invariants: each sweep is safe to run on several servers at once; one that fails keeps no other from its work.
 */

import { resumeRemoval } from './documents/removal-job.ts';
import { sweepFileAddresses } from './files/file-addresses.ts';
import { sweepBatches } from './files/uploads.ts';
import { sweepDeliveries } from './hooks/hook-job.ts';
import { readStores } from './kernel/read-stores.ts';
import type { Repository } from './kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from './kernel/session.ts';
import { sweepInPortions, sweptAtOnce } from './kernel/sweeping.ts';
import { sweepCodes } from './signin/oauth-authorization.ts';
import { sweepChallenges } from './signin/passkey-challenges.ts';
import { sweepFailures } from './signin/sign-in-limits.ts';

const day = 86_400_000;

/** Uploads that nobody took, codes that nobody came for, answers and jobs of long ago, lists of rights that hold for nothing, what removed trees left. */
const sweeps: readonly ((repository: Repository) => Promise<unknown>)[] = [
  sweepBatches,
  sweepCodes,
  sweepFailures,
  sweepChallenges,
  sweepFileAddresses,
  sweepDeliveries,
  (repository) => inSession(repository, { principals: systemPrincipals }, resumeRemoval),
  sweepReadAcls,
  (repository) =>
    sweepInPortions(repository, async (session) =>
      (await session.write()).idempotency.purge(before(session, day), sweptAtOnce),
    ),
  (repository) =>
    sweepInPortions(repository, async (session) =>
      (await session.write()).jobs.purge(before(session, 30 * day), sweptAtOnce),
    ),
];

export async function sweep(repository: Repository): Promise<void> {
  const failures: unknown[] = [];
  for (const one of sweeps) await one(repository).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/** They are looked for beside the calls: on SQLite nobody else writes while some are removed. */
async function sweepReadAcls(repository: Repository): Promise<void> {
  const unused = await readStores(repository, ({ documents }) => documents.unusedReadAcls());
  for (let from = 0; from < unused.length; from += sweptAtOnce)
    await inSession(repository, { principals: systemPrincipals }, async (session) =>
      (await session.write()).documents.removeUnusedReadAcls(unused.slice(from, from + sweptAtOnce)),
    );
}

function before({ now }: Session, milliseconds: number): string {
  return new Date(now.getTime() - milliseconds).toISOString();
}
