// Bytes of a file on the server for zip.js, fetched in ranges.
import { Reader } from '@zip.js/zip.js/lib/zip-core-native.js';

/** What is read beside a small piece, since the next one mostly follows it. */
const blockBytes = 128 * 1024;
/** The table of a zip archive is read in one piece: of a million files it is shorter. */
const mostPieceBytes = 128 * 1024 * 1024;

/** Part of a file; the end is not part of it. */
export type ReadRange = (start: number, end: number, signal?: AbortSignal) => Promise<Uint8Array>;

/** Reads at least a block at a time and keeps the last one, since entries are read in many small pieces. */
export class RangeReader extends Reader<number> {
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
    if (end - index > mostPieceBytes) throw new Error('The table of this file is too large');
    if (index < this.#start || end > this.#start + this.#block.length) {
      // A piece that ends the file comes with what stands before it: the table does.
      const start = end === this.size ? Math.max(0, Math.min(index, end - blockBytes)) : index;
      this.#block = await this.#read(start, Math.min(Math.max(end, start + blockBytes), this.size));
      this.#start = start;
    }
    return this.#block.slice(index - this.#start, end - this.#start);
  }
}
