/**
 * Makes an A4 PDF of blocks: wrapped, paginated, in all scripts for which there is a font.
 * Invariant: at most the given number of pages is made, whatever the blocks contain.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import type { Block, Span } from './blocks.ts';
import { type Line, layOutLines, type Measure } from './line-layout.ts';

const margin = 56;
const lineSpacing = 1.38;
const bodySize = 10.5;
const codeSize = 9;
const headingSizes = [20, 16, 13.5, 12, 11, 10.5];
const mostTableColumns = 10;

export async function writePdf(
  path: string,
  title: string,
  blocks: readonly Block[],
  mostPages: number,
): Promise<void> {
  const document = new PDFDocument({ size: 'A4', margin, info: { Title: title }, font: '' });
  const written = pipeline(document, createWriteStream(path));
  const writer = new PdfWriter(document, mostPages);
  for (const block of blocks) {
    if (writer.isFull) break;
    writer.write(block);
  }
  document.end();
  await written;
}

interface Box {
  readonly left: number;
  readonly width: number;
}

class PdfWriter {
  readonly #document: PDFKit.PDFDocument;
  readonly #box: Box;
  readonly #bottom: number;
  readonly #mostPages: number;
  readonly #measure: Measure;
  #pages = 1;
  #y = margin;

  constructor(document: PDFKit.PDFDocument, mostPages: number) {
    this.#document = document;
    this.#mostPages = mostPages;
    this.#box = { left: margin, width: document.page.width - 2 * margin };
    this.#bottom = document.page.height - margin;
    this.#measure = ({ text, font }, size) =>
      document.font(font.path, font.postscriptName, size).widthOfString(text);
  }

  get isFull(): boolean {
    return this.#pages > this.#mostPages;
  }

  write(block: Block): void {
    switch (block.kind) {
      case 'heading': {
        const size = headingSizes[block.level - 1] ?? bodySize;
        this.#space(size * 0.6);
        this.#paragraph(
          block.spans.map((span) => ({ ...span, bold: true })),
          size,
          this.#box,
        );
        this.#space(size * 0.25);
        return;
      }
      case 'paragraph':
        this.#paragraph(block.spans, bodySize, this.#box);
        this.#space(bodySize * 0.55);
        return;
      case 'item':
        this.#item(block);
        return;
      case 'code':
        for (const line of block.text.split('\n')) {
          if (this.isFull) return;
          this.#paragraph([{ text: line.replaceAll('\t', '    '), code: true }], codeSize, this.#box);
        }
        this.#space(codeSize * 0.6);
        return;
      case 'table':
        for (const row of block.rows) {
          if (this.isFull) return;
          this.#row(row);
        }
        this.#space(bodySize);
        return;
      case 'page-break':
        if (this.#y > margin) this.#newPage();
    }
  }

  #item({ depth, marker, spans }: Extract<Block, { kind: 'item' }>): void {
    const indent = depth * 16;
    const box = { left: this.#box.left + indent, width: this.#box.width - indent };
    const [first, ...rest] = layOutLines(spans, bodySize, box.width, this.#measure);
    if (first === undefined) return;
    this.#makeRoom(bodySize * lineSpacing);
    const [markerLine] = layOutLines([{ text: marker }], bodySize, indent, this.#measure);
    if (markerLine !== undefined) this.#draw(markerLine, bodySize, { left: box.left - 14, width: indent });
    this.#line(first, bodySize, box);
    for (const line of rest) this.#line(line, bodySize, box);
    this.#space(bodySize * 0.2);
  }

  #paragraph(spans: readonly Span[], size: number, box: Box): void {
    for (const line of layOutLines(spans, size, box.width, this.#measure)) {
      if (this.isFull) return;
      this.#line(line, size, box);
    }
  }

  /** Cells side by side in equal columns; tables with too many columns become running text. */
  #row(cells: readonly string[]): void {
    if (cells.length > mostTableColumns) {
      this.#paragraph([{ text: cells.join('  |  ') }], codeSize, this.#box);
      return;
    }
    const width = this.#box.width / Math.max(1, cells.length);
    const columns = cells.map((cell) => layOutLines([{ text: cell }], codeSize, width - 8, this.#measure));
    const height = Math.max(1, ...columns.map((lines) => lines.length));
    for (let index = 0; index < height && !this.isFull; index += 1) {
      this.#makeRoom(codeSize * lineSpacing);
      for (const [column, lines] of columns.entries()) {
        const line = lines[index];
        const box = { left: this.#box.left + column * width + 4, width: width - 8 };
        if (line !== undefined) this.#draw(line, codeSize, box);
      }
      this.#y += codeSize * lineSpacing;
    }
    const { left } = this.#box;
    const rule = this.#y + 1;
    this.#document.lineWidth(0.4).strokeColor('#b8b8b8');
    this.#document
      .moveTo(left, rule)
      .lineTo(left + this.#box.width, rule)
      .stroke();
    this.#y += 4;
  }

  #line(line: Line, size: number, box: Box): void {
    this.#makeRoom(size * lineSpacing);
    this.#draw(line, size, box);
    this.#y += size * lineSpacing;
  }

  #draw(line: Line, size: number, box: Box): void {
    if (this.isFull) return;
    let x = line.isRightToLeft ? box.left + box.width - line.width : box.left;
    for (const { text, font, width } of line.runs) {
      this.#document
        .font(font.path, font.postscriptName, size)
        .fillColor('#1a1a1a')
        .text(text, x, this.#y + size, { lineBreak: false, baseline: 'alphabetic' });
      x += width;
    }
  }

  #space(points: number): void {
    this.#y += points;
  }

  #makeRoom(height: number): void {
    if (this.#y + height > this.#bottom) this.#newPage();
  }

  #newPage(): void {
    this.#pages += 1;
    this.#y = margin;
    if (!this.isFull) this.#document.addPage();
  }
}
