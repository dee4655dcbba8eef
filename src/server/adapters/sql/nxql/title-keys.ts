/**
 * Finds titles that contain a text by the sort keys of titles: an index has the keys of all documents, and comparing them needs
 * neither a function of ours, nor a locale, nor the rows.
 * Invariant: the key of each title that matches a pattern, in any case, meets the condition made here.
 */
import { type RawBuilder, sql } from 'kysely';
import { foldCase } from '#server/core/kernel/fulltext.ts';
import type { Engine } from '../engine.ts';
import { numberKey } from './sort-key.ts';
import { type Condition, escapeLike } from './sql-terms.ts';

/** Longer keys may be truncated, or a number in them. */
const MOST_WHOLE = 90;

/**
 * Undefined where a pattern has nothing that appears in keys.
 * @param pattern for LIKE, with backslash as its escape
 */
export function keyMayFit(
  key: RawBuilder<string>,
  pattern: string,
  { isSeldom }: Pick<Engine, 'isSeldom'>,
): Condition | undefined {
  const pieces = literalPieces(pattern).flatMap(keyPieces);
  if (pieces.length === 0) return undefined;
  // Titles without a key, or with a longer one, may match too. Counting bytes is fast, and few have more than that.
  const isOther = (length: RawBuilder<unknown>) => sql`${length} not between 1 and ${sql.lit(MOST_WHOLE)}`;
  return sql`(${key} like ${`%${pieces.join('%')}%`} escape '\\'
    or ${isSeldom(sql`${isOther(sql`octet_length(${key})`)} and ${isOther(sql`length(${key})`)}`)})`;
}

/** The texts between the wildcards. */
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

/** The parts of keys for a part of a title. `ß` is cut out because its capital letter has another key. */
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

/** In the title, more digits may come before the first and after the last digits of the pattern. */
function digitsIn(parts: readonly string[], place: number): string | { readonly pattern: string } {
  const digits = parts[place] ?? '';
  const significant = digits.replace(/^0+/, '');
  if (place === 1 && parts[0] === '') return significant;
  const isLast = place === parts.length - 2 && parts.at(-1) === '';
  // In the key, the length of the number comes before it.
  return isLast ? { pattern: `0_${significant}` } : numberKey(digits);
}
