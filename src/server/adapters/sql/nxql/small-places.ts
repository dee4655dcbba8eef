/**
 * Searches below a place that holds few documents, for engines that have no figures about what lies in which place: they
 * would read all documents in the order of the result, and hardly ever find one of those few.
 */
import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { CompiledNxql } from './compile-nxql.ts';
import type { FirstRows } from './first-rows.ts';
import { isInTree } from './path-range.ts';
import { run } from './search-page.ts';

/** As many are read and sorted in less time than is lost where they are spread over a million. */
const FEW = 2_000;

/** What finds the same results from the places on; undefined where more lie below them. */
export async function fewBelow(
  context: StoreContext,
  { below, inIndex, ranges }: Pick<CompiledNxql, 'below' | 'inIndex' | 'ranges'>,
): Promise<FirstRows | undefined> {
  if (below === undefined || context.engine.name === 'postgres') return undefined;
  // Then an index knows better.
  if (inIndex !== undefined || ranges.size > 0) return undefined;
  const rows = await run(
    context,
    sql`select 1 from places p cross join documents d
      where ${isInTree('p.chain', below.chain)} and d.place_id = p.id limit 1 offset ${FEW}`,
  );
  return rows.length === 0 ? below : undefined;
}
