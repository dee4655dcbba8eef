// Reads a file on the server for zip.js, in ranges.
import { Reader } from '@zip.js/zip.js/lib/zip-core-native.js';

/** The least to fetch at once, since the next read mostly follows the last. */
const blockBytes = 128 * 1024;
/** The table of a zip archive is read in one piece; even with a million files it is shorter. */
const mostPieceBytes = 128 * 1024 * 1024;

/** Reads part of a file; `end` is exclusive. */
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
      // For a piece at the end of the file, read the block before it: the table is there.
      const start = end === this.size ? Math.max(0, Math.min(index, end - blockBytes)) : index;
      this.#block = await this.#read(start, Math.min(Math.max(end, start + blockBytes), this.size));
      this.#start = start;
    }
    return this.#block.slice(index - this.#start, end - this.#start);
  }
}
