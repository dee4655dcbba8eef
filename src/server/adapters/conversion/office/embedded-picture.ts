/**
 * The thumbnail inside a package: office programs save one, and books have covers.
 * Invariant: it is decoded and drawn anew like any untrusted picture; a package without one is refused with a message.
 */
import { writeFile } from 'node:fs/promises';
import type { JsonObject } from '#wire/json.ts';
import { resizeImage } from '../images/resize-image.ts';
import { Refusal, type Work } from '../isolate/work.ts';
import { epubCover } from './epub.ts';
import { ZipPackage } from './zip-package.ts';

const usualPlaces = /^(Thumbnails\/thumbnail\.png|docProps\/thumbnail\.(jpe?g|png))$/i;
const mostBytes = 16 * 2 ** 20;

/** Parameters: size of the square to fit into. */
export async function embeddedPicture({ input, output, parameters }: Work): Promise<JsonObject> {
  const picture = await ZipPackage.use(input, async (zip) => {
    const name = zip.names.find((candidate) => usualPlaces.test(candidate)) ?? (await epubCover(zip));
    return name === undefined ? Buffer.alloc(0) : await zip.readWhole(name);
  });
  if (picture.length === 0 || picture.length > mostBytes)
    throw new Refusal('The package holds no picture of itself');
  const unpacked = `${output}.picture`;
  await writeFile(unpacked, picture);
  const { size, format } = parameters;
  return resizeImage({ input: unpacked, output, parameters: { width: size, height: size, format } });
}
