/**
 * Decodes HEIC and HEIF pictures, which phones take: sharp's own build reads only AVIF of this family.
 * Invariant: the size is checked before memory for pixels is allocated.
 */
import openLibheif, { type HeifPixels } from 'libheif-js/libheif-wasm/libheif-bundle.mjs';
import { Refusal } from '../isolate/work.ts';

export interface Pixels {
  /** RGBA. */
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

/** The result is upright: the library applies the rotation stated in the file. */
export async function decodeHeif(file: Uint8Array, mostPixels: number): Promise<Pixels> {
  const { HeifDecoder } = await openLibheif();
  const images = new HeifDecoder().decode(file);
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (image === undefined) throw new Refusal('The file is damaged or not of its declared type');
  const size = { width: image.get_width(), height: image.get_height() };
  if (size.width * size.height > mostPixels) throw new Refusal('The picture has too many pixels');
  const empty = { ...size, data: new Uint8ClampedArray(size.width * size.height * 4) };
  const made = await new Promise<HeifPixels | null>((resolve) => image.display(empty, resolve));
  const hasAlpha = Boolean(image.has_alpha_channel());
  for (const one of images) one.free();
  if (made === null) throw new Refusal('The file is damaged or not of its declared type');
  return { ...size, data: made.data, hasAlpha };
}
