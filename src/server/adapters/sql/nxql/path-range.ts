/**
 * Where places lie, as texts: the chain of a place is that of its holder, its own number and `/`, and that of a
 * repository's root its name and `/`. What lies in a place is one range of chains, whatever anything is called.
 */
import { type RawBuilder, sql } from 'kysely';

/** The place of this chain and all in it: `/` is followed by `0` in code point order. */
export function isInTree(column: string, chain: string): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} >= ${chain} and ${sql.ref(column)} < ${endOf(chain)})`;
}

export function isBelow(column: string, chain: string): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} > ${chain} and ${sql.ref(column)} < ${endOf(chain)})`;
}

/** From `start`, and not as far as `end`. */
export interface ChainRange {
  readonly start: string;
  readonly end: string;
}

/** @param ranges one at least */
export function isInRanges(column: string, ranges: readonly ChainRange[]): RawBuilder<unknown> {
  const conditions = ranges.map(
    ({ start, end }) => sql`(${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end})`,
  );
  return sql`(${sql.join(conditions, sql` or `)})`;
}

export function endOf(chain: string): string {
  return `${chain.slice(0, -1)}0`;
}

/** What the chain of a place has to be. */
export function chainOf(place: string): RawBuilder<string> {
  const above = sql`(select above.chain from documents held
    inner join places above on above.document_id = held.parent_id where held.id = ${sql.table(place)}.document_id)`;
  return chainBelow(place, above);
}

/** The same, where the chain of what holds it is known: null where nothing does. */
export function chainBelow(place: string, holder: RawBuilder<unknown>): RawBuilder<string> {
  const p = sql.table(place);
  return sql`case when ${p}.path = '/' then ${p}.repository || '/'
    else coalesce(${holder}, '/') || cast(${p}.id as text) || '/' end`;
}

/** The names on the way from the root, as a JSON list, and how many they are: a path without `/` leads nowhere. */
export function namesOf(path: string): { readonly names: string; readonly depth: number } {
  if (!path.startsWith('/')) return { names: '[]', depth: -1 };
  const names = path === '/' ? [] : path.slice(1).split('/');
  return { names: JSON.stringify(names), depth: names.length };
}

interface PathTerms {
  readonly repository: RawBuilder<unknown>;
  /** As the engine's functions for JSON take it. */
  readonly names: RawBuilder<unknown>;
  readonly depth: RawBuilder<unknown>;
}

/** The id of the document at a path, name by name from the root. */
export function idAtPath({ repository, names, depth }: PathTerms): RawBuilder<string | null> {
  return sql`(with recursive walk (id, level) as (
      select document_id, 0 from places where chain = ${repository} || '/'
      union all
      select held.id, walk.level + 1 from walk cross join documents held
      where held.parent_id = walk.id and held.name = (${names} ->> walk.level))
    select id from walk where level = ${depth})`;
}
