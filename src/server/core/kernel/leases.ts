/**
 * Leases in the database, for work that only one of several servers may do at a time.
 * Invariant: a lease has one holder until it ends; a holder that has lost it learns so when it renews it.
 */
import type { Repository } from './repository.ts';
import { inSession, systemPrincipals } from './session.ts';

const directory = 'leases';

/** Takes or renews the lease. Returns 0 on success, else for how many milliseconds another holder still has it. */
export async function takeLease(
  repository: Repository,
  name: string,
  holder: string,
  milliseconds: number,
): Promise<number> {
  return inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    const now = session.now.getTime();
    const fields = { holder, until: now + milliseconds };
    if (await entries.insert(directory, { id: name, fields })) return 0;
    const held = (await entries.getForUpdate(directory, name))?.fields;
    const rest = typeof held?.until === 'number' ? held.until - now : 0;
    if (held?.holder !== holder && rest > 0) return rest;
    await entries.update(directory, name, fields);
    return 0;
  });
}
