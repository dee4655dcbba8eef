/**
 * The common form of readable content: every reader (text, HTML, PDF, office) makes blocks, and every writer (text, HTML, PDF)
 * takes them.
 * Invariant: a sink holds at most its number of characters, and ignores everything after that.
 */

export interface Span {
  readonly text: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly code?: boolean;
}

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | {
      readonly kind: 'item';
      readonly depth: number;
      readonly marker: string;
      readonly spans: readonly Span[];
    }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'page-break' };

/** The cost of a block without characters, since empty rows and paragraphs take memory too. */
const blockCost = 2;
const mostColumns = 512;

export class BlockSink {
  readonly blocks: Block[] = [];
  #left: number;
  #rows: string[][] | undefined;

  constructor(mostCharacters: number) {
    this.#left = mostCharacters;
  }

  get isFull(): boolean {
    return this.#left <= 0;
  }

  add(block: Exclude<Block, { kind: 'table' }>): void {
    this.endTable();
    if (this.isFull) return;
    this.#left -= lengthOf(block) + blockCost;
    this.blocks.push(block);
  }

  /** Adds a row to the open table; the first row opens one. */
  addRow(cells: readonly string[]): void {
    if (this.isFull) return;
    if (this.#rows === undefined) {
      this.#rows = [];
      this.blocks.push({ kind: 'table', rows: this.#rows });
    }
    const shownCells = cells.slice(0, mostColumns);
    this.#left -= shownCells.reduce((sum, cell) => sum + cell.length + 1, blockCost);
    this.#rows.push(shownCells);
  }

  endTable(): void {
    this.#rows = undefined;
  }
}

export function textOf(spans: readonly Span[]): string {
  return spans.map(({ text }) => text).join('');
}

function lengthOf(block: Exclude<Block, { kind: 'table' }>): number {
  if (block.kind === 'page-break') return 0;
  return block.kind === 'code' ? block.text.length : textOf(block.spans).length;
}

/** Collects the spans of a paragraph: collapses white space, joins equal neighbours. */
export class SpanBuilder {
  #spans: Span[] = [];

  add(text: string, style: Omit<Span, 'text'> = {}): void {
    const last = this.#spans.at(-1);
    const isSame =
      last !== undefined &&
      (last.bold ?? false) === (style.bold ?? false) &&
      (last.italic ?? false) === (style.italic ?? false) &&
      (last.code ?? false) === (style.code ?? false);
    if (isSame) this.#spans[this.#spans.length - 1] = { ...last, text: last.text + text };
    else if (text !== '') this.#spans.push({ ...style, text });
  }

  /** Returns the spans without outer white space, and starts anew. */
  take(): readonly Span[] {
    const spans = this.#spans;
    this.#spans = [];
    const trimmed = spans.map((span, index) => {
      let { text } = span;
      if (index === 0) text = text.trimStart();
      if (index === spans.length - 1) text = text.trimEnd();
      return { ...span, text };
    });
    return trimmed.filter(({ text }) => text !== '');
  }
}
