/**
 * Text → words as the full-text index and the queries on it know them: without case, accents or punctuation.
 * Invariant: index and query fold with this one function, so that both engines match the same words.
 */

/** Bytes that no engine refuses in one word; what is longer is no word that anybody types. */
const MAX_WORD = 100;

/** Scripts written without spaces between words, whose runs become overlapping pairs of characters. */
const UNSPACED =
  /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar}/u;
const RUNS =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー])+|[\p{L}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])|[\p{L}\p{N}]+/gu;

/** The words of a text, in order. A word that folds to several (a run of Chinese) stands as neighbours. */
export function foldText(text: string): string[] {
  const words: string[] = [];
  for (const [run] of foldCase(text).matchAll(RUNS)) {
    if (UNSPACED.test(run)) pushPairs(words, run);
    else words.push(run.slice(0, MAX_WORD).toWellFormed());
  }
  return words;
}

/** Case and accents off: upper-casing first makes `ß` and `SS` alike, as full case folding does. */
export function foldCase(text: string): string {
  return text
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ');
}

/** Is this a lone character of a script without spaces? It can only be found as the beginning of a pair. */
export function isLoneCharacter(word: string): boolean {
  return [...word].length === 1 && UNSPACED.test(word);
}

function pushPairs(words: string[], run: string): void {
  const characters = [...run];
  if (characters.length === 1) words.push(run);
  for (let place = 1; place < characters.length; place += 1) {
    words.push(`${characters[place - 1]}${characters[place]}`);
  }
}
