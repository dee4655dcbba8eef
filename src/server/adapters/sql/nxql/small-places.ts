/**
 * Searches below a place with few documents, for engines without statistics of places: these would read all documents in the
 * order of the result to find a few.
 */
import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { CompiledNxql } from './compile-nxql.ts';
import type { FirstRows } from './first-rows.ts';
import { isInTree } from './path-range.ts';
import { run } from './search-page.ts';

/** Reading and sorting this many takes less time than finding them among a million. */
const FEW = 2_000;

/** The statement for the same results that begins with the places; undefined where there are more documents. */
export async function fewBelow(
  context: StoreContext,
  { below, inIndex, ranges }: Pick<CompiledNxql, 'below' | 'inIndex' | 'ranges'>,
): Promise<FirstRows | undefined> {
  if (below === undefined || context.engine.name === 'postgres') return undefined;
  // Then an index finds them faster.
  if (inIndex !== undefined || ranges.size > 0) return undefined;
  const rows = await run(
    context,
    sql`select 1 from places p cross join documents d
      where ${isInTree('p.chain', below.chain)} and d.place_id = p.id limit 1 offset ${FEW}`,
  );
  return rows.length === 0 ? below : undefined;
}
