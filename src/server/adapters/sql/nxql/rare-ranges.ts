/**
 * Open ranges of indexed values that hold few documents, for engines that have no figures about values: they would read
 * all documents in the order of the result, and hardly ever find one.
 */
import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';
import type { CompiledNxql } from './compile-nxql.ts';
import type { LeafPredicate } from './nxql-leaf.ts';
import { run } from './search-page.ts';

/** As many are sorted in less time than is lost where they are spread thinly over all documents. */
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
