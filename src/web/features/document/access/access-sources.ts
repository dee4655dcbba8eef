// Finds the folder that an inherited entry comes from, and what blocking would change for whom. Pure.
// Invariant: inherited entries are in the order of the folders above, nearest first, as the server merges them.
import { isBlock } from '#web/api/access.ts';
import type { AceEntity, AclEntity } from '#wire/activity.ts';
import { nameOf } from './access-check.ts';

/** A folder above with entries of its own. */
export interface AccessSource {
  readonly title: string;
  readonly path: string;
}

export interface SourceEntries {
  readonly source: AccessSource;
  readonly acls: readonly AclEntity[];
}

/** The folder of each inherited entry; no entry if none of the folders that this person may see has it. */
export type SourcesByEntry = ReadonlyMap<AceEntity, AccessSource>;

/**
 * @param above nearest first
 * @param rest the source of entries that no folder in `above` has, if only one folder is left
 */
export function sourcesOf(
  inherited: readonly AceEntity[],
  above: readonly SourceEntries[],
  rest?: AccessSource,
): SourcesByEntry {
  const own = above.flatMap(({ source, acls }) => ownEntries(acls).map(({ id }) => ({ id, source })));
  const found = new Map<AceEntity, AccessSource>();
  for (const ace of inherited) {
    const index = own.findIndex(({ id }) => id === ace.id);
    const source = index < 0 ? rest : own.splice(index, 1)[0]?.source;
    if (source !== undefined) found.set(ace, source);
  }
  return found;
}

export function inheritedEntries(acls: readonly AclEntity[]): readonly AceEntity[] {
  return acls.filter(({ name }) => name === 'inherited').flatMap(({ aces }) => aces);
}

function ownEntries(acls: readonly AclEntity[]): readonly AceEntity[] {
  return acls.filter(({ name }) => name !== 'inherited').flatMap(({ aces }) => aces);
}

export interface Holding {
  /** Login or group. */
  readonly who: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Each person's and group's permissions before and after, in the order in which they are first named. */
export function compareEntries(
  before: readonly AceEntity[],
  after: readonly AceEntity[],
): readonly Holding[] {
  const counts = (entries: readonly AceEntity[]) =>
    entries.filter((ace) => ace.granted && ace.status === 'effective' && !isBlock(ace));
  const permissionsOf = (who: string, entries: readonly AceEntity[]) => [
    ...new Set(entries.filter((ace) => nameOf(ace) === who).map(({ permission }) => permission)),
  ];
  const [earlier, later] = [counts(before), counts(after)];
  const names = [...new Set([...earlier, ...later].map(nameOf))];
  return names.map((who) => ({
    who,
    before: permissionsOf(who, earlier),
    after: permissionsOf(who, later),
  }));
}
