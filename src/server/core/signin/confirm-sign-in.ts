/**
 * Confirming a sign-in with a password, a one-time code or a passkey, which makes the present sign-in recent again.
 * Invariants: wrong proofs count as failed sign-ins, and only the caller's own proofs are accepted; a password alone does not
 * count for accounts that sign in with a second factor.
 */
import type { JsonObject } from '#wire/json.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Session } from '../kernel/session.ts';
import { authenticate } from '../people/password-check.ts';
import { deviceTokenDirectory } from './device-tokens.ts';
import { hasPasskey, takePasskey } from './passkeys.ts';
import { isRecentlySignedIn, momentField } from './recent-sign-in.ts';
import { secondStepOf, takeSecondFactor } from './second-factor.ts';
import { isTokenDigest } from './secrets.ts';
import { noteFailure, requireFewFailures } from './sign-in-limits.ts';
import { tokenDirectory } from './token-directory.ts';

export type Proof =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'passkey'; readonly response: JsonObject };

export interface Recency {
  readonly isRecent: boolean;
  /** Empty for people who can only sign in elsewhere: they must do that again. */
  readonly ways: readonly Proof['kind'][];
}

export async function recencyOf(session: Session): Promise<Recency> {
  const { ports, settings } = session.repository;
  const { passwordHash = '' } = session.principals;
  const hasPassword = passwordHash !== '' || ports.peopleDirectory !== undefined;
  const step = await secondStepOf(session.read, settings.secondFactor, session.principals);
  const hasKey = ports.passkeys !== undefined && (await hasPasskey(session.read.entries, session.username));
  const ways: readonly Proof['kind'][] = [
    ...(hasPassword && step !== 'code' && step !== 'passkey' ? (['password'] as const) : []),
    ...(step === 'code' ? (['code'] as const) : []),
    ...(hasKey ? (['passkey'] as const) : []),
  ];
  return { isRecent: isRecentlySignedIn(session), ways };
}

/**
 * False for a wrong proof, which is counted: the caller must commit before it refuses.
 * @param from the caller's address, and the origins that passkeys may come from
 * @throws 403 for a kind of proof that the account does not accept, 429 after too many wrong ones
 */
export async function confirmSignIn(
  session: Session,
  proof: Proof,
  from: { readonly address: string; readonly origins: readonly string[] },
): Promise<boolean> {
  const { ways } = await recencyOf(session);
  if (!ways.includes(proof.kind))
    throw errors.forbidden(`This account is confirmed by ${ways.join(' or ') || 'signing in again'}`);
  if (!(await isRight(session, proof, from))) return false;
  await noteRecentSignIn(session);
  return true;
}

async function isRight(
  session: Session,
  proof: Proof,
  { address, origins }: { readonly address: string; readonly origins: readonly string[] },
): Promise<boolean> {
  const { username, repository } = session;
  if (proof.kind === 'code') return takeSecondFactor(session, username, proof.code);
  if (proof.kind === 'password') {
    const attempt = { address, username };
    const person = await authenticate(repository, username, proof.password, attempt);
    return person?.username === username;
  }
  const attempt = { address, username: `passkey of ${username}` };
  await requireFewFailures(session.read.entries, session.now, attempt);
  const login = await takePasskey(session, proof.response, origins);
  if (login !== username) await noteFailure(session, attempt);
  return login === username;
}

/** A call that was made with a password is recent already, and has no token to update. */
async function noteRecentSignIn(session: Session): Promise<void> {
  const { signedInWith } = session.principals;
  if (signedInWith === undefined) {
    if (isRecentlySignedIn(session)) return;
    throw errors.badRequest('This way of signing in cannot be confirmed: sign in again');
  }
  const directory = isTokenDigest(signedInWith) ? deviceTokenDirectory : tokenDirectory;
  const { entries } = await session.write();
  const token = await entries.getForUpdate(directory, signedInWith);
  if (!token) throw new RepositoryError('unauthenticated', 'This sign-in has ended');
  await entries.update(directory, signedInWith, {
    ...token.fields,
    ...momentField({ signedInAt: session.now.getTime() }),
  });
  session.audit({ eventId: 'signInConfirmed', category: 'NuxeoAuthentication' });
}
