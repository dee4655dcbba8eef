/**
 * Makes a PDF page of a picture, in the picture's size.
 * Invariant: the page shows the upright picture in sRGB, at 96 pixels per inch, no longer than an A0 page.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import PDFDocument from 'pdfkit';
import type { JsonObject } from '#wire/json.ts';
import type { Work } from '../isolate/work.ts';
import { openImage } from './open-image.ts';
import { encode } from './resize-image.ts';

const pointsPerPixel = 72 / 96;
const longestEdge = 3370;
const mostPixels = 8000;

export async function imageToPdf({ input, output }: Work): Promise<JsonObject> {
  const image = await openImage(input);
  const { hasAlpha } = await image.metadata();
  const sized = image
    .autoOrient()
    .resize({ width: mostPixels, height: mostPixels, fit: 'inside', withoutEnlargement: true });
  const { data, info } = await encode(sized, hasAlpha ? 'png' : 'jpeg').toBuffer({ resolveWithObject: true });
  const scale = Math.min(pointsPerPixel, longestEdge / Math.max(info.width, info.height));
  const size: [number, number] = [info.width * scale, info.height * scale];
  const document = new PDFDocument({ size, margin: 0 });
  document.image(data, 0, 0, { width: size[0], height: size[1] });
  document.end();
  await pipeline(document, createWriteStream(output));
  return { mimeType: 'application/pdf' };
}
