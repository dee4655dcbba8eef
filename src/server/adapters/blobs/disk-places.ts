/** The places of files in a store on disk: 65,536 folders, by the first characters of the key. */
import { join } from 'node:path';

/** `<folder>/ab/cd/abcd…` */
export function placeOf(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), key.slice(2, 4), key);
}
