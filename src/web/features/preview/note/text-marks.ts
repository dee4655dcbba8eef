// Adds marks of Markdown and HTML to the selected text, or removes them if they are there. Pure.

export const textMarks = ['bold', 'italic', 'heading', 'list', 'numbers', 'quote', 'code', 'link'] as const;
export type TextMark = (typeof textMarks)[number];
export type MarkedFormat = 'markdown' | 'html';

export interface SelectedText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The text to put in place of a range, and the selection afterwards. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

type Pair = readonly [before: string, after: string];

const around: Readonly<Record<MarkedFormat, Partial<Readonly<Record<TextMark, Pair>>>>> = {
  markdown: { bold: ['**', '**'], italic: ['_', '_'], code: ['`', '`'], link: ['[', '](https://)'] },
  html: {
    bold: ['<strong>', '</strong>'],
    italic: ['<em>', '</em>'],
    code: ['<code>', '</code>'],
    link: ['<a href="https://">', '</a>'],
    heading: ['<h2>', '</h2>'],
    quote: ['<blockquote>', '</blockquote>'],
  },
};

const atLines: Partial<Readonly<Record<TextMark, (index: number) => string>>> = {
  heading: () => '## ',
  list: () => '- ',
  numbers: (index) => `${index + 1}. `,
  quote: () => '> ',
};

const listTags: Partial<Readonly<Record<TextMark, string>>> = { list: 'ul', numbers: 'ol' };

export function withMark(mark: TextMark, format: MarkedFormat, selected: SelectedText): Replacement {
  const pair = around[format][mark];
  if (pair !== undefined) return pairAround(pair, selected);
  const tag = listTags[mark];
  if (format === 'html' && tag !== undefined) return htmlList(tag, selected);
  return beforeLines(atLines[mark] ?? (() => ''), selected);
}

function pairAround([before, after]: Pair, { text, start, end }: SelectedText): Replacement {
  const inner = text.slice(start, end);
  const isMarked =
    text.slice(start - before.length, start) === before && text.slice(end, end + after.length) === after;
  if (isMarked) {
    const from = start - before.length;
    return { from, to: end + after.length, insert: inner, start: from, end: from + inner.length };
  }
  const first = start + before.length;
  return {
    from: start,
    to: end,
    insert: `${before}${inner}${after}`,
    start: first,
    end: first + inner.length,
  };
}

/** The whole lines that the selection touches. */
function linesOf({ text, start, end }: SelectedText): { readonly from: number; readonly to: number } {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', Math.max(start, end > start && text[end - 1] === '\n' ? end - 1 : end));
  return { from, to: next === -1 ? text.length : next };
}

function beforeLines(markOf: (index: number) => string, selected: SelectedText): Replacement {
  const { from, to } = linesOf(selected);
  const lines = selected.text.slice(from, to).split('\n');
  const isMarked = lines.every((line, index) => line.startsWith(markOf(index)));
  const insert = lines
    .map((line, index) => (isMarked ? line.slice(markOf(index).length) : `${markOf(index)}${line}`))
    .join('\n');
  const end = from + insert.length;
  return { from, to, insert, start: selected.start === selected.end ? end : from, end };
}

function htmlList(tag: string, selected: SelectedText): Replacement {
  const { from, to } = linesOf(selected);
  const items = selected.text
    .slice(from, to)
    .split('\n')
    .map((line) => `  <li>${line}</li>`);
  const insert = [`<${tag}>`, ...items, `</${tag}>`].join('\n');
  const first = from + `<${tag}>\n  <li>`.length;
  const last = from + insert.length - `</li>\n</${tag}>`.length;
  return { from, to, insert, start: selected.start === selected.end ? last : first, end: last };
}
