// Opens a PDF with pdf.js: its worker, its data files beside the app, and nothing that the content security policy forbids.
// Invariant: a file's own scripts never run (no evaluation, no XFA, no scripting sandbox is loaded).
import {
  GlobalWorkerOptions,
  getDocument,
  PasswordResponses,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
} from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { fetchRange } from '#web/api/file-parts.ts';
import { besideIndex } from '#web/base-address.ts';
import { trustOwnScripts } from '#web/own-scripts.ts';

trustOwnScripts();
GlobalWorkerOptions.workerSrc = workerUrl;

/** A larger file is read in pieces, as they are needed. */
export const wholeBytes = 6_000_000;

export interface PasswordQuestion {
  /** The last password was wrong. */
  readonly wrong: boolean;
  readonly answer: (password: string) => void;
}

export interface PdfSource {
  /** The whole file, or its address to read it in pieces. */
  readonly data: ArrayBuffer | { readonly address: string; readonly bytes: number };
  readonly onPassword: (question: PasswordQuestion) => void;
  readonly signal: AbortSignal;
}

export async function openPdf({ data, onPassword, signal }: PdfSource): Promise<PDFDocumentProxy> {
  const folder = import.meta.env.DEV ? '/node_modules/pdfjs-dist/' : besideIndex('pdfjs/');
  const task = getDocument({
    ...(data instanceof ArrayBuffer ? { data } : { range: rangeTransport(data.address, data.bytes, signal) }),
    cMapUrl: `${folder}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${folder}standard_fonts/`,
    // System fonts that replace a missing font have other widths, so that words would overlap.
    useSystemFonts: false,
    wasmUrl: `${folder}wasm/`,
    useWasm: false,
    isEvalSupported: false,
    enableXfa: false,
    disableAutoFetch: true,
    disableStream: true,
  });
  task.onPassword = (answer: (password: string) => void, reason: number) =>
    onPassword({ wrong: reason === PasswordResponses.INCORRECT_PASSWORD, answer });
  signal.addEventListener('abort', () => void task.destroy());
  return task.promise;
}

function rangeTransport(address: string, bytes: number, signal: AbortSignal): PDFDataRangeTransport {
  const transport = new PDFDataRangeTransport(bytes, null);
  transport.requestDataRange = (begin, end) => {
    fetchRange(address, begin, end - 1, signal).then(
      (chunk) => transport.onDataRange(begin, new Uint8Array(chunk)),
      // An empty piece is the only way to tell pdf.js that it will not come; it then reports the file as broken.
      () => transport.onDataRange(begin, new Uint8Array()),
    );
  };
  return transport;
}
