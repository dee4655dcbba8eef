/**
 * Changes by which somebody could keep an account need a recent sign-in: an open session alone is not enough.
 * Invariant: the moment comes from a password, a code, a passkey or a service that signed the person in. A token that is
 * made with another one has the moment of that one, and a refresh changes nothing about it.
 */
import { RepositoryError } from '../kernel/errors.ts';
import type { Principals } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

const recentMilliseconds = 10 * 60_000;

/** In the fields of tokens and codes. */
export function momentField({ signedInAt }: Pick<Principals, 'signedInAt'>): {
  readonly signedInAt: string | null;
} {
  return { signedInAt: signedInAt === undefined ? null : new Date(signedInAt).toISOString() };
}

/** What `momentField` wrote; nothing for tokens of earlier releases. */
export function momentIn(value: unknown): Pick<Principals, 'signedInAt'> {
  const moment = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(moment) ? { signedInAt: moment } : {};
}

export function isRecentlySignedIn({ principals, now }: Session): boolean {
  const { signedInAt } = principals;
  // Clocks of several servers, and one that was set back.
  return signedInAt !== undefined && Math.abs(now.getTime() - signedInAt) <= recentMilliseconds;
}

/** @throws 403 with `recent-sign-in` in its infos */
export function requireRecentSignIn(session: Session): void {
  if (isRecentlySignedIn(session)) return;
  throw new RepositoryError('forbidden', 'Show again who you are: you signed in more than ten minutes ago', {
    infos: ['recent-sign-in'],
  });
}
