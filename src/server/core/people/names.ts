/**
 * What may be the name of somebody new, or of a new group. Invariant: no name passes that looks like another one and is not
 * the same: rights are given to names that people read.
 */
const latin = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const alike = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Line ends, marks of direction, letters without a width, halves of characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Undefined when it may. */
export function faultOfName(name: string): string | undefined {
  if (unseen.test(name)) return 'it holds characters that cannot be seen';
  if (name !== name.trim()) return 'it begins or ends with a space';
  if (name !== name.normalize('NFC')) return 'its accents are characters of their own';
  if (latin.test(name) && alike.test(name)) return 'it mixes alphabets whose letters look alike';
  return undefined;
}
