// Splits the lines of a source text into pieces, each with a kind that has a colour. Pure.
import type { Parser } from '@lezer/common';
import { highlightCode, tagHighlighter, tags } from '@lezer/highlight';

export type PieceKind = 'keyword' | 'name' | 'string' | 'number' | 'operator' | 'comment';

export interface Piece {
  readonly text: string;
  readonly kind: PieceKind | null;
}

const kinds = tagHighlighter([
  { tag: [tags.keyword, tags.modifier, tags.tagName, tags.heading], class: 'keyword' },
  { tag: [tags.propertyName, tags.attributeName, tags.definition(tags.variableName)], class: 'name' },
  { tag: [tags.function(tags.variableName), tags.className, tags.typeName], class: 'name' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.attributeValue], class: 'string' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom, tags.unit, tags.color], class: 'number' },
  { tag: [tags.operator, tags.punctuation], class: 'operator' },
  { tag: [tags.comment, tags.meta, tags.processingInstruction], class: 'comment' },
]);

const known: ReadonlySet<string> = new Set(['keyword', 'name', 'string', 'number', 'operator', 'comment']);

function isPieceKind(name: string): name is PieceKind {
  return known.has(name);
}

/** One list for each line; joined with line feeds they are the text. */
export function colouredLines(text: string, parser: Parser): readonly (readonly Piece[])[] {
  let line: Piece[] = [];
  const lines = [line];
  highlightCode(
    text,
    parser.parse(text),
    kinds,
    (piece, classes) => {
      line.push({ text: piece, kind: isPieceKind(classes) ? classes : null });
    },
    () => {
      line = [];
      lines.push(line);
    },
  );
  return lines;
}
