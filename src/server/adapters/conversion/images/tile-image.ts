/**
 * A picture as tiles of every size (Deep Zoom), for viewers that go into a large one: a zip archive of JPEG files by level.
 * None is packed, so that each can be read by its range.
 * Invariant: nothing is enlarged, and a picture that is larger than others may be passes through in strips.
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
  // The library knows by its ending that it is an archive.
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
