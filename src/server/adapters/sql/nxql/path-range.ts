/** What lies below a path, as a range on the stored path: `/` is followed by `0` in code point order. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';

export function isBelow(column: string, path: string): RawBuilder<SqlBool> {
  const prefix = path === '/' ? '' : path;
  return sql<SqlBool>`(${sql.ref(column)} > ${`${prefix}/`} and ${sql.ref(column)} < ${`${prefix}0`})`;
}
