/**
 * Reads the text of WordprocessingML and DrawingML: paragraphs, runs and tables have the same local names in both.
 * Invariant: deleted text, field codes and fallback copies are left out; nested tables become text of the outer cell.
 */
import { type BlockSink, SpanBuilder, textOf } from '../text/blocks.ts';
import type { XmlHandler } from './read-xml.ts';

const off = new Set(['0', 'false', 'off', 'none']);

export class WordReader implements XmlHandler {
  readonly #sink: BlockSink;
  readonly #spans = new SpanBuilder();
  #isText = false;
  #fallbackDepth = 0;
  #bold = false;
  #italic = false;
  #headingLevel = 0;
  #listDepth = 0;
  #isTitleShape = false;
  #tableDepth = 0;
  #row: string[] = [];
  #cell = '';

  constructor(sink: BlockSink) {
    this.#sink = sink;
  }

  get isDone(): boolean {
    return this.#sink.isFull;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    const value = attributes.get('val') ?? '';
    switch (name) {
      case 'Fallback':
        this.#fallbackDepth += 1;
        return;
      case 'r':
        this.#bold = false;
        this.#italic = false;
        return;
      case 'rPr':
        if (attributes.get('b') === '1') this.#bold = true;
        if (attributes.get('i') === '1') this.#italic = true;
        return;
      case 'b':
        this.#bold = !off.has(value);
        return;
      case 'i':
        this.#italic = !off.has(value);
        return;
      case 't':
        this.#isText = this.#fallbackDepth === 0;
        return;
      case 'tab':
        this.#spans.add('\t');
        return;
      case 'br':
      case 'cr':
        this.#spans.add('\n');
        return;
      case 'pStyle':
        this.#headingLevel = headingLevel(value);
        return;
      case 'outlineLvl':
        this.#headingLevel = Math.min(6, Number(value) + 1) || 0;
        return;
      case 'ilvl':
        this.#listDepth = Math.min(8, Number(value) + 1) || 1;
        return;
      case 'sp':
        this.#isTitleShape = false;
        return;
      case 'ph':
        this.#isTitleShape = /title/i.test(attributes.get('type') ?? '');
        return;
      case 'tbl':
        this.#tableDepth += 1;
    }
  }

  text(text: string): void {
    if (this.#isText) this.#spans.add(text, { bold: this.#bold, italic: this.#italic });
  }

  close(name: string): void {
    if (name === 'Fallback') this.#fallbackDepth -= 1;
    else if (name === 't') this.#isText = false;
    else if (name === 'p') this.#endParagraph();
    else if (name === 'tc' && this.#tableDepth === 1) {
      this.#row.push(this.#cell.trim());
      this.#cell = '';
    } else if (name === 'tr' && this.#tableDepth === 1) {
      this.#sink.addRow(this.#row);
      this.#row = [];
    } else if (name === 'tbl') {
      this.#tableDepth -= 1;
      if (this.#tableDepth === 0) this.#sink.endTable();
    }
  }

  #endParagraph(): void {
    const spans = this.#spans.take();
    const level = this.#isTitleShape ? 1 : this.#headingLevel;
    const depth = this.#listDepth;
    this.#headingLevel = 0;
    this.#listDepth = 0;
    if (this.#tableDepth > 0) this.#cell += `${textOf(spans)}\n`;
    else if (spans.length === 0) return;
    else if (level > 0) this.#sink.add({ kind: 'heading', level, spans });
    else if (depth > 0) this.#sink.add({ kind: 'item', depth, marker: '•', spans });
    else this.#sink.add({ kind: 'paragraph', spans });
  }
}

/** Style ids are `Heading1`, `Titre1`, `berschrift1` …: in every language a short name with the level at its end. */
function headingLevel(style: string): number {
  if (/^(title|titre|titel|ttulo|titolo)$/i.test(style)) return 1;
  const level = /^(?:heading|titre|ttulo|titolo|berschrift|kop|rubrik|nagwek|otsikko)\s*(\d)$/i.exec(
    style,
  )?.[1];
  return level === undefined ? 0 : Math.min(6, Number(level));
}
