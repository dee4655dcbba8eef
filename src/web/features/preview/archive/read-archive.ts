// The table of a zip archive and single files out of it, read by ranges: of a large archive only its end is fetched.
import { BlobWriter, configure, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { RangeReader, type ReadRange } from '../parts/range-reader.ts';

const byName = new Intl.Collator(undefined, { numeric: true });

export interface ArchiveFile {
  /** With its folders, as the archive has it. */
  readonly path: string;
  readonly bytes: number;
  readonly modified: Date | null;
  readonly isEncrypted: boolean;
  /** @throws when the file is damaged, or packed in a way that browsers do not read */
  read(signal?: AbortSignal): Promise<Blob>;
}

/** The files of an archive by path, without its folders. @throws when it is no archive */
export async function readArchive(size: number, read: ReadRange): Promise<readonly ArchiveFile[]> {
  // A worker would be a script of its own address; the browser unpacks beside the page anyway.
  configure({ useWebWorkers: false });
  const entries = await new ZipReader(new RangeReader(size, read)).getEntries();
  return entries
    .filter((entry): entry is FileEntry => !entry.directory)
    .map((entry) => ({
      path: entry.filename,
      bytes: entry.uncompressedSize,
      modified: Number.isNaN(entry.lastModDate.getTime()) ? null : entry.lastModDate,
      isEncrypted: entry.encrypted,
      read: (signal?: AbortSignal) =>
        entry.getData(new BlobWriter(), {
          checkSignature: true,
          ...(signal === undefined ? {} : { signal }),
        }),
    }))
    .sort((one, other) => byName.compare(one.path, other.path));
}
