/**
 * Locks a person's entry during sign-in. Ending all sign-ins locks it too, so that a concurrent sign-in is either ended with
 * the others or refused.
 */
import { RepositoryError } from '../kernel/errors.ts';
import type { Principals } from '../kernel/model.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { isSuspended, userDirectory } from '../people/principals.ts';

/** `passwordHash` is set when the person was found by a password. */
export type FoundPerson = Pick<Principals, 'username' | 'passwordHash'>;

/** Locks the entry until the end of the unit. */
export async function holdPerson(entries: EntryStore, login: string): Promise<void> {
  await held(entries, login);
}

/** The same for a new sign-in; also checks that the password has not been changed meanwhile. */
export async function holdCaller(
  entries: EntryStore,
  { username, passwordHash }: FoundPerson,
): Promise<void> {
  const { fields } = await held(entries, username);
  if (passwordHash !== undefined && fields.password !== passwordHash)
    throw new RepositoryError('unauthenticated', 'The password was changed meanwhile');
}

async function held(entries: EntryStore, login: string): Promise<Entry> {
  const entry = await entries.getForUpdate(userDirectory, login);
  if (!entry || isSuspended(entry))
    throw new RepositoryError('unauthenticated', 'The account is suspended or gone');
  return entry;
}
