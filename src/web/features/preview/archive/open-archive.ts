// Opens an archive with the right reader, by its first bytes.
import type { ReadRange } from '../parts/range-reader.ts';
import type { Archive } from './archive.ts';

const byName = new Intl.Collator(undefined, { numeric: true });

/** The files of an archive by path, without its folders. @throws if it is not an archive */
export async function openArchive(size: number, read: ReadRange): Promise<Archive> {
  const [first, second] = await read(0, Math.min(size, 512));
  const isZip = first === 0x50 && second === 0x4b;
  const { files, left } = isZip
    ? await (await import('./read-archive.ts')).readArchive(size, read)
    : await (await import('./read-tar.ts')).readTar(size, read, first === 0x1f && second === 0x8b);
  return { files: files.toSorted((one, other) => byName.compare(one.path, other.path)), left };
}
