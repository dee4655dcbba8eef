/**
 * Checks the names of new people and groups. Invariant: no accepted name looks like another one: people read names when they
 * grant rights.
 */
const latin = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const alike = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** Line ends, direction marks, zero-width characters, lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Undefined when the name is allowed. */
export function faultOfName(name: string): string | undefined {
  if (unseen.test(name)) return 'it holds characters that cannot be seen';
  if (name !== name.trim()) return 'it begins or ends with a space';
  if (name !== name.normalize('NFC')) return 'its accents are characters of their own';
  if (latin.test(name) && alike.test(name)) return 'it mixes alphabets whose letters look alike';
  return undefined;
}
