/**
 * Cuts out a part of a picture, or rotates it.
 * Invariant: coordinates are counted from the top left of the upright picture; parts outside it are ignored.
 */
import type { JsonObject } from '#wire/json.ts';
import { integerParameter, Refusal, type Work } from '../isolate/work.ts';
import { openImage } from './open-image.ts';
import { encode, imageFormat } from './resize-image.ts';

const pixels = { min: 0, max: 100_000 };

/** Parameters: x, y, width, height in pixels. */
export async function cropImage({ input, output, parameters }: Work): Promise<JsonObject> {
  const image = await openImage(input);
  const { autoOrient, format } = await image.metadata();
  const left = Math.min(integerParameter(parameters.x, pixels) ?? 0, autoOrient.width);
  const top = Math.min(integerParameter(parameters.y, pixels) ?? 0, autoOrient.height);
  const width = Math.min(
    integerParameter(parameters.width, pixels) ?? autoOrient.width,
    autoOrient.width - left,
  );
  const height = Math.min(
    integerParameter(parameters.height, pixels) ?? autoOrient.height,
    autoOrient.height - top,
  );
  if (width === 0 || height === 0) throw new Refusal('Nothing is left of the picture in this crop');
  const outputFormat = imageFormat(format) ?? 'png';
  await encode(image.autoOrient().extract({ left, top, width, height }), outputFormat).toFile(output);
  return { mimeType: `image/${outputFormat}` };
}

/** Parameters: angle in degrees clockwise. */
export async function rotateImage({ input, output, parameters }: Work): Promise<JsonObject> {
  const angle = Number(parameters.angle ?? 0);
  if (!Number.isFinite(angle)) throw new Refusal('The angle is not a number');
  const image = await openImage(input);
  const outputFormat = imageFormat((await image.metadata()).format) ?? 'png';
  await encode(image.autoOrient().rotate(angle, { background: '#ffffff' }), outputFormat).toFile(output);
  return { mimeType: `image/${outputFormat}` };
}
