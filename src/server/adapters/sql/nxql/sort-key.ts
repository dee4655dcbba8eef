/**
 * A sort key for names: its code point order is the order that people expect, without case and accents, numbers by value.
 * Invariant: the key fits into every engine's index, and changes only with a migration that rewrites it.
 */
import { foldCase } from '#server/core/kernel/fulltext.ts';

const LONGEST_KEY = 200;
/** The rest of a longer text is ignored, so that a title of megabytes blocks nobody. */
const LONGEST_TEXT = 20_000;
/** Digits are preceded by a character for their number, so that 10 comes after 9; it sorts before every letter. */
const FIRST_LENGTH = 0x21;
const LONGEST_NUMBER = 0x7e - FIRST_LENGTH;

export function sortKey(text: string): string {
  const key = foldCase(text.slice(0, LONGEST_TEXT).toWellFormed())
    .trim()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[0-9]+/g, numberKey);
  return [...key].slice(0, LONGEST_KEY).join('').toWellFormed();
}

export function numberKey(digits: string): string {
  const number = digits.replace(/^0+(?=.)/, '').slice(0, LONGEST_NUMBER);
  return `0${String.fromCharCode(FIRST_LENGTH + number.length)}${number}`;
}
