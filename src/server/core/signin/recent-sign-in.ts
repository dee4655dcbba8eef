/**
 * Changes with which an attacker could keep an account need a recent sign-in: an open session alone is not enough.
 * Invariant: the time is that of a password, a code, a passkey or another service's sign-in. A token made with another token
 * has that token's time, and a refresh does not change it.
 */
import { RepositoryError } from '../kernel/errors.ts';
import type { Principals } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

const recentMilliseconds = 10 * 60_000;

/** The field for stored tokens and codes. */
export function momentField({ signedInAt }: Pick<Principals, 'signedInAt'>): {
  readonly signedInAt: string | null;
} {
  return { signedInAt: signedInAt === undefined ? null : new Date(signedInAt).toISOString() };
}

/** Reads the value of `momentField`; empty for tokens of earlier releases. */
export function momentIn(value: unknown): Pick<Principals, 'signedInAt'> {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(moment) ? { signedInAt: moment } : {};
}

export function isRecentlySignedIn({ principals, now }: Session): boolean {
  const { signedInAt } = principals;
  // `abs`, because clocks of servers differ and may be set back.
  return signedInAt !== undefined && Math.abs(now.getTime() - signedInAt) <= recentMilliseconds;
}

/** @throws 403 with `recent-sign-in` in its infos */
export function requireRecentSignIn(session: Session): void {
  if (isRecentlySignedIn(session)) return;
  throw new RepositoryError('forbidden', 'Show again who you are: you signed in more than ten minutes ago', {
    infos: ['recent-sign-in'],
  });
}
