/**
 * Quick ways to the first rows of an order, for queries that find so many that the plain statement takes long.
 * Invariant: what is found in such a way is what the plain statement would give, in its order, as far as it goes; it
 * may end early. Whoever wants a page that is not full in it asks the plain statement.
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

/** As many documents are read by their keys, in the hope that they hold the page. */
const FIRST_KEYS = 4_000;

/** How many of those are looked at first. */
const MOST_BEST = 1_000;

/** When an index finds more than that, so many are looked at, the oldest ones first. */
const FIRST_FOUND = 1_000;

/** Computing scores takes long: of words in more documents than that, the best of so many of the newest come first. */
const MOST_RANKED = 10_000;

/**
 * Of very many hits the first are looked for among the first so many documents by date or title. Titles that begin alike are
 * likely to lie in one place, which may be another.
 */
const FIRST_IN_ORDER = { modified: [10_000], title_key: [10_000, 100_000] } as const;

export interface FirstRows {
  readonly source: RawBuilder<unknown>;
  readonly where: Condition;
  /** Undefined: that of the plain statement. */
  readonly order?: RawBuilder<unknown> | undefined;
}

export interface Ranking extends FirstRows {
  /** True of the documents that come before all others, the best of them first. */
  readonly isAhead: Condition;
  /** What is likely to hold the first pages of it. */
  readonly best: FirstRows | undefined;
}

/** What is known of words that all results have. */
export interface Hits {
  /** Where the best are wanted first, and so many documents have the words that the newest are looked at alone. */
  readonly ranking?: Ranking | undefined;
  /** All results, where few documents have the words: found from those on. */
  readonly few?: FirstRows | undefined;
  /** The same where very many have them, and their first rows are looked for in a quick way before. */
  readonly many?: FirstRows | undefined;
}

/** The first downwards by a value that an index has: what has none comes last. */
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

/** @param wanted few of them; also to know that there are many; also the best of many */
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
 * PostgreSQL takes half a percent of all documents for what a word finds: for one hit it reads all documents in the
 * order of the result, or all places.
 */
function ofFewHits({ engine }: StoreContext, { ofHits }: CompiledNxql): FirstRows | undefined {
  // Others may store further hits after they were looked at: the limit must drop none.
  return engine.name === 'postgres' ? ofHits?.(2 * MOST_RANKED) : undefined;
}

/** The documents that were made first: an order of their own is not asked for. */
export function withFirstKeys(request: QueryRequest, { byKey, where }: CompiledNxql): FirstRows | undefined {
  if (byKey === undefined || sortKeysOf(request).length > 0) return undefined;
  const end = sql`(select min(made.seq) from documents made) + ${FIRST_KEYS}`;
  return { source: byKey, where: allOf([sql`d.seq < ${end}`, where]) };
}

/** What was made first of what an index finds without reading a document. */
export function withFirstFound(
  { engine }: StoreContext,
  request: QueryRequest,
  { inIndex, source, where }: CompiledNxql,
): FirstRows | undefined {
  // PostgreSQL reads the documents for their numbers.
  if (inIndex === undefined || engine.name === 'postgres' || sortKeysOf(request).length > 0) return undefined;
  const first = sql`select d.seq from documents d where ${inIndex} order by d.seq limit ${FIRST_FOUND}`;
  return { source, where: allOf([sql`d.seq in (${first})`, where]) };
}

/**
 * The first by date, or by title, of very many hits, or of what lies in a large place. SQLite would read all of them to sort
 * them: to list the keys of the hits takes a twentieth of that, and then the documents are read in their order.
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
  // What has no date comes first upwards, and would be found by no comparison.
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
