/**
 * Tasks for all readable files: text, an HTML page, a PDF, a picture of the first page.
 * Parameters: mimeType and name of the source, maxCharacters, size.
 * Invariant: HTML and Markdown keep their own structure in HTML, cleaned; all others are converted by way of blocks.
 */
import { writeFile } from 'node:fs/promises';
import type { JsonObject } from '#wire/json.ts';
import { integerParameter, type Work } from '../isolate/work.ts';
import { kindOf, mimeTypes } from '../mime/kinds.ts';
import { cleanHtml, markdownToHtml } from './clean-html.ts';
import { readText } from './decode-text.ts';
import { readBlocks } from './read-blocks.ts';
import { bareHtmlPage, blocksHtml, htmlPage } from './write-html.ts';
import { writePdf } from './write-pdf.ts';
import { writeText } from './write-text.ts';

const mostCharacters = 20_000_000;
const mostPdfCharacters = 3_000_000;
const mostPdfPages = 2000;
/** More than fits on a page in any layout. */
const firstPageCharacters = 8000;

export async function documentText(work: Work): Promise<JsonObject> {
  const limit =
    integerParameter(work.parameters.maxCharacters, { min: 1, max: mostCharacters }) ?? mostCharacters;
  const { blocks } = await readBlocks(work.input, sourceType(work), limit);
  await writeFile(work.output, writeText(blocks).slice(0, limit));
  return { mimeType: mimeTypes.text };
}

export async function documentHtml(work: Work): Promise<JsonObject> {
  await writeFile(work.output, htmlPage(work.parameters.name ?? '', await htmlOf(work)));
  return { mimeType: mimeTypes.html };
}

/** The same for an office program as the reader. */
export async function documentBareHtml(work: Work): Promise<JsonObject> {
  await writeFile(work.output, bareHtmlPage(await htmlOf(work)));
  return { mimeType: mimeTypes.html };
}

async function htmlOf(work: Work): Promise<string> {
  const kind = kindOf(sourceType(work));
  if (kind === 'html') return cleanHtml(await readText(work.input));
  if (kind === 'markdown') return markdownToHtml(await readText(work.input));
  const { blocks } = await readBlocks(work.input, sourceType(work), mostCharacters);
  return blocksHtml(blocks);
}

export async function documentPdf(work: Work): Promise<JsonObject> {
  const { blocks } = await readBlocks(work.input, sourceType(work), mostPdfCharacters);
  await writePdf(work.output, work.parameters.name ?? '', blocks, mostPdfPages);
  return { mimeType: mimeTypes.pdf };
}

/** Rendered from a PDF page, so that it looks like the PDF and needs no fonts of the machine. */
export async function documentPicture(work: Work): Promise<JsonObject> {
  const { blocks } = await readBlocks(work.input, sourceType(work), firstPageCharacters);
  const page = `${work.output}.pdf`;
  await writePdf(page, '', blocks, 1);
  const { pdfPicture } = await import('../pdf/pdf-picture.ts');
  return pdfPicture({
    ...work,
    input: page,
    parameters: { size: work.parameters.size, format: work.parameters.format },
  });
}

function sourceType({ parameters }: Work): string {
  return parameters.mimeType ?? 'application/octet-stream';
}
