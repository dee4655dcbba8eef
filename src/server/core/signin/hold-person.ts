/**
 * What ends somebody's sign-ins holds their entry; who is about to sign in holds it too, and so is either ended with the
 * others or finds that it may not any more.
 */
import { RepositoryError } from '../kernel/errors.ts';
import type { EntryStore } from '../kernel/stores.ts';
import { isSuspended, userDirectory } from '../people/principals.ts';

/** Until the end of the unit. */
export async function holdPerson(entries: EntryStore, login: string): Promise<void> {
  const entry = await entries.getForUpdate(userDirectory, login);
  if (!entry || isSuspended(entry))
    throw new RepositoryError('unauthenticated', 'The account is suspended or gone');
}
