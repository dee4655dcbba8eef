/**
 * What became of the backups that servers make by themselves: one row, which all servers of the database share.
 * Invariant: a success takes the place of what failed before it; a failure leaves the last success standing.
 */
import type { JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Entry, Stores } from '../kernel/stores.ts';

const directory = 'backups';
const id = 'last';
const hour = 3_600_000;
/** What failed is tried again so soon, however seldom backups are made. */
const retryHours = 0.5;

export interface LastBackup {
  readonly succeededAt: Date | undefined;
  /** Since then: nothing has succeeded after it. */
  readonly failed: { readonly at: Date; readonly reason: string } | undefined;
}

/** Undefined before the first one was tried. */
export async function lastBackup({ entries }: Pick<Stores, 'entries'>): Promise<LastBackup | undefined> {
  const entry = await entries.get(directory, id);
  return entry && read(entry);
}

function read({ fields }: Entry): LastBackup {
  const dateOf = (value: unknown): Date | undefined => (isString(value) ? new Date(value) : undefined);
  const failedAt = dateOf(fields.failedAt);
  return {
    succeededAt: dateOf(fields.succeededAt),
    failed: failedAt && { at: failedAt, reason: String(fields.reason) },
  };
}

/** @param reason why it failed; undefined when it did not */
export async function noteBackup(repository: Repository, reason: string | undefined): Promise<void> {
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    const known = await entries.getForUpdate(directory, id);
    const now = session.now.toISOString();
    const fields: JsonObject =
      reason === undefined
        ? { succeededAt: now, failedAt: null, reason: null }
        : { succeededAt: known?.fields.succeededAt ?? null, failedAt: now, reason };
    if (known) await entries.update(directory, id, fields);
    else await entries.insert(directory, { id, fields });
  });
}

export function isBackupDue(last: LastBackup | undefined, everyHours: number, now: Date): boolean {
  const hoursSince = (then: Date | undefined): number =>
    then === undefined ? Number.POSITIVE_INFINITY : (now.getTime() - then.getTime()) / hour;
  return (
    hoursSince(last?.succeededAt) >= everyHours &&
    hoursSince(last?.failed?.at) >= Math.min(everyHours, retryHours)
  );
}

/** Undefined when all is well, or nothing was tried yet. */
export function faultOfBackup(
  last: LastBackup | undefined,
  everyHours: number,
  now: Date,
): string | undefined {
  if (last === undefined) return undefined;
  const since = last.succeededAt?.toISOString() ?? 'the beginning';
  if (last.failed) return `none has succeeded since ${since}: ${last.failed.reason}`;
  const isOld = now.getTime() - (last.succeededAt?.getTime() ?? 0) > 2 * everyHours * hour;
  return isOld ? `none has been made since ${since}` : undefined;
}
