/**
 * Reads the content of ODF texts, spreadsheets and presentations.
 * Invariant: repeated cells and rows are repeated only a limited number of times, and empty ones not at all.
 */
import { type BlockSink, SpanBuilder, textOf } from '../text/blocks.ts';
import type { XmlHandler } from './read-xml.ts';

const silent = new Set(['tracked-changes', 'annotation', 'forms', 'scripts', 'binary-data']);
const mostRepeats = 64;

export class OpenDocumentReader implements XmlHandler {
  readonly #sink: BlockSink;
  readonly #spans = new SpanBuilder();
  #silentDepth = 0;
  #textDepth = 0;
  #headingLevel = 0;
  #listDepth = 0;
  #tableDepth = 0;
  #row: string[] = [];
  #cell = '';
  #cellRepeats = 1;
  #isSpreadsheet = false;
  #pages = 0;

  constructor(sink: BlockSink) {
    this.#sink = sink;
  }

  get isDone(): boolean {
    return this.#sink.isFull;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (silent.has(name)) this.#silentDepth += 1;
    if (this.#silentDepth > 0) return;
    switch (name) {
      case 'h':
        this.#headingLevel = Math.min(6, Number(attributes.get('outline-level') ?? 1)) || 1;
        this.#textDepth += 1;
        return;
      case 'p':
        this.#textDepth += 1;
        return;
      case 's':
        this.#spans.add(' '.repeat(Math.min(200, Number(attributes.get('c') ?? 1)) || 1));
        return;
      case 'tab':
        this.#spans.add('\t');
        return;
      case 'line-break':
        this.#spans.add('\n');
        return;
      case 'list':
        this.#listDepth += 1;
        return;
      case 'spreadsheet':
        this.#isSpreadsheet = true;
        return;
      case 'table':
        this.#openTable(attributes.get('name'));
        return;
      case 'table-cell':
      case 'covered-table-cell':
        this.#cellRepeats =
          Math.min(mostRepeats, Number(attributes.get('number-columns-repeated') ?? 1)) || 1;
        return;
      case 'page':
        if (this.#pages > 0) this.#sink.add({ kind: 'page-break' });
        this.#pages += 1;
    }
  }

  text(text: string): void {
    if (this.#textDepth > 0 && this.#silentDepth === 0) this.#spans.add(text.replace(/\s+/g, ' '));
  }

  close(name: string): void {
    if (silent.has(name)) {
      this.#silentDepth -= 1;
      return;
    }
    if (this.#silentDepth > 0) return;
    if (name === 'h' || name === 'p') this.#endParagraph();
    else if (name === 'list') this.#listDepth -= 1;
    else if ((name === 'table-cell' || name === 'covered-table-cell') && this.#tableDepth === 1) {
      for (let count = 0; count < this.#cellRepeats; count += 1) this.#row.push(this.#cell.trim());
      this.#cell = '';
    } else if (name === 'table-row' && this.#tableDepth === 1) this.#endRow();
    else if (name === 'table') {
      this.#tableDepth -= 1;
      if (this.#tableDepth === 0) this.#sink.endTable();
    }
  }

  #openTable(name: string | undefined): void {
    this.#tableDepth += 1;
    if (this.#isSpreadsheet && this.#tableDepth === 1 && name !== undefined) {
      this.#sink.add({ kind: 'heading', level: 2, spans: [{ text: name }] });
    }
  }

  #endRow(): void {
    const filled = this.#row.findLastIndex((cell) => cell !== '') + 1;
    if (filled > 0) this.#sink.addRow(this.#row.slice(0, filled));
    this.#row = [];
  }

  #endParagraph(): void {
    this.#textDepth -= 1;
    if (this.#textDepth > 0) return;
    const spans = this.#spans.take();
    const level = this.#headingLevel;
    this.#headingLevel = 0;
    if (this.#tableDepth > 0) this.#cell += `${textOf(spans)}\n`;
    else if (spans.length === 0) return;
    else if (level > 0) this.#sink.add({ kind: 'heading', level, spans });
    else if (this.#listDepth > 0) {
      this.#sink.add({ kind: 'item', depth: Math.min(8, this.#listDepth), marker: '•', spans });
    } else this.#sink.add({ kind: 'paragraph', spans });
  }
}
