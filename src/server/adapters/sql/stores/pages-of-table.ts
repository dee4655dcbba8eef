/** Ranges of a table's keys, for statements that read the whole table, some thousand rows at a time. */
import { sql } from 'kysely';
import type { StoreContext } from '../context.ts';

/** Rows read by one statement. */
const PAGE = 10_000;

/** From after `after` to `end`. */
export interface NumberRange {
  readonly after: number;
  readonly end: number;
}

export async function* pagesOfTable(
  { database }: StoreContext,
  table: string,
  key: string,
): AsyncGenerator<NumberRange, void> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ end: number | null }>`select max(${sql.ref(key)}) as end
      from (select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(key)} > ${after}
        order by ${sql.ref(key)} limit ${PAGE}) as page`.execute(database);
    const end = rows[0]?.end ?? null;
    if (end === null) return;
    yield { after, end };
    after = end;
  }
}
