/**
 * What the full-text index takes of a long text: its first words in order, and each word that only comes later
 * once, up to some length.
 * Invariant: phrases are found within the first words; others are served between the pieces.
 */
import { setImmediate } from 'node:timers/promises';

/** About 150 pages. On SQLite nobody else writes while these are put into the index. */
const wordsInOrder = 50_000;
/** What different words cost there is ten times what others do; 150 pages of a language have fewer. */
const differentInOrder = 15_000;
/** Together with those that come later: more than a thousand pages of a language have. */
const mostDifferent = 25_000;
/** A text of so few characters has no more. */
const shortText = differentInOrder * 2;
/** As of files: what comes after is not found. */
const mostCharacters = 2_000_000;
/** PostgreSQL takes no more of a document either. */
const mostLaterCharacters = 900_000;
const pieceWords = 10_000;

/** @param whole folded: words parted by spaces */
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

/** As much of a text as words of it are found by: of what follows nothing need be stored for the search. */
function readPart(text: string): string {
  if (text.length <= mostCharacters) return text;
  const space = text.lastIndexOf(' ', mostCharacters);
  return text.slice(0, space === -1 ? mostCharacters : space);
}

/** Until `take` wants no more; the word that it did not want more after is the last. Answers where it ended. */
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
