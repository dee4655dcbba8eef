/**
 * What directories say of an account: whether it may be used, and when its password was changed. Active Directory,
 * 389 Directory Server, FreeIPA, the overlay ppolicy of OpenLDAP and the schema of shadow passwords have attributes of their
 * own; what a directory has not is not in its answers.
 */
import type { Entry } from 'ldapts';
import { textOf } from './attribute-values.ts';

const dayMs = 86_400_000;
const disabledFlag = 2;
/** From 1601 to 1970. */
const fileTimeEpochMs = 11_644_473_600_000;
/** Later than any date: what Active Directory writes for "never". */
const farFileTime = 9e18;

const signsOfDisabled: Readonly<Record<string, (value: string, now: number) => boolean>> = {
  userAccountControl: (value) => (Number(value) & disabledFlag) !== 0,
  accountExpires: (value, now) => Number(value) > 0 && Number(value) < farFileTime && fileTime(value) <= now,
  nsAccountLock: (value) => /^true$/i.test(value),
  // By an administrator. After wrong passwords it has the time: else whoever guesses would end other people's sign-ins.
  pwdAccountLockedTime: (value) => value.startsWith('000001010000'),
  shadowExpire: (value, now) => Number(value) > 0 && Number(value) * dayMs <= now,
};

const timesOfPasswords: Readonly<Record<string, (value: string) => number>> = {
  // 0: somebody else has set it, and it must be changed at the next sign-in.
  pwdLastSet: (value) => (Number(value) === 0 ? 0 : fileTime(value)),
  pwdChangedTime: generalizedTime,
  krbLastPwdChange: generalizedTime,
  shadowLastChange: (value) => Number(value) * dayMs,
};

/** To be asked for by name: some are in no answer else. */
export const stateAttributes = [...Object.keys(signsOfDisabled), ...Object.keys(timesOfPasswords)];

export function isDisabled(entry: Entry, now = Date.now()): boolean {
  return Object.entries(signsOfDisabled).some(([name, isSign]) => {
    const value = textOf(entry, name);
    return value !== undefined && isSign(value, now);
  });
}

/** In milliseconds; undefined where the directory does not tell. */
export function passwordChanged(entry: Entry): number | undefined {
  const times = Object.entries(timesOfPasswords).flatMap(([name, timeIn]) => {
    const value = textOf(entry, name);
    const time = value === undefined ? Number.NaN : timeIn(value);
    return Number.isFinite(time) ? [time] : [];
  });
  return times.length === 0 ? undefined : Math.max(...times);
}

/** In steps of 100 ns. */
function fileTime(value: string): number {
  return Math.round(Number(value) / 10_000) - fileTimeEpochMs;
}

/** `20261123164004Z`, also with a fraction. */
function generalizedTime(value: string): number {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[.,]\d+)?Z$/.exec(value);
  if (!parts) return Number.NaN;
  const [year = 0, month = 1, ...rest] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest);
}
