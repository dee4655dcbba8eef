/**
 * Invitations: an account without a password, and a code sent by mail with which its owner sets one.
 * Invariant: a code works once and expires; only its digest is stored, and a new code replaces the old one.
 */

import type { Session } from '../kernel/session.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { queueAccountNotice } from '../mail/account-notices.ts';
import { endSignIns } from '../signin/end-sign-ins.ts';
import { randomText, sha256Base64Url } from '../signin/secrets.ts';
import { isGoodPassword } from './password-rules.ts';
import { userDirectory } from './principals.ts';

const directory = 'invitations';
const lifetime = 7 * 86_400_000;

/** Returns the code, which is not stored anywhere. */
export async function newInvitation(session: Session, username: string): Promise<string> {
  const code = randomText(24);
  const fields = { digest: await sha256Base64Url(code), createdAt: session.now.toISOString() };
  const { entries } = await session.write();
  await removeInvitation(entries, username);
  await entries.insert(directory, { id: username, fields });
  return code;
}

export async function acceptInvitation(
  session: Session,
  {
    username,
    code,
    password,
  }: { readonly username: string; readonly code: string; readonly password: string },
): Promise<'accepted' | 'wrong' | 'badPassword'> {
  const digest = await sha256Base64Url(code);
  const isOpen = (invitation: Entry | undefined): boolean => {
    const age = session.now.getTime() - Date.parse(String(invitation?.fields.createdAt));
    return invitation?.fields.digest === digest && age <= lifetime;
  };
  if (!isOpen(await session.read.entries.get(directory, username))) return 'wrong';
  if (!(await isGoodPassword(session.repository, username, password))) return 'badPassword';
  // Hashing is slow on purpose: never do it inside the writing transaction.
  const hash = await session.repository.ports.passwords.hash(password);
  const { entries } = await session.write();
  const user = await entries.getForUpdate(userDirectory, username);
  if (!user || !isOpen(await entries.getForUpdate(directory, username))) return 'wrong';
  await removeInvitation(entries, username);
  await entries.update(userDirectory, username, { ...user.fields, password: hash });
  await endSignIns(entries, username);
  if (user.fields.password != null) await queueAccountNotice(session, username, 'password', username);
  session.audit({ eventId: 'user_modified', category: 'userGroup', comment: username });
  return 'accepted';
}

export async function removeInvitation(entries: EntryStore, username: string): Promise<void> {
  await entries.remove(directory, username);
}
