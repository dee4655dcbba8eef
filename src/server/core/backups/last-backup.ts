/**
 * The state of automatic backups: one row, shared by all servers of the database.
 * Invariant: a success replaces earlier failures; a failure keeps the last success.
 */
import type { JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Entry, Stores } from '../kernel/stores.ts';

const directory = 'backups';
const id = 'last';
const hour = 3_600_000;
/** A failed backup is tried again after this time, however rarely backups are made. */
const retryHours = 0.5;

export interface LastBackup {
  readonly succeededAt: Date | undefined;
  /** A failure since the last success. */
  readonly failed: { readonly at: Date; readonly reason: string } | undefined;
}

/** Undefined before the first attempt. */
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

/** @param reason why it failed; undefined after a success */
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

/** What is wrong with automatic backups; undefined when nothing is, or none was tried yet. */
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
