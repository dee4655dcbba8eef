/**
 * Brings the accounts of a directory's people up to date, so that they can be given rights before they first sign in,
 * and ends what somebody is signed in with who is not there any more.
 * Invariant: a list that did not come whole ends nothing.
 */
import { RepositoryError } from '../kernel/errors.ts';
import type { PeopleDirectory } from '../kernel/identity-providers.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import { endSignIns, externalAccountDirectory } from './end-sign-ins.ts';
import { bringAccountUpToDate, linkId } from './external-accounts.ts';

export async function importPeople(repository: Repository): Promise<void> {
  const directory = repository.ports.peopleDirectory;
  if (!directory?.importsPeople) return;
  const here = new Set<string>();
  for (const identity of await directory.people()) {
    here.add(await linkId(directory, identity.subject));
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
  await endThoseGone(repository, directory, here);
}

async function endThoseGone(
  repository: Repository,
  directory: PeopleDirectory,
  here: ReadonlySet<string>,
): Promise<void> {
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    const equals = { source: directory.name };
    for (const { id, fields } of (await entries.list(externalAccountDirectory, { filter: { equals } })).items)
      if (!here.has(id)) await endSignIns(entries, String(fields.login));
  });
}
