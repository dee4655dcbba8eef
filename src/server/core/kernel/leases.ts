/**
 * Work that one server of several does at a time: named leases in the database.
 * Invariant: a lease has one holder until it is over; who has lost it learns so when it renews.
 */
import type { Repository } from './repository.ts';
import { inSession, systemPrincipals } from './session.ts';

const directory = 'leases';

/** Takes the lease, or goes on holding it, from now on; answers how long somebody else has it, 0 when it is the holder's. */
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
