/**
 * The state of an account in a directory: whether it may be used, and when its password was changed. Active Directory, 389
 * Directory Server, FreeIPA, OpenLDAP's ppolicy overlay and the shadow schema have different attributes; attributes that a
 * directory lacks are missing in its answers.
 */
import type { Entry } from 'ldapts';
import { textOf } from './attribute-values.ts';

const dayMs = 86_400_000;
const disabledFlag = 2;
/** Milliseconds from 1601 to 1970. */
const fileTimeEpochMs = 11_644_473_600_000;
/** Later than any date: Active Directory's value for "never" is greater. */
const farFileTime = 9e18;

const signsOfDisabled: Readonly<Record<string, (value: string, now: number) => boolean>> = {
  userAccountControl: (value) => (Number(value) & disabledFlag) !== 0,
  accountExpires: (value, now) => Number(value) > 0 && Number(value) < farFileTime && fileTime(value) <= now,
  nsAccountLock: (value) => /^true$/i.test(value),
  // Locked by an administrator. A lock after wrong passwords has a time instead: guessing must not end other people's sign-ins.
  pwdAccountLockedTime: (value) => value.startsWith('000001010000'),
  shadowExpire: (value, now) => Number(value) > 0 && Number(value) * dayMs <= now,
};

const timesOfPasswords: Readonly<Record<string, (value: string) => number>> = {
  // 0: set by an administrator, and must be changed at the next sign-in.
  pwdLastSet: (value) => (Number(value) === 0 ? 0 : fileTime(value)),
  pwdChangedTime: generalizedTime,
  krbLastPwdChange: generalizedTime,
  shadowLastChange: (value) => Number(value) * dayMs,
};

/** Must be requested by name: some are left out of answers otherwise. */
export const stateAttributes = [...Object.keys(signsOfDisabled), ...Object.keys(timesOfPasswords)];

export function isDisabled(entry: Entry, now = Date.now()): boolean {
  return Object.entries(signsOfDisabled).some(([name, isSign]) => {
    const value = textOf(entry, name);
    return value !== undefined && isSign(value, now);
  });
}

/** In milliseconds since 1970; undefined when the directory does not tell. */
export function passwordChanged(entry: Entry): number | undefined {
  const times = Object.entries(timesOfPasswords).flatMap(([name, timeIn]) => {
    const value = textOf(entry, name);
    const time = value === undefined ? Number.NaN : timeIn(value);
    return Number.isFinite(time) ? [time] : [];
  });
  return times.length === 0 ? undefined : Math.max(...times);
}

/** From units of 100 ns since 1601. */
function fileTime(value: string): number {
  return Math.round(Number(value) / 10_000) - fileTimeEpochMs;
}

/** `20261123164004Z`, optionally with a fraction. */
function generalizedTime(value: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[.,]\d+)?Z$/.exec(value);
  if (!parts) return Number.NaN;
  const [year = 0, month = 1, ...rest] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest);
}
