/**
 * The start of a text, which is indexed instead of the whole text, as index entries cannot be long.
 * Invariant: the expression is exactly that of the index; otherwise the index would not be used.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';

/** In code points. */
const LENGTH = 100;

/** @param alias of the documents, with its dot */
export function startOfTitle(alias: string): RawBuilder<string> {
  return startOfText(sql.raw(`${alias}title`));
}

export function startOfText(text: Expression<unknown>): RawBuilder<string> {
  return sql`substr(${text}, 1, ${sql.lit(LENGTH)})`;
}

function startOf(text: string): string {
  return [...text].slice(0, LENGTH).join('');
}

/** True for all texts with this start that equal the other text; uses the index. */
export function mayEqual(start: RawBuilder<string>, text: string, engine: Engine): RawBuilder<SqlBool> {
  return sql`${start} = ${engine.textParameter(startOf(text))}`;
}

/** The same for texts that are greater than the other, or less, or equal. */
export function mayBeBeyond(
  start: RawBuilder<string>,
  text: string,
  isUpwards: boolean,
  engine: Engine,
): RawBuilder<SqlBool> {
  return sql`${start} ${isUpwards ? sql`>=` : sql`<=`} ${engine.textParameter(startOf(text))}`;
}

/** The same for texts that are one of these. */
export function mayBeOneOf(
  start: RawBuilder<string>,
  texts: readonly string[],
  engine: Engine,
): RawBuilder<SqlBool> {
  return engine.isOneOf(start, texts.map(startOf));
}

/** The same for texts that begin with the other. */
export function mayBeginWith(start: RawBuilder<string>, text: string, engine: Engine): RawBuilder<SqlBool> {
  const first = startOf(text);
  const from = sql<SqlBool>`${start} >= ${engine.textParameter(first)}`;
  const end = behind(first);
  return end === undefined ? from : sql`(${from} and ${start} < ${engine.textParameter(end)})`;
}

/** The first text in code point order after all that begin with this one. */
function behind(start: string): string | undefined {
  const points = [...start].map((character) => character.codePointAt(0) ?? 0);
  const last = points.findLastIndex((point) => point < 0x10_ff_ff);
  const next = (points[last] ?? 0) + 1;
  // Skips the surrogates.
  const whole = next >= 0xd8_00 && next < 0xe0_00 ? 0xe0_00 : next;
  return last < 0 ? undefined : String.fromCodePoint(...points.slice(0, last), whole);
}
