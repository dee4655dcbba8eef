/**
 * The part of a long text that the full-text index gets: its first words in order, then each new word of the rest once, up to
 * a limit.
 * Invariant: phrases are found within the first words; other calls are served between the pieces.
 */
import { setImmediate } from 'node:timers/promises';

/** About 150 pages. On SQLite nothing else is written while these are indexed. */
const wordsInOrder = 50_000;
/** A different word costs ten times as much as a repeated one; 150 pages of a language have fewer. */
const differentInOrder = 15_000;
/** Including the rest of the text: more than a thousand pages of a language have. */
const mostDifferent = 25_000;
/** In characters: shorter texts cannot have more different words. */
const shortText = differentInOrder * 2;
/** The same limit as for files: later text is not found. */
const mostCharacters = 2_000_000;
/** About PostgreSQL's limit for a document. */
const mostLaterCharacters = 900_000;
const pieceWords = 10_000;

/** @param whole folded: words separated by spaces */
export async function indexWords(whole: string): Promise<string> {
  if (whole.length <= shortText) return whole;
  const text = readPart(whole);
  const first = new Set<string>();
  const inOrder = await eachPiece(text, 0, wordsInOrder, (word) => {
    first.add(word);
    return first.size < differentInOrder;
  });
  const later = new Set<string>();
  let characters = 0;
  await eachPiece(text, inOrder, Number.POSITIVE_INFINITY, (word) => {
    if (first.has(word) || later.has(word)) return true;
    later.add(word);
    characters += word.length + 1;
    return characters < mostLaterCharacters && first.size + later.size < mostDifferent;
  });
  return later.size === 0 ? text.slice(0, inOrder) : `${text.slice(0, inOrder)}${[...later].join(' ')}`;
}

/** The part of a text that is searched: the rest need not be stored for the search. */
function readPart(text: string): string {
  if (text.length <= mostCharacters) return text;
  const space = text.lastIndexOf(' ', mostCharacters);
  return text.slice(0, space === -1 ? mostCharacters : space);
}

/** Passes words to `take` until it returns false. Returns where it ended. */
async function eachPiece(
  text: string,
  from: number,
  words: number,
  take: (word: string) => boolean,
): Promise<number> {
  let start = from;
  for (let count = 1; start < text.length && count <= words; count++) {
    const space = text.indexOf(' ', start);
    const end = space === -1 ? text.length : space;
    const wantsMore = take(text.slice(start, end));
    start = end + 1;
    if (!wantsMore) break;
    if (count % pieceWords === 0) await setImmediate();
  }
  return Math.min(start, text.length);
}
