/**
 * Titles that contain a text, found by the keys that titles are sorted by: an index holds those of all documents, and to
 * compare them takes no function of this runtime, no locale and no row.
 * Invariant: the key of each title that fits a pattern in some case meets the condition that is made of it here.
 */
import { type RawBuilder, sql } from 'kysely';
import { foldCase } from '#server/core/kernel/fulltext.ts';
import type { Engine } from '../engine.ts';
import { numberKey } from './sort-key.ts';
import { type Condition, escapeLike } from './sql-terms.ts';

/** A longer key may have been cut, or a number in it. */
const MOST_WHOLE = 90;

/**
 * Undefined where a pattern says nothing of keys.
 * @param pattern for LIKE, with the backslash as its escape
 */
export function keyMayFit(
  key: RawBuilder<string>,
  pattern: string,
  { isSeldom }: Pick<Engine, 'isSeldom'>,
): Condition | undefined {
  const pieces = literalPieces(pattern).flatMap(keyPieces);
  if (pieces.length === 0) return undefined;
  // A document without a title has a key too, of no length. To count bytes takes no time, and few have more than that.
  const isOther = (length: RawBuilder<unknown>) => sql`${length} not between 1 and ${sql.lit(MOST_WHOLE)}`;
  return sql`(${key} like ${`%${pieces.join('%')}%`} escape '\\'
    or ${isSeldom(sql`${isOther(sql`octet_length(${key})`)} and ${isOther(sql`length(${key})`)}`)})`;
}

/** What stands between the wildcards. */
function literalPieces(pattern: string): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const [part] of pattern.matchAll(/\\.|./gsu)) {
    if (part === '%' || part === '_') {
      pieces.push(piece);
      piece = '';
    } else piece += part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return [...pieces, piece];
}

/** What the key has of a piece of the title. `ß` is the small letter of one that has another key. */
function keyPieces(piece: string): readonly string[] {
  if (!piece.isWellFormed()) return [];
  return piece
    .toLowerCase()
    .split('ß')
    .flatMap((part) => {
      const spaced = foldCase(part).replace(/[\s\p{Cc}]+/gu, ' ');
      const parts = spaced.trim().split(/([0-9]+)/);
      const written = parts.map((text, index) => (index % 2 === 0 ? text : digitsIn(parts, index)));
      const pattern = written.map((text) => (typeof text === 'string' ? escapeLike(text) : text.pattern));
      return pattern.join('') === '' ? [] : [pattern.join('')];
    });
}

/** The title may have more digits before the first ones of a piece, and behind the last ones. */
function digitsIn(parts: readonly string[], place: number): string | { readonly pattern: string } {
  const digits = parts[place] ?? '';
  const significant = digits.replace(/^0+/, '');
  if (place === 1 && parts[0] === '') return significant;
  const isLast = place === parts.length - 2 && parts.at(-1) === '';
  // How long the number is stands before it.
  return isLast ? { pattern: `0_${significant}` } : numberKey(digits);
}
