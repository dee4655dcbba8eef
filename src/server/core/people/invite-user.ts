/** Makes an account whose owner sets the password (invitations.ts). Invariant: nobody else ever knows it. */
import type { JsonObject } from '#wire/json.ts';
import { isString } from '#wire/json.ts';
import { errors } from '../kernel/errors.ts';
import type { Repository } from '../kernel/repository.ts';
import type { Session } from '../kernel/session.ts';
import { isMailAddress } from '../mail/addresses.ts';
import { queueLetters } from '../mail/letters.ts';
import { createUser, type User } from './users.ts';

/** The mail must contain a link to the page for the code. */
export function canInvite({ ports, settings }: Repository): boolean {
  return ports.mailer !== undefined && settings.publicUrl !== undefined;
}

export async function inviteUser(
  session: Session,
  { id, properties }: { readonly id: string | undefined; readonly properties: JsonObject },
  comment = '',
): Promise<User> {
  const { email } = properties;
  if (!isString(email) || !isMailAddress(email))
    throw errors.badRequest('An invitation needs a mail address in the property email');
  const user = await createUser(session, { id, properties: { ...properties, password: null } });
  await queueLetters(session, [user.id], { kind: 'invitation', comment });
  return user;
}
