// Draws one page of each of two PDFs at the same size, and marks their differences. A missing page is blank.
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { cellPx, differingCells, pixelDifferences } from './pixel-differences.ts';

export interface DrawnPair {
  readonly earlier: HTMLCanvasElement;
  readonly later: HTMLCanvasElement;
  /** The differences in colour, on a transparent background. */
  readonly marks: HTMLCanvasElement;
  readonly differs: boolean;
}

/** Width of the drawing, which the page then scales. Enough to read print on a screen. */
const widthPx = 1_100;
/** Width for finding out only whether a page differs. */
const roughWidthPx = 500;

export async function drawPair(
  earlier: PDFDocumentProxy,
  later: PDFDocumentProxy,
  index: number,
  signal: AbortSignal,
  width = widthPx,
): Promise<DrawnPair> {
  const [one, other] = await Promise.all([
    drawPage(earlier, index, width, signal),
    drawPage(later, index, width, signal),
  ]);
  const height = Math.max(one.height, other.height);
  const first = onPaper(one, width, height);
  const second = onPaper(other, width, height);
  const { pixels, count } = pixelDifferences(pixelsOf(first), pixelsOf(second), width, height);
  return { earlier: first, later: second, marks: marksOf(pixels, width, height), differs: count > 0 };
}

/** Yellow squares, as from a highlighter, and on them the pixels that differ. */
function marksOf(pixels: Uint8ClampedArray<ArrayBuffer>, width: number, height: number): HTMLCanvasElement {
  const exact = canvasOf(width, height);
  contextOf(exact).putImageData(new ImageData(pixels, width, height), 0, 0);
  const marks = canvasOf(width, height);
  const context = contextOf(marks);
  context.fillStyle = 'rgb(255 205 0 / 45%)';
  for (const [column, row] of differingCells(pixels, width, height)) {
    context.fillRect(column * cellPx, row * cellPx, cellPx, cellPx);
  }
  context.drawImage(exact, 0, 0);
  return marks;
}

async function drawPage(
  pdf: PDFDocumentProxy,
  index: number,
  width: number,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  if (index >= pdf.numPages) return canvasOf(width, 1);
  const page = await pdf.getPage(index + 1);
  const viewport = page.getViewport({ scale: width / page.getViewport({ scale: 1 }).width });
  const canvas = canvasOf(width, Math.ceil(viewport.height));
  signal.throwIfAborted();
  const drawing = page.render({ canvas, viewport });
  const stop = () => drawing.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await drawing.promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return canvas;
}

function onPaper(page: HTMLCanvasElement, width: number, height: number): HTMLCanvasElement {
  const canvas = canvasOf(width, height);
  const context = contextOf(canvas);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(page, 0, 0);
  return canvas;
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
}

function pixelsOf(canvas: HTMLCanvasElement): Uint8ClampedArray {
  return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height).data;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('This browser gives no canvas to draw on');
  return context;
}

/** The next page that differs in this direction; null if there is none. */
export async function findDifferentPage(
  earlier: PDFDocumentProxy,
  later: PDFDocumentProxy,
  from: number,
  by: 1 | -1,
  signal: AbortSignal,
): Promise<number | null> {
  const pages = Math.max(earlier.numPages, later.numPages);
  for (let index = from + by; index >= 0 && index < pages; index += by) {
    signal.throwIfAborted();
    const missing = index >= earlier.numPages || index >= later.numPages;
    if (missing || (await drawPair(earlier, later, index, signal, roughWidthPx)).differs) return index;
  }
  return null;
}
