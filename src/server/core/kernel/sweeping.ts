/**
 * Removes expired data in portions, a transaction each: other units can write in between, and finished portions stay removed
 * when a later one fails.
 */
import { readStores } from './read-stores.ts';
import type { Repository } from './repository.ts';
import { inSession, type Session, systemPrincipals } from './session.ts';
import type { Entry } from './stores.ts';

/** Most removals in one transaction: on SQLite it blocks all other writers. */
export const sweptAtOnce = 200;

/** @param portion removes at most `sweptAtOnce` entries and returns how many */
export async function sweepInPortions(
  repository: Repository,
  portion: (session: Session) => Promise<number>,
): Promise<number> {
  let all = 0;
  for (;;) {
    const swept = await inSession(repository, { principals: systemPrincipals }, portion);
    all += swept;
    if (swept < sweptAtOnce) return all;
  }
}

/**
 * @param isOver called again once the entry is locked
 * @param remove gets the expired entries of a portion, locked
 */
export async function sweepEntries(
  repository: Repository,
  directory: string,
  isOver: (entry: Entry, now: Date) => boolean,
  remove: (session: Session, over: readonly Entry[]) => Promise<unknown> = removeEntries(directory),
): Promise<void> {
  let last = '';
  for (;;) {
    const page = await readStores(repository, ({ entries }) => entries.page(directory, last, sweptAtOnce));
    const over = page.filter((entry) => isOver(entry, repository.ports.clock.now()));
    if (over.length > 0)
      await inSession(repository, { principals: systemPrincipals }, async (session) => {
        const { entries } = await session.write();
        const held = await entries.getManyForUpdate(
          directory,
          over.map(({ id }) => id),
        );
        await remove(
          session,
          held.filter((entry) => isOver(entry, session.now)),
        );
      });
    if (page.length < sweptAtOnce) return;
    last = page.at(-1)?.id ?? last;
  }
}

function removeEntries(directory: string) {
  return async (session: Session, over: readonly Entry[]): Promise<void> =>
    (await session.write()).entries.removeMany(
      directory,
      over.map(({ id }) => id),
    );
}
