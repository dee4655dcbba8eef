// Reads the table of a zip archive and single files from it, by ranges: of a large archive only the end is fetched.
import { configure, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { RangeReader, type ReadRange } from '../parts/range-reader.ts';
import { type Archive, type ArchiveFile, mostEntries, mostFileBytes, TooLarge } from './archive.ts';

/** @throws if it is not an archive */
export async function readArchive(size: number, read: ReadRange): Promise<Archive> {
  // A worker would need a script of its own; the browser decompresses off the main thread anyway.
  configure({ useWebWorkers: false });
  const files: ArchiveFile[] = [];
  for await (const entry of new ZipReader(new RangeReader(size, read)).getEntriesGenerator()) {
    if (entry.directory) continue;
    if (files.length === mostEntries) return { files, left: 'tooLarge' };
    files.push(fileOf(entry));
  }
  return { files, left: null };
}

function fileOf(entry: FileEntry): ArchiveFile {
  return {
    path: entry.filename,
    bytes: entry.uncompressedSize,
    modified: Number.isNaN(entry.lastModDate.getTime()) ? null : entry.lastModDate,
    isEncrypted: entry.encrypted,
    read: async (signal) => {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      let bytes = 0;
      const target = new WritableStream<Uint8Array<ArrayBuffer>>({
        write: (chunk) => {
          bytes += chunk.length;
          // It may unpack to far more than its header says.
          if (bytes > mostFileBytes) throw new TooLarge();
          chunks.push(chunk);
        },
      });
      await entry.getData(target, { checkSignature: true, ...(signal === undefined ? {} : { signal }) });
      return new Blob(chunks);
    },
  };
}
