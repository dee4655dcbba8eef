/**
 * What ends somebody's sign-ins holds their entry; who is about to sign in holds it too, and so is either ended with the
 * others or finds that it may not any more.
 */
import { RepositoryError } from '../kernel/errors.ts';
import type { Principals } from '../kernel/model.ts';
import type { Entry, EntryStore } from '../kernel/stores.ts';
import { isSuspended, userDirectory } from '../people/principals.ts';

/** Who was found by a password, with its hash; who came another way, without. */
export type FoundPerson = Pick<Principals, 'username' | 'passwordHash'>;

/** Until the end of the unit. */
export async function holdPerson(entries: EntryStore, login: string): Promise<void> {
  await held(entries, login);
}

/** The same of who signs in anew by this call: with a password that is still theirs. */
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
