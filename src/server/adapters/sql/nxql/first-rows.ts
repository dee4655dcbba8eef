/**
 * Quick ways to the first rows of an order, for queries that find so many that the plain statement takes long.
 * Invariant: what is found in such a way is what the plain statement would give, in its order, as far as it goes; it
 * may end early. Whoever wants a page that is not full in it asks the plain statement.
 */
import { type RawBuilder, sql } from 'kysely';
import type { QueryRequest } from '#server/core/kernel/document-store.ts';
import type { StoreContext } from '../context.ts';
import type { CompiledNxql } from './compile-nxql.ts';
import { sortKeysOf } from './nxql-order.ts';
import { run } from './search-page.ts';
import { allOf, type Condition } from './sql-terms.ts';

/** As many documents are read by their keys, in the hope that they hold the page. */
const FIRST_KEYS = 4_000;

/** Of those as many are looked at first. */
const MOST_BEST = 1_000;

/** Of more that an index finds only so many are looked at, those that were made first. */
const FIRST_FOUND = 1_000;

/** Of words that more documents have, the best of the newest so many come first: to work out a score takes long. */
const MOST_RANKED = 10_000;

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

/** Undefined where nothing is ranked, or few enough for the best of all to be looked for. */
export async function newestRanked(
  context: StoreContext,
  request: QueryRequest,
  { source, where, hits, best }: CompiledNxql,
): Promise<Ranking | undefined> {
  if (hits === undefined || sortKeysOf(request).length > 0) return undefined;
  const [last] = await run(
    context,
    sql<{ seq: number }>`${hits} order by seq desc limit 1 offset ${MOST_RANKED}`,
  );
  if (last === undefined) return undefined;
  const isAhead: Condition = sql`t.${sql.ref(context.engine.fulltext.key)} > ${last.seq}`;
  return { source, where: allOf([isAhead, where]), isAhead, best: best?.(last.seq, MOST_BEST) };
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
