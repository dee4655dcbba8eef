/**
 * Makes tiles of a picture in all sizes (Deep Zoom), for viewers of large pictures: a ZIP file of JPEG files by level. They are
 * stored uncompressed, so that each can be read by a range request.
 * Invariant: nothing is enlarged, and a picture beyond the usual size limit is processed in strips.
 */
import { rename } from 'node:fs/promises';
import type { JsonObject } from '#wire/json.ts';
import type { Work } from '../isolate/work.ts';
import { mimeTypes } from '../mime/kinds.ts';
import { openImage } from './open-image.ts';

const tileSize = 512;
const quality = 82;

export async function tileImage({ input, output }: Work): Promise<JsonObject> {
  const image = await openImage(input, { isStreamed: true });
  // The library recognizes an archive by its extension.
  const archive = `${output}.zip`;
  await image
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .tile({ size: tileSize, overlap: 0, layout: 'dz', depth: 'onetile', container: 'zip', basename: 'tiles' })
    .toFile(archive);
  await rename(archive, output);
  return { mimeType: mimeTypes.zip };
}
