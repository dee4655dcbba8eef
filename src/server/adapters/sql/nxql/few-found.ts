/**
 * Searches whose results are among a few documents that an index finds: by their types, by facets of their own, by what their
 * titles contain. Engines expect too many of them, and read all documents in the order of the result.
 * Invariant: what is found so is asked for everything again, as it is then.
 */
import { type RawBuilder, sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { Engine } from '../engine.ts';
import { contributorsOf, hasOtherContributors, hasOwnFacets } from '../stores/document-columns.ts';
import { run } from './search-page.ts';
import { anyOf, type Condition, escapeLike } from './sql-terms.ts';

/** As many are read by their keys and sorted in less time than is lost where they are spread over a million. */
export const FEW = 2_000;

/** Who counts what is found reads all of it: more of them are read by their keys in less time than all documents. */
export const FEW_TO_COUNT = 50_000;

/** Statements for the keys of all documents that a search may find, and others. */
export type Candidates = RawBuilder<{ readonly seq: number }>;

/** The keys of what the first of these finds that finds few. */
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
 * Those that have the facet by their types, and those that have it by themselves: most documents have none of their own, and
 * the others few different lists of them, each of which is looked at once.
 * @param hasFacet of a list in the column of that name
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

/** Those that one of these people has made, and those of others in whose list a name is that may be theirs. */
export function ofContributors(engine: Engine, people: readonly string[]): Candidates {
  const list = contributorsOf(engine, 'd.');
  const isNamed = anyOf(people.map((one) => sql`${list} like ${`%"${escapeLike(one)}"%`} escape '\\'`));
  return sql`select seq from (
    select d.seq from documents d ${engine.byTitle ?? sql``} where ${engine.isOneOf(sql.ref('d.creator'), people)}
    union all
    select d.seq from documents d where ${hasOtherContributors(engine, 'd.')} and ${isNamed}) as found
    /* reads all: what has several contributors, and the index of titles or the column of creators */`;
}

/** @param condition on what the index of titles holds */
export function ofTitles(engine: Engine, condition: Condition): Candidates {
  return sql`select d.seq from documents d ${engine.byTitle ?? sql``} where ${condition}
    /* reads all: some thousands at most, or the index of titles */`;
}
