/**
 * Chains: texts that say where places lie. A place's chain is that of its parent's place, its own number and `/`; the chain
 * of a root is the repository's name and `/`. Everything below a place is one range of chains, independent of names.
 */
import { type RawBuilder, sql } from 'kysely';

/** The place with this chain and all below it: `0` follows `/` in code point order. */
export function isInTree(column: string, chain: string): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} >= ${chain} and ${sql.ref(column)} < ${endOf(chain)})`;
}

export function isBelow(column: string, chain: string): RawBuilder<unknown> {
  return sql`(${sql.ref(column)} > ${chain} and ${sql.ref(column)} < ${endOf(chain)})`;
}

/** From `start` to before `end`. */
export interface ChainRange {
  readonly start: string;
  readonly end: string;
}

/** @param ranges at least one */
export function isInRanges(column: string, ranges: readonly ChainRange[]): RawBuilder<unknown> {
  const conditions = ranges.map(
    ({ start, end }) => sql`(${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${end})`,
  );
  return sql`(${sql.join(conditions, sql` or `)})`;
}

export function endOf(chain: string): string {
  return `${chain.slice(0, -1)}0`;
}

/** The right chain of a place. */
export function chainOf(place: string): RawBuilder<string> {
  const above = sql`(select above.chain from documents held
    inner join places above on above.document_id = held.parent_id where held.id = ${sql.table(place)}.document_id)`;
  return chainBelow(place, above);
}

/** The same when the parent's chain is known; null when that is. */
export function chainBelow(place: string, holder: RawBuilder<unknown>): RawBuilder<string> {
  const p = sql.table(place);
  return sql`case when ${p}.path = '/' then ${p}.repository || '/'
    else coalesce(${holder}, '/') || cast(${p}.id as text) || '/' end`;
}

/** The names of a path as a JSON list, and their number. A path without a leading `/` is not found. */
export function namesOf(path: string): { readonly names: string; readonly depth: number } {
  if (!path.startsWith('/')) return { names: '[]', depth: -1 };
  const names = path === '/' ? [] : path.slice(1).split('/');
  return { names: JSON.stringify(names), depth: names.length };
}

interface PathTerms {
  readonly repository: RawBuilder<unknown>;
  /** In the form for the engine's JSON functions. */
  readonly names: RawBuilder<unknown>;
  readonly depth: RawBuilder<unknown>;
}

/** The id of the document at a path, found name by name from the root. */
export function idAtPath({ repository, names, depth }: PathTerms): RawBuilder<string | null> {
  return sql`(with recursive walk (id, level) as (
      select document_id, 0 from places where chain = ${repository} || '/'
      union all
      select held.id, walk.level + 1 from walk cross join documents held
      where held.parent_id = walk.id and held.name = (${names} ->> walk.level))
    select id from walk where level = ${depth})`;
}
