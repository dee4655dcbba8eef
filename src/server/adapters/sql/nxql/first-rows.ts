/**
 * Fast ways to the first rows of an order, for queries with so many results that the plain statement is slow.
 * Invariant: such rows are the first ones that the plain statement would give, in the same order; there may be fewer. When
 * they do not fill the page, the plain statement is used.
 */
import { type RawBuilder, sql } from 'kysely';
import type { QueryRequest, SortKey } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import type { CompiledNxql } from './compile-nxql.ts';
import type { SortedColumn } from './list-memory.ts';
import type { Fields } from './nxql-fields.ts';
import { sortKeysOf } from './nxql-order.ts';
import { run } from './search-page.ts';
import { allOf, type Condition } from './sql-terms.ts';

/** The first documents, by key, that are tried for a page. */
const FIRST_KEYS = 4_000;

/** The number of best hits that are tried first. */
const MOST_BEST = 1_000;

/** When an index finds more, the oldest ones of this number are tried. */
const FIRST_FOUND = 1_000;

/** Computing scores is slow: for words in more documents, the best among this many of the newest come first. */
const MOST_RANKED = 10_000;

/**
 * The numbers of first documents, by date or title, among which the first hits are looked for. There are two for titles,
 * because documents with similar titles are likely to lie together, perhaps in another place.
 */
const FIRST_IN_ORDER = { modified: [10_000], title_key: [10_000, 100_000] } as const;

export interface FirstRows {
  readonly source: RawBuilder<unknown>;
  readonly where: Condition;
  /** Undefined: the order of the plain statement. */
  readonly order?: RawBuilder<unknown> | undefined;
}

export interface Ranking extends FirstRows {
  /** True for the newest documents, which are ranked and come before all others. */
  readonly isAhead: Condition;
  /** Probably contains the first pages of the ranking. */
  readonly best: FirstRows | undefined;
}

/** What is known about the words that all results have. */
export interface Hits {
  /** For the best first, when so many documents have the words that only the newest are ranked. */
  readonly ranking?: Ranking | undefined;
  /** All results, when few documents have the words: found from those. */
  readonly few?: FirstRows | undefined;
  /** When very many documents have the words, for the first rows. */
  readonly many?: FirstRows | undefined;
}

/** The largest values first, from an index of the values; documents without a value come last. */
export function withLargest(
  [key, ...more]: readonly SortKey[],
  fields: Fields,
  { byIndex, where }: CompiledNxql,
): FirstRows | undefined {
  if (byIndex === undefined || key?.descending !== true || more.length > 0) return undefined;
  const field = fields.resolve(key.name);
  if (field.kind !== 'value' || field.largest === undefined) return undefined;
  return { source: byIndex(field.largest), where: allOf([sql`${field.sql} is not null`, where]) };
}

/** @param wanted whether to find out that there are few; also that there are many; also the best of many */
export async function lookAtHits(
  context: StoreContext,
  compiled: CompiledNxql,
  wanted: 'few' | 'many' | 'best',
): Promise<Hits> {
  const { sourceOfMany: source, where, hits, best } = compiled;
  const few = ofFewHits(context, compiled);
  if (hits === undefined || (few === undefined && wanted === 'few')) return {};
  const [last] = await run(
    context,
    sql<{ seq: number }>`${hits} order by seq desc limit 1 offset ${MOST_RANKED}`,
  );
  if (last === undefined) return { few };
  const many = { source, where };
  if (wanted !== 'best') return { many };
  const isAhead: Condition = sql`t.${sql.ref(context.engine.fulltext.key)} > ${last.seq}`;
  const ranking = { source, where: allOf([isAhead, where]), isAhead, best: best?.(last.seq, MOST_BEST) };
  return { many, ranking };
}

/**
 * For PostgreSQL, which expects a word to find half a percent of all documents: for a single hit it would read all documents
 * in the order of the result, or all places.
 */
function ofFewHits({ engine }: StoreContext, { ofHits }: CompiledNxql): FirstRows | undefined {
  // Others may add hits meanwhile: the limit must not drop any.
  return engine.name === 'postgres' ? ofHits?.(2 * MOST_RANKED) : undefined;
}

/** The oldest documents, for queries without an order. */
export function withFirstKeys(request: QueryRequest, { byKey, where }: CompiledNxql): FirstRows | undefined {
  if (byKey === undefined || sortKeysOf(request).length > 0) return undefined;
  const end = sql`(select min(made.seq) from documents made) + ${FIRST_KEYS}`;
  return { source: byKey, where: allOf([sql`d.seq < ${end}`, where]) };
}

/** The oldest of the documents that an index finds without reading them. */
export function withFirstFound(
  { engine }: StoreContext,
  request: QueryRequest,
  { inIndex, source, where }: CompiledNxql,
): FirstRows | undefined {
  // PostgreSQL would read the documents for their keys.
  if (inIndex === undefined || engine.name === 'postgres' || sortKeysOf(request).length > 0) return undefined;
  const first = sql`select d.seq from documents d where ${inIndex} order by d.seq limit ${FIRST_FOUND}`;
  return { source, where: allOf([sql`d.seq in (${first})`, where]) };
}

/**
 * The first by date or title among very many hits, or in a large place. SQLite would read all of them to sort them: listing the
 * keys of the hits takes a twentieth of that time, and then documents are read in their order.
 */
export function withFirstInOrder(
  { scope: { repository } }: QueryRequest,
  [key]: readonly SortKey[],
  column: SortedColumn | undefined,
  { byOrder }: CompiledNxql,
): readonly FirstRows[] | undefined {
  if (byOrder === undefined || key === undefined) return undefined;
  if (column !== 'modified' && column !== 'title_key') return undefined;
  const value = sql.ref(column);
  const direction = key.descending ? sql`desc` : sql`asc`;
  const endOf = (
    most: number,
  ) => sql`(select edge.${value}, edge.id from documents edge where edge.repository = ${repository}
    order by edge.${value} ${direction}, edge.id ${direction} limit 1 offset ${most})`;
  // Documents without a date come first in ascending order, and meet no comparison.
  const isNear = (end: RawBuilder<unknown>): Condition =>
    key.descending
      ? sql`(d.${value}, d.id) > ${end}`
      : column === 'title_key'
        ? sql`(d.title_key, d.id) < ${end}`
        : sql`(d.modified, d.id) < ${end} and not exists (select 1 from documents undated
        where undated.repository = ${repository} and undated.modified is null)`;
  const { source, where } = byOrder(column);
  return FIRST_IN_ORDER[column].map((most) => ({ source, where: allOf([isNear(endOf(most)), where]) }));
}
