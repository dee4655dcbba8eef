/** Documents of a kind that few belong to, looked for in a tree: from the side of which there is less. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { StoreContext } from '../context.ts';

/** From so many places on it takes long to ask for each what lies in it. */
const MANY_PLACES = 2_000;
/** As many are read and passed over in less time. */
const FEW = 1_000;

/**
 * What stands after FROM, both tables by their names. Each kind has an index of its own.
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
