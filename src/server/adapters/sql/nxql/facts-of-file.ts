/** Expressions for digest and length of a document's file, exactly as in their indexes, so that the indexes are used. */
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../engine.ts';

export const digestProperty = 'file:content/digest';
export const lengthProperty = 'file:content/length';

/** @param row the table's alias with a dot, or empty */
export function digestOfFile(row: 'd.' | '', engine: Engine): RawBuilder<string> {
  const properties = sql.ref(`${row}properties`);
  return engine.name === 'postgres'
    ? sql`((${properties} -> 'file:content' ->> 'digest') collate "C")`
    : sql`(${properties} ->> '$."file:content"."digest"')`;
}

export function lengthOfFile(row: 'd.' | '', engine: Engine): RawBuilder<number | null> {
  const source = { expression: sql.ref(`${row}properties`), isElement: false, isIndexed: true };
  return engine.jsonNumber(source, ['file:content', 'length']);
}
