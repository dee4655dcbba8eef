/**
 * Finds open ranges of indexed values with few documents, for engines without statistics of values: these would read all
 * documents in the order of the result to find a few.
 */
import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { CompiledNxql } from './compile-nxql.ts';
import type { LeafPredicate } from './nxql-leaf.ts';
import { run } from './search-page.ts';

/** Sorting this many takes less time than finding them spread over all documents. */
const FEW = 5_000;

export async function rareRanges(
  context: StoreContext,
  { ranges }: CompiledNxql,
): Promise<ReadonlySet<LeafPredicate>> {
  const { isRare } = context.engine;
  if (isRare === undefined || ranges.size === 0) return new Set();
  const found = await Promise.all(
    [...ranges].map(async ([part, condition]) => {
      const rows = await run(
        context,
        sql`select 1 from documents d where ${isRare(condition)} limit 1 offset ${FEW}
          /* reads all: some thousands at most, by their index */`,
      );
      return rows.length === 0 ? [part] : [];
    }),
  );
  return new Set(found.flat());
}
