/**
 * Converts pictures to other sizes and formats: upright, in sRGB, never enlarged except drawings.
 * Invariant: the result contains no metadata (places, names, serial numbers).
 */
import type { Sharp } from 'sharp';
import type { JsonObject } from '#wire/json.ts';
import { integerParameter, type Work } from '../isolate/work.ts';
import { openImage } from './open-image.ts';

const edge = { min: 1, max: 16_384 };
const screenDensity = 72;
const white = '#ffffff';

export const imageFormats = ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const;
export type ImageFormat = (typeof imageFormats)[number];

export function imageFormat(name: string | undefined): ImageFormat | undefined {
  const wanted = (name ?? '').toLowerCase().replace(/^image\//, '');
  const alias: Readonly<Record<string, string>> = { jpg: 'jpeg', pjpeg: 'jpeg', tif: 'tiff' };
  return imageFormats.find((format) => format === (alias[wanted] ?? wanted));
}

/** Parameters: width, height (a box to fit into; 0 or absent: no limit), format (absent: JPEG, or PNG if transparent). */
export async function resizeImage({ input, output, parameters }: Work): Promise<JsonObject> {
  const width = integerParameter(parameters.width, edge);
  const height = integerParameter(parameters.height, edge);
  const { image, isDrawing, hasAlpha } = await openForBox(input, width ?? height);
  const format = imageFormat(parameters.format) ?? (hasAlpha ? 'png' : 'jpeg');
  const upright = image.autoOrient();
  const sized =
    width === undefined && height === undefined
      ? upright
      : upright.resize({ width, height, fit: 'inside', withoutEnlargement: !isDrawing });
  const made = await encode(sized, format).toFile(output);
  return { mimeType: `image/${format}`, width: made.width, height: made.height };
}

async function openForBox(input: string, box: number | undefined) {
  // A picture that is made smaller need not be in memory as a whole.
  const image = await openImage(input, { isStreamed: box !== undefined });
  const { format, width, height, hasAlpha } = await image.metadata();
  const isDrawing = format === 'svg';
  if (!isDrawing || box === undefined) return { image, isDrawing, hasAlpha };
  const density = Math.min(2400, Math.max(1, (screenDensity * box) / Math.max(width, height, 1)));
  return { image: await openImage(input, { density }), isDrawing, hasAlpha };
}

export function encode(image: Sharp, format: ImageFormat): Sharp {
  if (format === 'jpeg') return image.flatten({ background: white }).jpeg({ quality: 82, mozjpeg: true });
  if (format === 'png') return image.png({ compressionLevel: 8 });
  if (format === 'webp') return image.webp({ quality: 82 });
  if (format === 'gif') return image.gif();
  if (format === 'tiff') return image.tiff({ compression: 'lzw' });
  return image.avif({ quality: 55, effort: 2 });
}
