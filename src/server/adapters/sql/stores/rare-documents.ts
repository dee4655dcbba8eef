/** Finds documents of a rare kind in a tree, starting from whichever are fewer: places of the tree or rare documents. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoreContext } from '../context.ts';

/** With more places it is slow to look into each. */
const MANY_PLACES = 2_000;
/** Reading this many documents and filtering them is faster. */
const FEW = 1_000;

/**
 * The tables after FROM, with their own names. Each rare kind has an index.
 * @param tree the condition on `places`
 * @param rare the condition on `documents`
 */
export async function rareInTree(
  { database, engine }: StoreContext,
  tree: RawBuilder<unknown>,
  rare: RawBuilder<SqlBool>,
): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ isMany: number | boolean; isFew: number | boolean }>`select
      exists (select 1 from places where ${tree} limit 1 offset ${MANY_PLACES}) as "isMany",
      not exists (select 1 from documents where ${rare} limit 1 offset ${FEW}) as "isFew"
      /* reads all: a thousand at most, by their index */`.execute(database);
  const isBetter = Boolean(rows[0]?.isMany) && Boolean(rows[0]?.isFew);
  return isBetter
    ? sql`${engine.documentsFirst} /* reads all: a thousand at most, by their index */`
    : sql`places cross join documents`;
}
