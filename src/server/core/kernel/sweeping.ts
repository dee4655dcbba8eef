/**
 * Removes what is over, a portion in each transaction: however much has gathered, others write in between, and what is
 * removed once stays removed.
 */
import { readStores } from './read-stores.ts';
import type { Repository } from './repository.ts';
import { inSession, type Session, systemPrincipals } from './session.ts';
import type { Entry } from './stores.ts';

/** On SQLite nobody else writes meanwhile. */
export const sweptAtOnce = 200;

/** @param portion removes at most `sweptAtOnce`, and answers how many those were */
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
 * @param isOver is asked again while nobody else may change the entry
 * @param remove is given what is over of a portion, and held
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
