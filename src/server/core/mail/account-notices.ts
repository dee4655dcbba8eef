/**
 * Letters about changes of an account's sign-in, so that people learn of changes that they did not make themselves.
 * Invariant: the letter about a new mail address goes to the old one, since the new one may be somebody else's.
 */
import type { Session } from '../kernel/session.ts';
import { transientPrefix } from '../people/principals.ts';
import { isMailAddress } from './addresses.ts';
import { queueLetters } from './letters.ts';

export const accountChanges = [
  'password',
  'address',
  'codesAdded',
  'codesRemoved',
  'passkeyAdded',
  'passkeyRemoved',
] as const;
export type AccountChange = (typeof accountChanges)[number];

/** @param author who made the change, when it was not the caller */
export function queueAccountNotice(
  session: Session,
  account: string,
  change: AccountChange,
  author = session.username,
): Promise<void> {
  return queueLetters(session, [`user:${account}`], { kind: 'account', detail: change, account, author });
}

export async function queueAddressNotice(session: Session, account: string, former: string): Promise<void> {
  if (!isMailAddress(former)) return;
  const names = [`${transientPrefix}${former}`];
  await queueLetters(session, names, { kind: 'account', detail: 'address', account });
}
