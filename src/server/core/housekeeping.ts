/**
 * Periodic clean-ups.
 * Invariants: each may run on several servers at once; when one fails the others still run.
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

/** Unclaimed uploads and codes, old answers and jobs, unused read ACLs, rows of removed trees. */
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

/** Found outside a writing unit, because on SQLite no other unit can write while some are removed. */
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
