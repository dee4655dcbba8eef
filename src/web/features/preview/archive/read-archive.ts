// The table of a zip archive and single files out of it, read by ranges: of a large archive only its end is fetched.
import {
  BlobWriter,
  configure,
  type FileEntry,
  Reader,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-native.js';

/** What is read beside a small piece, since the next one mostly follows it. */
const blockBytes = 128 * 1024;

const byName = new Intl.Collator(undefined, { numeric: true });

/** Part of a file; the end is not part of it. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>;

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

/** Reads at least a block at a time and keeps the last one, since entries are read in many small pieces. */
class RangeReader extends Reader<number> {
  readonly #read: ReadRange;
  #start = 0;
  #block: Uint8Array = new Uint8Array();

  constructor(size: number, read: ReadRange) {
    super(size);
    this.size = size;
    this.#read = read;
  }

  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const end = Math.min(index + length, this.size);
    if (index < this.#start || end > this.#start + this.#block.length) {
      // A piece that ends the file comes with what stands before it: the table does.
      const start = end === this.size ? Math.max(0, Math.min(index, end - blockBytes)) : index;
      this.#block = await this.#read(start, Math.min(Math.max(end, start + blockBytes), this.size));
      this.#start = start;
    }
    return this.#block.slice(index - this.#start, end - this.#start);
  }
}
