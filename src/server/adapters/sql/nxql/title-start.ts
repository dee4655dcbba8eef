/**
 * The beginning of a title, by which titles are indexed.
 * Invariant: the index has this very expression; one that was changed would not be used.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/** Code points. */
const LENGTH = 100;

/** @param alias of the documents, with its dot */
export function startOfTitle(alias: string): RawBuilder<string> {
  return sql`substr(${sql.raw(`${alias}title`)}, 1, ${sql.lit(LENGTH)})`;
}

function startOf(text: string): string {
  return [...text].slice(0, LENGTH).join('');
}

/** True of every title that equals the text, and found by the index. */
export function mayEqual(title: RawBuilder<string>, text: string, engine: Engine): RawBuilder<SqlBool> {
  return sql`${title} = ${engine.textParameter(startOf(text))}`;
}

/** The same of every title that begins with the text. */
export function mayBeginWith(title: RawBuilder<string>, text: string, engine: Engine): RawBuilder<SqlBool> {
  const start = startOf(text);
  const from = sql<SqlBool>`${title} >= ${engine.textParameter(start)}`;
  const end = behind(start);
  return end === undefined ? from : sql`(${from} and ${title} < ${engine.textParameter(end)})`;
}

/** The first text, in the order of code points, that is behind all that begin with this one. */
function behind(start: string): string | undefined {
  const points = [...start].map((character) => character.codePointAt(0) ?? 0);
  const last = points.findLastIndex((point) => point < 0x10_ff_ff);
  const next = (points[last] ?? 0) + 1;
  // Halves of pairs are no characters.
  const whole = next >= 0xd8_00 && next < 0xe0_00 ? 0xe0_00 : next;
  return last < 0 ? undefined : String.fromCodePoint(...points.slice(0, last), whole);
}
