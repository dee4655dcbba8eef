/**
 * Searches whose results are among a few documents that an index can find: by type, by added facets, by texts in titles.
 * The engines overestimate their number, and read all documents in the order of the result.
 * Invariant: documents found like this are checked against all conditions again in the final statement.
 */
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import { contributorsOf, hasOtherContributors, hasOwnFacets } from '../stores/document-columns.ts';
import { run } from './search-page.ts';
import { anyOf, type Condition, escapeLike } from './sql-terms.ts';

/** Reading and sorting this many by key takes less time than searching them among a million. */
export const FEW = 2_000;

/** For counting, all results are read anyway: up to this many, reading by key is faster than reading all documents. */
export const FEW_TO_COUNT = 50_000;

/** A statement for the keys of all possible results, and perhaps others. */
export type Candidates = RawBuilder<{ readonly seq: number }>;

/** The keys from the first of the statements that finds at most `most`. */
export async function fewFound(
  context: StoreContext,
  candidates: readonly Candidates[],
  most = FEW,
): Promise<readonly number[] | undefined> {
  for (const some of candidates) {
    const rows = await run(context, sql<{ seq: number }>`${some} limit ${most + 1}`);
    if (rows.length <= most) return rows.map(({ seq }) => seq);
  }
  return undefined;
}

export function ofTypes(engine: Engine, types: readonly string[]): Candidates {
  return sql`select d.seq from documents d where ${engine.isOneOf(sql.ref('d.type'), types)}`;
}

/**
 * Documents with the facet, by their type or added: most documents have no added facets, and the others have few different
 * lists of them, each of which is checked once.
 * @param hasFacet a condition on a list in the column `facets`
 */
export function ofFacet(
  engine: Engine,
  types: readonly string[],
  hasFacet: (list: RawBuilder<string>) => Condition,
): Candidates {
  const next = (behind: RawBuilder<unknown>) => sql`(select d.facets from documents d
    where ${hasOwnFacets(engine, 'd.')}${behind} order by d.facets ${engine.ascending} limit 1)`;
  return sql`select seq from (
    select d.seq from documents d where ${engine.isOneOf(sql.ref('d.type'), types)}
    union all
    select d.seq from (
        with recursive lists (facets) as (
          select ${next(sql``)}
          union all
          select ${next(sql` and d.facets > lists.facets`)} from lists where lists.facets is not null)
        select facets from lists where ${hasFacet(sql.ref('lists.facets'))}) as own
      cross join documents d where ${hasOwnFacets(engine, 'd.')} and d.facets = own.facets) as found`;
}

/** Documents made by one of these people, and those of others whose list of contributors may contain one. */
export function ofContributors(engine: Engine, people: readonly string[]): Candidates {
  const list = contributorsOf(engine, 'd.');
  const isNamed = anyOf(people.map((one) => sql`${list} like ${`%"${escapeLike(one)}"%`} escape '\\'`));
  return sql`select seq from (
    select d.seq from documents d ${engine.byTitle ?? sql``} where ${engine.isOneOf(sql.ref('d.creator'), people)}
    union all
    select d.seq from documents d where ${hasOtherContributors(engine, 'd.')} and ${isNamed}) as found
    /* reads all: what has several contributors, and the index of titles or the column of creators */`;
}

/** @param condition on columns of the index of titles */
export function ofTitles(engine: Engine, condition: Condition): Candidates {
  return sql`select d.seq from documents d ${engine.byTitle ?? sql``} where ${condition}
    /* reads all: some thousands at most, or the index of titles */`;
}
