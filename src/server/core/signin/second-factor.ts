/**
 * One-time codes beside the password, with recovery codes for people who have lost them.
 * Invariants: a secret is shown only to the sign-in that began the enrolment, which alone can complete it; a code works once
 * on all servers together; recovery codes are stored as digests; a few wrong codes from anywhere block an account's codes for
 * a while; a person who has or needs a second factor cannot sign in with the password alone.
 */
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { Principals } from '../kernel/model.ts';
import type { SecondFactorSettings } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import type { Entry, Stores } from '../kernel/stores.ts';
import { queueAccountNotice } from '../mail/account-notices.ts';
import { includesAny } from '../people/principals.ts';
import { decryptSecret, encryptSecret } from '../secrets/stored-secrets.ts';
import { secondFactorDirectory as directory } from './end-sign-ins.ts';
import { newSecret, stepOfCode } from './one-time-codes.ts';
import { hasPasskey } from './passkeys.ts';
import { requireRecentSignIn } from './recent-sign-in.ts';
import { randomText, tokenDigest } from './secrets.ts';

const recoveryCodes = 10;
const mostFailures = 10;
const pauseMilliseconds = 15 * 60_000;

/** What is still needed after the password. */
export type SecondStep = 'none' | 'code' | 'passkey' | 'enrolment';

export async function secondStepOf(
  stores: Stores,
  { isOffered, requiredGroups, countsPasskeys }: SecondFactorSettings,
  principals: Principals,
): Promise<SecondStep> {
  if (!isOffered) return 'none';
  if (isOn(await stores.entries.get(directory, principals.username))) return 'code';
  if (!includesAny(principals.groups, requiredGroups)) return 'none';
  return countsPasskeys && (await hasPasskey(stores.entries, principals.username)) ? 'passkey' : 'enrolment';
}

export interface SecondFactorState {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

export async function secondFactorOf(session: Session): Promise<SecondFactorState> {
  const entry = await session.read.entries.get(directory, session.username);
  return { isOn: isOn(entry), recoveryCodesLeft: recoveryOf(entry).length };
}

/**
 * Makes a secret, which takes effect when a code of it is confirmed, and replaces an unconfirmed one.
 * @param begunBy the sign-in that is waiting for it; empty for a person who is signed in. Of two people who know the password,
 * neither may see or complete the enrolment of the other.
 * @throws 403 for a signed-in person without a recent sign-in
 */
export async function beginEnrolment(session: Session, begunBy = ''): Promise<string> {
  if (begunBy === '') requireRecentSignIn(session);
  const { entries } = await session.write();
  const id = session.username;
  const known = await entries.getForUpdate(directory, id);
  if (isOn(known)) throw new RepositoryError('conflict', 'One-time codes are on already');
  const secret = newSecret();
  const fields = {
    login: id,
    secret: await encryptSecret(session, directory, id, secret),
    isOn: false,
    begunBy,
  };
  if (known) await entries.update(directory, id, fields);
  else if (!(await entries.insert(directory, { id, fields }))) await entries.update(directory, id, fields);
  return secret;
}

/** The unconfirmed secret of this sign-in, or a new one when another sign-in has replaced it. */
export async function secretToEnrol(session: Session, begunBy = ''): Promise<string> {
  const entry = await session.read.entries.get(directory, session.username);
  return entry && !isOn(entry) && wasBegunBy(entry, begunBy)
    ? secretOf(session, entry)
    : beginEnrolment(session, begunBy);
}

/** Returns recovery codes, which are shown only once; undefined for a wrong code. */
export async function confirmEnrolment(
  session: Session,
  code: string,
  begunBy = '',
): Promise<readonly string[] | undefined> {
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(directory, session.username);
  if (!entry || isOn(entry)) throw errors.badRequest('Nothing waits for a code');
  if (!wasBegunBy(entry, begunBy)) return undefined;
  const step = await stepOfCode(secretOf(session, entry), code, session.now, 0);
  if (step === undefined) return undefined;
  const codes = Array.from({ length: recoveryCodes }, () => randomText(16).toLowerCase());
  const recovery = await Promise.all(codes.map(tokenDigest));
  await entries.update(directory, entry.id, { ...entry.fields, isOn: true, lastStep: step, recovery });
  session.audit({ eventId: 'secondFactorAdded', category: 'NuxeoAuthentication' });
  await queueAccountNotice(session, session.username, 'codesAdded');
  return codes;
}

/** @throws 429 after too many wrong codes */
export async function takeSecondFactor(session: Session, username: string, code: string): Promise<boolean> {
  const { entries } = await session.write();
  const entry = await entries.getForUpdate(directory, username);
  if (!entry || !isOn(entry)) return false;
  const { failures: counted, failedAt, lastStep } = entry.fields;
  const isRecent = session.now.getTime() - Date.parse(String(failedAt)) < pauseMilliseconds;
  const failures = isRecent && typeof counted === 'number' ? counted : 0;
  if (failures >= mostFailures)
    throw new RepositoryError('overloaded', 'Too many wrong codes; try again in a quarter of an hour', {
      status: 429,
    });
  const step = await stepOfCode(
    secretOf(session, entry),
    code,
    session.now,
    typeof lastStep === 'number' ? lastStep : 0,
  );
  const digest = await tokenDigest(code.toLowerCase());
  const recovery = recoveryOf(entry);
  const isRight = step !== undefined || recovery.includes(digest);
  await entries.update(directory, username, {
    ...entry.fields,
    ...(isRight
      ? { failures: 0, lastStep: step ?? lastStep, recovery: recovery.filter((one) => one !== digest) }
      : { failures: failures + 1, failedAt: session.now.toISOString() }),
  });
  if (!isRight) session.audit({ eventId: 'loginFailed', category: 'NuxeoAuthentication' });
  return isRight;
}

/** False for a wrong code. */
export async function endOwnSecondFactor(session: Session, code: string): Promise<boolean> {
  if (!(await takeSecondFactor(session, session.username, code))) return false;
  await removeSecondFactor(session, session.username);
  return true;
}

/** For people who have lost both; done by somebody who may edit people. */
export async function endSecondFactorOf(session: Session, username: string): Promise<void> {
  if (!session.principals.isAdministrator)
    throw errors.forbidden('You do not have permissions to perform this operation.');
  await removeSecondFactor(session, username);
}

async function removeSecondFactor(session: Session, username: string): Promise<void> {
  const { entries } = await session.write();
  if (!(await entries.remove(directory, username))) throw errors.notFound('There are no one-time codes');
  session.audit({ eventId: 'secondFactorRemoved', category: 'NuxeoAuthentication', comment: username });
  await queueAccountNotice(session, username, 'codesRemoved');
}

function secretOf({ repository }: Session, { id, fields }: Entry): string {
  return decryptSecret(repository, directory, id, String(fields.secret));
}

function wasBegunBy({ fields }: Entry, begunBy: string): boolean {
  // An earlier release did not store it.
  return (fields.begunBy ?? '') === begunBy;
}

function isOn(entry: Entry | undefined): boolean {
  return entry?.fields.isOn === true;
}

function recoveryOf(entry: Entry | undefined): readonly string[] {
  const { recovery } = entry?.fields ?? {};
  return Array.isArray(recovery) ? recovery.filter((one) => typeof one === 'string') : [];
}
