/**
 * Brings the accounts of a directory's people up to date, so that they can be given rights before they first sign in,
 * and ends what somebody is signed in with who is not there any more, is disabled there, or has a new password.
 * Invariant: a list that did not come whole ends nothing.
 */
import { RepositoryError } from '../kernel/errors.ts';
import type { PeopleDirectory } from '../kernel/identity-providers.ts';
import { readStores } from '../kernel/read-stores.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { EntryStore } from '../kernel/stores.ts';
import { externalAccountDirectory } from './end-sign-ins.ts';
import { bringAccountUpToDate, endAccountThere, linkId } from './external-accounts.ts';

/** All of them where accounts are made ahead, else those who have signed in here. */
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
      // One whose name is taken keeps nobody else out.
      if (!(error instanceof RepositoryError) || error.status >= 500) throw error;
      repository.ports.log.warn('Somebody of the directory has no account', { reason: error.message });
    }
  }
  // Whoever came first while the list was read may not be in it.
  for (const id of known)
    if (!here.has(id))
      await inSession(repository, { principals: systemPrincipals }, (session) =>
        endAccountThere(session, id),
      );
}

async function linksOf(entries: EntryStore, { name }: PeopleDirectory) {
  return (await entries.list(externalAccountDirectory, { filter: { equals: { source: name } } })).items;
}
