/**
 * What the full-text index takes of a long text: its first words in order, and each word that only comes later
 * once, up to some length.
 * Invariant: phrases are found within the first words; others are served between the pieces.
 */
import { setImmediate } from 'node:timers/promises';

/** About 150 pages. On SQLite nobody else writes while these are put into the index. */
const wordsInOrder = 50_000;
/** A text of so many characters may have more. */
const shortText = wordsInOrder * 2;
/** As of files: what comes after is not found. */
const mostCharacters = 2_000_000;
/** PostgreSQL takes no more of a document either. */
const mostLaterCharacters = 900_000;
const pieceWords = 10_000;

/** @param whole folded: words parted by spaces */
export async function indexWords(whole: string): Promise<string> {
  if (whole.length <= shortText) return whole;
  const text = cut(whole);
  const first = new Set<string>();
  const inOrder = await eachPiece(text, 0, wordsInOrder, (word) => {
    first.add(word);
    return true;
  });
  const later = new Set<string>();
  let characters = 0;
  await eachPiece(text, inOrder, Number.POSITIVE_INFINITY, (word) => {
    if (first.has(word) || later.has(word)) return true;
    later.add(word);
    characters += word.length + 1;
    return characters < mostLaterCharacters;
  });
  return later.size === 0 ? text.slice(0, inOrder) : `${text.slice(0, inOrder)}${[...later].join(' ')}`;
}

function cut(text: string): string {
  if (text.length <= mostCharacters) return text;
  const space = text.lastIndexOf(' ', mostCharacters);
  return text.slice(0, space === -1 ? mostCharacters : space);
}

/** Until `take` wants no more. Answers where it ended. */
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
    if (!take(text.slice(start, end))) break;
    start = end + 1;
    if (count % pieceWords === 0) await setImmediate();
  }
  return Math.min(start, text.length);
}
