/**
 * Opens a picture with sharp so that nothing in it can access other files.
 * Invariant: SVG is only read from memory, where it has no folder to include files from.
 */
import { open, readFile, stat } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { Refusal } from '../isolate/work.ts';
import { detectMimeType } from '../mime/detect-mime-type.ts';
import { decodeHeif } from './decode-heif.ts';

/** Allows a 100-megapixel camera, but not a file of some kilobytes that unpacks to gigabytes. */
const pixelLimit = 150_000_000;
/** For pictures that are read in strips from the top, such as maps and scans. */
const streamedPixelLimit = 600_000_000;
const svgByteLimit = 16 * 2 ** 20;

sharp.block({ operation: ['VipsForeignLoadSvgFile'] });
sharp.cache(false);
sharp.concurrency(1);

interface Opening {
  /** For SVG only: pixels per inch of the drawing. */
  readonly density?: number;
  /** The operation needs only some lines of the picture at a time. */
  readonly isStreamed?: boolean;
}

export async function openImage(path: string, { density, isStreamed = false }: Opening = {}): Promise<Sharp> {
  const mimeType = detectMimeType(null, await headOf(path));
  const settings = {
    limitInputPixels: isStreamed && (await standsInStrips(path, mimeType)) ? streamedPixelLimit : pixelLimit,
    failOn: 'error' as const,
    density,
  };
  if (isHeif(mimeType)) {
    const { data, width, height, hasAlpha } = await decodeHeif(await readFile(path), pixelLimit);
    const pixels = sharp(data, { ...settings, raw: { width, height, channels: 4 } });
    if (hasAlpha) return pixels;
    const opaque = await pixels.removeAlpha().raw().toBuffer();
    return sharp(opaque, { ...settings, raw: { width, height, channels: 3 } });
  }
  if (mimeType !== 'image/svg+xml') return sharp(path, settings);
  const { size } = await stat(path);
  if (size > svgByteLimit) throw new Refusal('The drawing is too large');
  return sharp(await readFile(path), settings);
}

/** Other formats are decoded completely before their first line is available; so are rotated pictures. */
async function standsInStrips(path: string, mimeType: string): Promise<boolean> {
  if (!['image/jpeg', 'image/png', 'image/tiff'].includes(mimeType)) return false;
  const { isProgressive, orientation = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  return !isProgressive && orientation === 1;
}

export function isHeif(mimeType: string): boolean {
  return /^image\/hei[cf]/.test(mimeType);
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
