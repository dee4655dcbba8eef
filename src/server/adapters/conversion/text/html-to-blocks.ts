/**
 * Reads the visible text of HTML into blocks.
 * Invariant: scripts, styles, form controls and comments are ignored.
 */
import { Parser } from 'htmlparser2';
import { type BlockSink, SpanBuilder } from './blocks.ts';

const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'head',
  'title',
  'select',
]);
const blockTags = new Set(
  'address article aside blockquote body center dd details div dl dt fieldset figcaption figure footer form header hr html main nav ol p section summary ul'.split(
    ' ',
  ),
);
const bold = new Set(['b', 'strong', 'th']);
const italic = new Set(['i', 'em', 'cite', 'dfn', 'var']);
const code = new Set(['code', 'kbd', 'samp', 'tt']);

export function htmlToBlocks(html: string, sink: BlockSink): void {
  const reader = new HtmlReader(sink);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (text) => reader.text(text),
      onclosetag: (name) => reader.close(name),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  const step = 64 * 1024;
  for (let at = 0; at < html.length && !sink.isFull; at += step) parser.write(html.slice(at, at + step));
  parser.end();
  reader.flush();
}

interface ListState {
  readonly isOrdered: boolean;
  count: number;
}

class HtmlReader {
  readonly #sink: BlockSink;
  readonly #spans = new SpanBuilder();
  readonly #lists: ListState[] = [];
  #silentDepth = 0;
  #styles: string[] = [];
  #heading = 0;
  #marker: string | undefined;
  #preformatted: string | undefined;
  #row: string[] | undefined;
  #tableDepth = 0;

  constructor(sink: BlockSink) {
    this.#sink = sink;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (silent.has(name)) this.#silentDepth += 1;
    if (this.#silentDepth > 0) return;
    if (/^h[1-6]$/.test(name)) {
      this.flush();
      this.#heading = Number(name[1]);
    } else if (name === 'ol' || name === 'ul') {
      this.flush();
      this.#lists.push({ isOrdered: name === 'ol', count: 0 });
    } else if (name === 'li') this.#openItem();
    else if (name === 'pre') {
      this.flush();
      this.#preformatted = '';
    } else if (name === 'br') this.#spans.add('\n');
    else if (name === 'img' && attributes.alt !== undefined) this.text(attributes.alt);
    else if (name === 'table') {
      this.flush();
      this.#tableDepth += 1;
    } else if (name === 'tr' && this.#tableDepth === 1) this.#row = [];
    else if (blockTags.has(name)) this.flush();
    if (bold.has(name) || italic.has(name) || code.has(name)) this.#styles.push(name);
  }

  text(text: string): void {
    if (this.#silentDepth > 0) return;
    if (this.#preformatted !== undefined) {
      this.#preformatted += text;
      return;
    }
    this.#spans.add(text.replace(/[\s\u00a0]+/g, ' '), {
      bold: this.#styles.some((name) => bold.has(name)),
      italic: this.#styles.some((name) => italic.has(name)),
      code: this.#styles.some((name) => code.has(name)),
    });
  }

  close(name: string): void {
    if (silent.has(name)) this.#silentDepth = Math.max(0, this.#silentDepth - 1);
    if (this.#silentDepth > 0) return;
    const style = this.#styles.lastIndexOf(name);
    if (style >= 0) this.#styles.splice(style, 1);
    if ((name === 'td' || name === 'th') && this.#tableDepth === 1) {
      this.#row?.push(
        collapse(
          this.#spans
            .take()
            .map(({ text }) => text)
            .join(''),
        ),
      );
    } else if (name === 'tr' && this.#row !== undefined && this.#tableDepth === 1) {
      this.#sink.addRow(this.#row);
      this.#row = undefined;
    } else if (name === 'table') {
      this.#tableDepth = Math.max(0, this.#tableDepth - 1);
      if (this.#tableDepth === 0) this.#sink.endTable();
    } else if (name === 'pre' && this.#preformatted !== undefined) {
      this.#sink.add({ kind: 'code', text: this.#preformatted.replace(/^\n|\n$/g, '') });
      this.#preformatted = undefined;
    } else if (name === 'ol' || name === 'ul') {
      this.flush();
      this.#lists.pop();
    } else if (blockTags.has(name) || name === 'li' || /^h[1-6]$/.test(name)) this.flush();
  }

  /** Ends the open paragraph, heading or item; an open cell keeps its text until it closes. */
  flush(): void {
    if (this.#row !== undefined) {
      this.#spans.add(' ');
      return;
    }
    const spans = this.#spans.take();
    const [heading, marker] = [this.#heading, this.#marker];
    this.#heading = 0;
    if (spans.length === 0) return;
    this.#marker = undefined;
    if (heading > 0) this.#sink.add({ kind: 'heading', level: heading, spans });
    else if (this.#lists.length > 0) {
      this.#sink.add({ kind: 'item', depth: Math.min(this.#lists.length, 8), marker: marker ?? '', spans });
    } else this.#sink.add({ kind: 'paragraph', spans });
  }

  #openItem(): void {
    this.flush();
    const list = this.#lists.at(-1);
    if (list !== undefined) list.count += 1;
    this.#marker = list?.isOrdered === true ? `${list.count}.` : '•';
  }
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
