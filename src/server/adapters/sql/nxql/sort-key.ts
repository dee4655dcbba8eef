/**
 * A key whose code point order is the order in which people expect names: without case and accents, numbers by value.
 * Invariant: the key fits every engine's index and never changes without a migration that rewrites it.
 */
import { foldCase } from '#server/core/kernel/fulltext.ts';

const LONGEST_KEY = 200;
/** What stands behind is not looked at: a title of megabytes keeps nobody waiting. */
const LONGEST_TEXT = 20_000;
/** A run of digits is led by its length, so that 10 comes after 9; the lead stays below every letter. */
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
