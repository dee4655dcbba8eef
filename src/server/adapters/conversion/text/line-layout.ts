/**
 * Breaks styled text into lines of a width, and puts the pieces of each line into the order in which they are drawn.
 * The first strong character of a paragraph decides its direction; words of the other direction keep their order among
 * themselves.
 * Invariant: no line is wider than requested unless a single character is; only spaces at line breaks are dropped.
 */
import type { Span } from './blocks.ts';
import { type Run, splitByFont } from './font-book.ts';
import type { FontFile, FontStyle } from './font-files.ts';

export type Measure = (run: Run, size: number) => number;

interface PlacedRun {
  readonly text: string;
  readonly font: FontFile;
  readonly width: number;
}

export interface Line {
  readonly runs: readonly PlacedRun[];
  readonly width: number;
  readonly isRightToLeft: boolean;
}

interface Token {
  readonly runs: readonly PlacedRun[];
  readonly width: number;
  readonly isSpace: boolean;
  readonly isBreak: boolean;
  readonly direction: 'ltr' | 'rtl' | 'neutral';
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
/** Words, and the spaces between them; ideographs are separate because a line may break after each. */
const tokenPattern =
  /\n|[^\S\n]+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][\u3001\u3002\uff0c\uff01\uff1f\u300d]?|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;

export function layOutLines(
  spans: readonly Span[],
  size: number,
  width: number,
  measure: Measure,
): readonly Line[] {
  const text = spans.map((span) => span.text).join('');
  const isRightToLeft = rightToLeft.test(/[\p{L}]/u.exec(text)?.[0] ?? '');
  const lines: Token[][] = [[]];
  let used = 0;
  const breakLine = () => {
    lines.push([]);
    used = 0;
  };
  for (const token of spans.flatMap((span) => tokensOf(span, size, width, measure))) {
    if (token.isBreak) {
      breakLine();
      continue;
    }
    if (used + token.width > width && used > 0) {
      breakLine();
      if (token.isSpace) continue;
    }
    lines.at(-1)?.push(token);
    used += token.width;
  }
  return lines.map((tokens) => arrange(tokens, isRightToLeft));
}

function tokensOf(span: Span, size: number, width: number, measure: Measure): readonly Token[] {
  const style = styleOf(span);
  return (span.text.match(tokenPattern) ?? []).flatMap((text) => {
    const token = makeToken(text, style, size, measure);
    if (token.width <= width || text.length === 1) return [token];
    return piecesThatFit(text, style, size, width, measure);
  });
}

/** A word longer than the line is split at its end. */
function piecesThatFit(
  text: string,
  style: FontStyle,
  size: number,
  width: number,
  measure: Measure,
): Token[] {
  const pieces: Token[] = [];
  const step = Math.max(1, Math.floor(width / size));
  const characters = [...text];
  for (let at = 0; at < characters.length; at += step) {
    pieces.push(makeToken(characters.slice(at, at + step).join(''), style, size, measure));
  }
  return pieces;
}

function makeToken(text: string, style: FontStyle, size: number, measure: Measure): Token {
  const isSpace = text.trim() === '';
  const direction = rightToLeft.test(text) ? 'rtl' : /[\p{L}\p{N}]/u.test(text) ? 'ltr' : 'neutral';
  const pieces = text === '\n' ? [] : direction === 'rtl' ? piecesFromRight(text) : [text];
  const runs = pieces
    .flatMap((piece) => splitByFont(piece, style))
    .map((run) => ({ ...run, width: measure(run, size) }));
  return { runs, width: widthOf(runs), isSpace, isBreak: text === '\n', direction };
}

const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '«': '»',
  '»': '«',
};

/** Right-to-left letters are shaped by the font, but the punctuation around them must be moved. */
function piecesFromRight(word: string): readonly string[] {
  return (word.match(/\p{P}|\P{P}+/gu) ?? []).map((piece) => mirrored[piece] ?? piece).toReversed();
}

function styleOf({ bold, italic, code }: Span): FontStyle {
  if (code) return 'mono';
  if (bold) return 'bold';
  return italic ? 'italic' : 'regular';
}

function arrange(tokens: readonly Token[], isRightToLeft: boolean): Line {
  const groups = groupByDirection(tokens, isRightToLeft ? 'rtl' : 'ltr');
  const visual = (isRightToLeft ? groups.toReversed() : groups).flatMap(({ direction, tokens: members }) =>
    direction === 'rtl' ? members.toReversed() : members,
  );
  const runs = joinRuns(visual);
  return { runs, width: widthOf(runs), isRightToLeft };
}

function groupByDirection(tokens: readonly Token[], base: 'ltr' | 'rtl') {
  const groups: { direction: 'ltr' | 'rtl'; tokens: Token[] }[] = [];
  for (const [index, token] of tokens.entries()) {
    const direction = token.direction === 'neutral' ? neutralDirection(tokens, index, base) : token.direction;
    const last = groups.at(-1);
    if (last?.direction === direction) last.tokens.push(token);
    else groups.push({ direction, tokens: [token] });
  }
  return groups;
}

/** A space or dash between two words of one direction has their direction, otherwise the paragraph's. */
function neutralDirection(tokens: readonly Token[], index: number, base: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  const strong = ({ direction }: Token) => direction !== 'neutral';
  const before = tokens.slice(0, index).findLast(strong)?.direction;
  const after = tokens.slice(index + 1).find(strong)?.direction;
  return before !== undefined && before !== 'neutral' && before === after ? before : base;
}

/** Left-to-right neighbours in one font are drawn together; other scripts word by word, as they must be shaped. */
function joinRuns(tokens: readonly Token[]): readonly PlacedRun[] {
  const joined: { text: string; font: FontFile; width: number; canJoin: boolean }[] = [];
  for (const token of tokens) {
    const canJoin = token.direction !== 'rtl';
    for (const run of token.runs) {
      const last = joined.at(-1);
      if (last?.canJoin && canJoin && last.font.path === run.font.path) {
        last.text += run.text;
        last.width += run.width;
      } else joined.push({ ...run, canJoin });
    }
  }
  return joined;
}

function widthOf(runs: readonly PlacedRun[]): number {
  return runs.reduce((sum, run) => sum + run.width, 0);
}
