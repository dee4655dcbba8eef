/**
 * Opens PDF files with PDFium.
 * Invariant: a document is always closed; a file that is too large or locked is refused with a message.
 */
import { readFile, stat } from 'node:fs/promises';
import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { Refusal } from '../isolate/work.ts';

/** The whole file and its pages must fit into WebAssembly memory. */
const mostBytes = 512 * 2 ** 20;
/** A file of a megabyte can refer to one page a hundred thousand times, and each time it would be read. */
export const mostPages = 10_000;

let library: Promise<PDFiumLibrary> | undefined;

export async function withPdf<T>(path: string, use: (document: PDFiumDocument) => Promise<T>): Promise<T> {
  const { size } = await stat(path);
  if (size > mostBytes) throw new Refusal(`PDF files above ${mostBytes / 2 ** 20} MiB are not converted`);
  library ??= PDFiumLibrary.init();
  const document = await (await library).loadDocument(await readFile(path)).catch((error: unknown) => {
    const isLocked = error instanceof Error && /password/i.test(error.message);
    throw new Refusal(isLocked ? 'The PDF file needs a password' : 'The PDF file is damaged', {
      cause: error,
    });
  });
  try {
    return await use(document);
  } finally {
    document.destroy();
  }
}
