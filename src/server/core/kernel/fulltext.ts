/**
 * Text → words as the full-text index and the queries on it know them: without case, accents or punctuation.
 * Invariant: index and query fold with this one function, so that both engines match the same words.
 */
import { setImmediate } from 'node:timers/promises';

/** In characters: every engine stores words of this length, and nobody types longer ones. */
const MAX_WORD = 100;

/** Scripts without spaces between words: their runs are indexed as overlapping pairs of characters. */
const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((name) => `\\p{Script=${name}}`)
  .join('');
const UNSPACED = new RegExp(`[${SCRIPTS}]`, 'u');
const RUNS = runsOf('\\p{L}\\p{N}', SCRIPTS);
const WRITTEN_RUNS = runsOf('\\p{L}\\p{N}\\p{M}', `${SCRIPTS}\\p{M}`);

function runsOf(letters: string, unspaced: string): RegExp {
  return new RegExp(`[${unspaced}ー]+|[${letters}]+?(?=[${SCRIPTS}])|[${letters}]+`, 'gu');
}

export interface WrittenWord {
  readonly index: number;
  readonly word: string;
}

/** The words of a text as written, with their positions; in scripts without spaces, each pair of characters. */
export function* writtenWords(text: string): Generator<WrittenWord> {
  for (const { 0: run, index } of text.matchAll(WRITTEN_RUNS)) {
    const characters = UNSPACED.test(run) ? (run.match(/\P{M}\p{M}*/gu) ?? []) : [run];
    if (characters.length === 1) yield { index, word: run };
    let at = index;
    for (const [index, character] of characters.entries()) {
      const next = characters[index + 1];
      if (next !== undefined) yield { index: at, word: character + next };
      at += character.length;
    }
  }
}

/** The words of a text, in order. A run of Chinese becomes several words, one after the other. */
export function foldText(text: string): string[] {
  if (isAscii(text)) return asciiWords(text);
  const words: string[] = [];
  for (const [run] of foldCase(text).matchAll(RUNS)) {
    if (UNSPACED.test(run)) pushPairs(words, run);
    else words.push(run.slice(0, MAX_WORD).toWellFormed());
  }
  return words;
}

/** Most texts are ASCII: they need none of the Unicode steps, which take six times as long. */
function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

function asciiWords(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return words.map((word) => (word.length > MAX_WORD ? word.slice(0, MAX_WORD) : word));
}

function foldedPiece(text: string): string {
  return isAscii(text) ? foldedAscii(text) : foldText(text).join(' ');
}

const [letterA, letterZ, capitalA, capitalZ, digit0, digit9, blank] = [97, 122, 65, 90, 48, 57, 32];

/** The words of `asciiWords`, joined by spaces. Works on bytes, since a list of all words takes twice as long. */
function foldedAscii(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  let end = 0;
  let length = 0;
  for (const given of bytes) {
    const letter = given >= capitalA && given <= capitalZ ? given + letterA - capitalA : given;
    const isOfWord = (letter >= letterA && letter <= letterZ) || (letter >= digit0 && letter <= digit9);
    if (!isOfWord) {
      length = 0;
      continue;
    }
    if (length === 0 && end > 0) bytes[end++] = blank;
    if (length++ < MAX_WORD) bytes[end++] = letter;
  }
  return bytes.toString('latin1', 0, end);
}

/** Processed in one go of a long text: a few milliseconds' work. */
const pieceCharacters = 50_000;

/** The words of a text of any length, joined by spaces. Yields between pieces, which end between words. */
export async function foldLongText(text: string): Promise<string> {
  if (text.length <= pieceCharacters) return foldedPiece(text);
  const folded: string[] = [];
  for (let start = 0; start < text.length; ) {
    if (start > 0) await setImmediate();
    const end = endOfPiece(text, start + pieceCharacters);
    const words = foldedPiece(text.slice(start, end));
    if (words !== '') folded.push(words);
    start = end;
  }
  return folded.join(' ');
}

const betweenWords = /[\s\p{P}\p{Cc}]/gu;

/** Cuts after one more piece at the latest: text without any word end is nothing that people read. */
function endOfPiece(text: string, from: number): number {
  betweenWords.lastIndex = from;
  const found = betweenWords.exec(text.slice(0, from + pieceCharacters));
  return found?.index ?? Math.min(text.length, from + pieceCharacters);
}

/** Removes case and accents. Upper-casing first makes `ß` and `SS` equal, as full case folding does. */
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
  for (let index = 1; index < characters.length; index += 1) {
    words.push(`${characters[index - 1]}${characters[index]}`);
  }
}
