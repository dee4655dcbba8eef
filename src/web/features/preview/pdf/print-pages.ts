// Draws pages of a PDF at a printer's resolution, one at a time, and prints them.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type PrintedSheet, printPictures } from '../print/print-pictures.ts';

export interface PrintedPages {
  readonly pdf: PDFDocumentProxy;
  readonly name: string;
  readonly rotation: number;
  /** From 0. */
  readonly pages: readonly number[];
  readonly signal: AbortSignal;
  readonly onPage: (done: number) => void;
}

const dotsPerInch = 150;
const pointsPerInch = 72;
/** Larger pages, such as plans, would need more memory than a tab has. */
const mostPixels = 12_000_000;

export async function printPages({
  pdf,
  name,
  rotation,
  pages,
  signal,
  onPage,
}: PrintedPages): Promise<void> {
  const sheets: PrintedSheet[] = [];
  try {
    for (const [done, index] of pages.entries()) {
      onPage(done);
      sheets.push(await drawSheet(pdf, index, rotation));
      signal.throwIfAborted();
    }
    onPage(pages.length);
    await printPictures(name, sheets);
  } finally {
    for (const { address } of sheets) URL.revokeObjectURL(address);
  }
}

async function drawSheet(pdf: PDFDocumentProxy, index: number, rotation: number): Promise<PrintedSheet> {
  const page = await pdf.getPage(index + 1);
  const turned = { rotation: (page.rotate + rotation) % 360 };
  const { width, height } = page.getViewport({ scale: 1, ...turned });
  const scale = Math.min(dotsPerInch / pointsPerInch, Math.sqrt(mostPixels / (width * height)));
  const viewport = page.getViewport({ scale, ...turned });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => (blob === null ? reject(new Error('No memory to draw the page')) : resolve(blob)));
  return { address: URL.createObjectURL(await promise), size: { width, height } };
}
