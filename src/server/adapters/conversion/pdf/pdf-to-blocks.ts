/**
 * Reads the text of a PDF: a paragraph for each group of lines, a break between pages.
 * Invariant: stops when the sink is full, after a number of pages, and after a time: a partial text is better than none, which
 * a file that exceeds the time limit of conversions would have.
 */
import type { PDFiumPage } from '@hyzyla/pdfium';
import type { BlockSink } from '../text/blocks.ts';
import { mostPages, withPdf } from './open-pdf.ts';

/** Leaves a third of the time limit for further processing of the text. */
const mostMs = 40_000;

/** @param until when to stop reading, in the time of `performance.now()` */
export async function pdfToBlocks(
  path: string,
  sink: BlockSink,
  until = performance.now() + mostMs,
): Promise<void> {
  await withPdf(path, async (document) => {
    const pages = Math.min(document.getPageCount(), mostPages);
    for (let index = 0; index < pages && !sink.isFull; index += 1) {
      if (index > 0 && performance.now() > until) return;
      if (index > 0) sink.add({ kind: 'page-break' });
      for (const paragraph of paragraphsOf(document.getPage(index))) {
        sink.add({ kind: 'paragraph', spans: [{ text: paragraph }] });
      }
    }
  });
}

/** PDFium's characters for soft hyphens, and for glyphs without a character. */
const marks = /[[\p{Cc}\ufffe\uffff]--[\t\n]]/gv;

/** A damaged page gives no text, and does not affect others. */
function paragraphsOf(page: PDFiumPage): readonly string[] {
  try {
    return page
      .getText()
      .replace(/\r\n?/g, '\n')
      .replace(marks, '')
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.trim())
      .filter((paragraph) => paragraph !== '');
  } catch {
    return [];
  }
}
