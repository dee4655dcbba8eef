/**
 * Joins PDF files, and extracts pages.
 * Invariant: pages are copied unchanged; scripts and attachments of the document are left out.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { JsonObject } from '#wire/json.ts';
import { integerParameter, Refusal, type Work } from '../isolate/work.ts';
import { mimeTypes } from '../mime/kinds.ts';
import { mostPages } from './open-pdf.ts';

const pageNumbers = { min: 1, max: 1_000_000 };

/** Parameters: append, the paths of the further files, one on each line. */
export async function pdfConcat({ input, output, parameters }: Work): Promise<JsonObject> {
  const joined = await PDFDocument.create();
  const following = (parameters.append ?? '').split('\n').filter((path) => path !== '');
  for (const path of [input, ...following]) {
    const document = await openForCopy(path);
    await copyPages(document, document.getPageIndices(), joined);
  }
  await writeFile(output, await joined.save());
  return { mimeType: mimeTypes.pdf };
}

/** Parameters: startPage, endPage, counted from 1, both included. */
export async function pdfExtract({ input, output, parameters }: Work): Promise<JsonObject> {
  const document = await openForCopy(input);
  const first = integerParameter(parameters.startPage, pageNumbers) ?? 1;
  const last = integerParameter(parameters.endPage, pageNumbers) ?? document.getPageCount();
  const wanted = document.getPageIndices().slice(first - 1, last);
  if (wanted.length === 0) throw new Refusal(`The PDF file has no pages ${first} to ${last}`);
  const extract = await PDFDocument.create();
  await copyPages(document, wanted, extract);
  await writeFile(output, await extract.save());
  return { mimeType: mimeTypes.pdf };
}

async function openForCopy(path: string): Promise<PDFDocument> {
  const bytes = await readFile(path);
  const document = await PDFDocument.load(bytes, { updateMetadata: false }).catch((error: unknown) => {
    const isLocked = error instanceof Error && /encrypted|password/i.test(error.message);
    throw new Refusal(isLocked ? 'The PDF file needs a password' : 'The PDF file is damaged', {
      cause: error,
    });
  });
  if (document.getPageCount() > mostPages)
    throw new Refusal(`PDF files of more than ${mostPages} pages are not taken apart or joined`);
  return document;
}

async function copyPages(from: PDFDocument, indices: number[], to: PDFDocument): Promise<void> {
  for (const page of await to.copyPages(from, indices)) to.addPage(page);
}
