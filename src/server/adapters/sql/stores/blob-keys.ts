/** Finds out which of many keys a table uses, with one statement. */
import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';

export async function keysIn(
  { database, engine }: StoreContext,
  table: 'blob_references' | 'batch_files' | 'batch_chunks' | 'renditions',
  keys: readonly string[],
): Promise<readonly string[]> {
  // Without any key an engine may still read the whole table.
  if (keys.length === 0) return [];
  const rows = await database
    .selectFrom(table)
    .select('blob_key')
    .distinct()
    .where(engine.isOneOf(sql.ref('blob_key'), keys))
    .execute();
  return rows.flatMap(({ blob_key: key }) => key ?? []);
}
