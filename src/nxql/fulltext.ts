/**
 * The language inside `ecm:fulltext = '…'`: words, "phrases", prefix*, -not, OR. Invariant: every group of the result has at
 * least one term that is not negated; an expression without groups finds nothing. Words keep their inner punctuation: the engine
 * splits them.
 */

/** Words that must follow each other; usually one word. */
export interface FulltextTerm {
  readonly words: readonly string[];
  /** The last word matches as the beginning of a word. */
  readonly prefix: boolean;
  readonly negated: boolean;
}

export interface FulltextExpression {
  /** The expression matches if all terms of at least one group match. */
  readonly groups: readonly (readonly FulltextTerm[])[];
}

export type FulltextResult =
  | { readonly ok: true; readonly expression: FulltextExpression }
  | { readonly ok: false; readonly message: string };

/** A phrase with an optional sign, which may lack its closing quote, or a run without spaces. */
const PIECE = /([+-]?)"([^"]*)("?)(\S*)|(\S+)/g;
/** In characters. The time of an index grows with the square of the number of words, and nothing can interrupt it. */
const LONGEST = 10_000;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
const STARS_BEFORE = /^[*%]+/;
/** The lookbehind starts a match only at the beginning of a run: otherwise the time grows with the square of its length. */
const STARS_AFTER = /(?<![*%])[*%]+$/;

export function parseFulltext(text: string): FulltextResult {
  const refuse = (reason: string): FulltextResult => ({
    ok: false,
    message: `Invalid fulltext query (${reason}): ${text}`,
  });
  if (text.length > LONGEST) return refuse('too long');
  const groups: FulltextTerm[][] = [[]];
  let previous: 'start' | 'or' | 'term' = 'start';
  for (const [piece, sign = '', phrase, closing, tail = '', word] of text.matchAll(PIECE)) {
    if (phrase !== undefined) {
      if (closing === '') return refuse('unterminated phrase');
      if (tail !== '' && !/^[*%]$/.test(tail)) return refuse('double quotes in word');
      addTerm(groups, phrase.split(/\s+/), sign === '-', tail !== '');
    } else if (word?.toUpperCase() === 'OR') {
      if (previous === 'start') return refuse('standalone OR');
      if (previous === 'or') return refuse('OR OR');
      groups.push([]);
      previous = 'or';
      continue;
    } else {
      if (piece === '-') return refuse('standalone -');
      if (piece === '+') return refuse('standalone +');
      if (piece.includes('"')) return refuse('double quotes in word');
      addTerm(groups, [piece.replace(/^[+-]/, '')], piece.startsWith('-'), false);
    }
    previous = 'term';
  }
  if (previous === 'or') return refuse('final OR');
  const positive = groups.filter((group) => group.some((term) => !term.negated));
  return { ok: true, expression: { groups: positive } };
}

function addTerm(
  groups: readonly FulltextTerm[][],
  written: readonly string[],
  negated: boolean,
  starred: boolean,
): void {
  const prefix = starred || STARS_AFTER.test(written.at(-1) ?? '');
  const words = written
    .map((word) => word.replace(STARS_BEFORE, '').replace(STARS_AFTER, ''))
    .filter((word) => LETTER_OR_DIGIT.test(word));
  if (words.length > 0) groups.at(-1)?.push({ words, prefix, negated });
}
