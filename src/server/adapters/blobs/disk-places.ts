/** Where a store on a disk has its files: 65,536 folders, by what their names begin with. */
import { join } from 'node:path';

/** `<folder>/ab/cd/abcd…` */
export function placeOf(folder: string, key: string): string {
  return join(folder, key.slice(0, 2), key.slice(2, 4), key);
}
