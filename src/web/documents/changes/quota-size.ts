/** A quota as people write it, a number and a unit, and as the server stores it, in bytes. Pure. */

export const quotaUnits = ['MB', 'GB', 'TB'] as const;
export type QuotaUnit = (typeof quotaUnits)[number];

/** The server's value for "no limit". */
export const noLimit = -1;

const bytesIn: Readonly<Record<QuotaUnit, number>> = { MB: 1e6, GB: 1e9, TB: 1e12 };

/** In the largest unit of which it has at least one. */
export function sizeInUnit(bytes: number | null): {
  readonly amount: number | null;
  readonly unit: QuotaUnit;
} {
  if (bytes === null) return { amount: null, unit: 'GB' };
  const unit = quotaUnits.findLast((one) => bytes >= bytesIn[one]) ?? 'MB';
  return { amount: bytes / bytesIn[unit], unit };
}

/** Null: not a possible quota. */
export function bytesOf(amount: number | null, unit: QuotaUnit): number | null {
  const bytes = amount === null ? 0 : Math.round(amount * bytesIn[unit]);
  return bytes > 0 && Number.isSafeInteger(bytes) ? bytes : null;
}
