// Compares two texts word by word: what both have, what only the earlier has, what only the later has. Pure.
// Invariant: the pieces without the added ones are the earlier text, those without the removed ones the later.
import { diffLines, diffWordsWithSpace } from 'diff';

export interface Piece {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

export interface Passage {
  /** A passage with differences has the words around them, too. */
  readonly differs: boolean;
  readonly pieces: readonly Piece[];
}

/** With more changed lines or words, the texts have so little in common that a comparison says nothing. */
const mostChanges = { lines: 1_500, words: 1_500 };

/** Passages in the order of the text; null if the texts are too different to be compared. */
export function textDifferences(earlier: string, later: string, language: string): readonly Passage[] | null {
  const lines = diffLines(withPlainBreaks(earlier), withPlainBreaks(later), {
    maxEditLength: mostChanges.lines,
  });
  if (lines === undefined) return null;
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const passages: Passage[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const part = lines[at];
    const next = lines[at + 1];
    if (part === undefined) continue;
    if (part.removed && next?.added) {
      passages.push({ differs: true, pieces: wordDifferences(part.value, next.value, words) });
      at += 1;
    } else {
      const kind = part.removed ? 'removed' : part.added ? 'added' : 'same';
      passages.push({ differs: kind !== 'same', pieces: [{ kind, text: part.value }] });
    }
  }
  return passages;
}

function wordDifferences(earlier: string, later: string, words: Intl.Segmenter): readonly Piece[] {
  const found = diffWordsWithSpace(earlier, later, {
    intlSegmenter: words,
    maxEditLength: mostChanges.words,
  });
  if (found === undefined) {
    return [
      { kind: 'removed', text: earlier },
      { kind: 'added', text: later },
    ];
  }
  return found.map(({ value, removed, added }) => ({
    kind: removed ? 'removed' : added ? 'added' : 'same',
    text: value,
  }));
}

/** Other line breaks are no difference. */
function withPlainBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** A long passage that both have: the lines shown next to the differences, and the hidden lines between. */
export interface Fold {
  readonly before: string;
  readonly hidden: string;
  readonly lines: number;
  readonly after: string;
}

const linesAround = 3;

/** @param ends whether there are differences before and after it */
export function foldUnchanged(
  text: string,
  ends: { readonly before: boolean; readonly after: boolean },
): Fold | null {
  const lines = text.split(/(?<=\n)/);
  const first = ends.before ? linesAround : 0;
  const last = ends.after ? linesAround : 0;
  const between = lines.length - first - last;
  // Hiding two lines saves nothing: "2 lines" takes as much room.
  if (between < 3) return null;
  return {
    before: lines.slice(0, first).join(''),
    hidden: lines.slice(first, lines.length - last).join(''),
    lines: between,
    after: lines.slice(lines.length - last).join(''),
  };
}
