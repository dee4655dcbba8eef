/**
 * Updates the accounts of a directory's people, so that they can get rights before they first sign in, and ends the
 * sign-ins of people who have left, were disabled or have a new password there.
 * Invariant: an incomplete list ends nothing.
 */
import { RepositoryError } from '../kernel/errors.ts';
import type { PeopleDirectory } from '../kernel/identity-providers.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { EntryStore } from '../kernel/stores.ts';
import { externalAccountDirectory } from './end-sign-ins.ts';
import { bringAccountUpToDate, endAccountThere, linkId } from './external-accounts.ts';

/** All people when accounts are made in advance, otherwise those who have signed in here. */
export async function importPeople(repository: Repository): Promise<void> {
  const directory = repository.ports.peopleDirectory;
  if (!directory) return;
  const known = new Set(
    (await readStores(repository, ({ entries }) => linksOf(entries, directory))).map(({ id }) => id),
  );
  if (!directory.importsPeople && known.size === 0) return;
  const here = new Set<string>();
  for (const identity of await directory.people()) {
    const id = await linkId(directory, identity.subject);
    here.add(id);
    if (!directory.importsPeople && !known.has(id)) continue;
    try {
      await inSession(repository, { principals: systemPrincipals }, (session) =>
        bringAccountUpToDate(session, directory, identity),
      );
    } catch (error) {
      // A person whose name is taken must not stop the import of others.
      if (!(error instanceof RepositoryError) || error.status >= 500) throw error;
      repository.ports.log.warn('A person of the directory got no account', { reason: error.message });
    }
  }
  // Only people known before the list was read: somebody who signed in meanwhile may be missing in it.
  for (const id of known)
    if (!here.has(id))
      await inSession(repository, { principals: systemPrincipals }, (session) =>
        endAccountThere(session, id),
      );
}

async function linksOf(entries: EntryStore, { name }: PeopleDirectory) {
  return (await entries.list(externalAccountDirectory, { filter: { equals: { source: name } } })).items;
}
