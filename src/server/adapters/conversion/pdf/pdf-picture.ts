/**
 * Renders a page of a PDF as a picture, and reads the file's metadata.
 * Invariant: the number of pixels is checked before PDFium allocates memory for them.
 */
import sharp from 'sharp';
import type { JsonObject } from '#wire/json.ts';
import { encode, imageFormat } from '../images/resize-image.ts';
import { integerParameter, Refusal, type Work } from '../isolate/work.ts';
import { withPdf } from './open-pdf.ts';

const defaultSize = 1600;

/** Parameters: page (from 1), size (longest edge in pixels), format. */
export async function pdfPicture({ input, output, parameters }: Work): Promise<JsonObject> {
  const pageNumber = integerParameter(parameters.page, { min: 1, max: 1_000_000 }) ?? 1;
  const size = integerParameter(parameters.size, { min: 1, max: 8000 }) ?? defaultSize;
  const format = imageFormat(parameters.format) ?? 'png';
  return withPdf(input, async (document) => {
    if (pageNumber > document.getPageCount()) throw new Refusal(`The PDF file has no page ${pageNumber}`);
    const page = document.getPage(pageNumber - 1);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    // PDFium rounds down the page and then the picture: this gives exactly the requested size.
    const longest = Math.floor(Math.max(originalWidth, originalHeight));
    if (!(longest > 0)) throw new Refusal('The page has no size');
    const scale = (size + 0.01) / longest;
    const { data, width, height } = await page.render({ scale, render: 'bitmap' });
    const picture = sharp(data, { raw: { width, height, channels: 4 } }).flatten({ background: '#ffffff' });
    await (format === 'png' ? picture.png({ palette: true, effort: 4 }) : encode(picture, format)).toFile(
      output,
    );
    return { mimeType: `image/${format}` };
  });
}

export async function pdfMetadata({ input }: Work): Promise<JsonObject> {
  return withPdf(input, async (document) => ({ pageCount: document.getPageCount() }));
}
