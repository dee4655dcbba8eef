// The two ways to read a tar archive: by ranges of the file, skipping its files' content; or, if it is compressed, by
// decompressing it from the start. Invariant: both stop at a limit.
import type { ReadRange } from '../parts/range-reader.ts';
import { mostEntries, TooLarge } from './archive.ts';

export interface TarSource {
  position(): number;
  /** Returns fewer bytes only at the end. */
  read(bytes: number): Promise<Uint8Array<ArrayBuffer>>;
  skip(bytes: number): Promise<void>;
  close(): Promise<void>;
}

const blockBytes = 128 * 1024;
const packedPiece = 1_000_000;

export const tarBounds = {
  files: mostEntries,
  /** Headers of files, with their extended headers, and of folders. */
  heads: 4 * mostEntries,
  /** With large files each header costs one request. */
  requests: 600,
  unpacked: 1_000_000_000,
  /** To get a file from a compressed archive all bytes before it must be fetched: do not fetch gigabytes for one file. */
  packed: 100_000_000,
};

export type TarBounds = typeof tarBounds;

export function rangeSource(size: number, read: ReadRange, bounds: TarBounds): TarSource {
  let position = 0;
  let start = 0;
  let block: Uint8Array = new Uint8Array();
  let requests = 0;
  return {
    position: () => position,
    read: async (bytes) => {
      const end = Math.min(size, position + bytes);
      if (end <= position) return new Uint8Array();
      if (position < start || end > start + block.length) {
        requests += 1;
        if (requests > bounds.requests) throw new TooLarge();
        start = position;
        block = await read(start, Math.min(size, Math.max(end, start + blockBytes)));
      }
      const piece = new Uint8Array(block.slice(position - start, end - start));
      position += piece.length;
      return piece;
    },
    skip: async (bytes) => {
      position += Math.max(0, bytes);
    },
    close: async () => undefined,
  };
}

export function unpackedSource(size: number, read: ReadRange, bounds: TarBounds): TarSource {
  // A browser may report another error than the one that stopped the stream.
  let isTooLarge = false;
  const packed = async (start: number, end: number) => {
    isTooLarge = start >= bounds.packed;
    if (isTooLarge) throw new TooLarge();
    return read(start, end);
  };
  const reader = unpacked(size, packed).getReader();
  let position = 0;
  let rest: Uint8Array = new Uint8Array();
  /** Passes on pieces until `bytes` bytes have been read. */
  const pass = async (bytes: number, take: (piece: Uint8Array) => void) => {
    for (let left = bytes; left > 0; ) {
      if (rest.length === 0) {
        const { done, value } = await reader.read().catch((cause: unknown) => {
          throw isTooLarge ? new TooLarge() : cause;
        });
        if (done) return;
        rest = value;
      }
      const piece = rest.subarray(0, left);
      rest = rest.subarray(piece.length);
      position += piece.length;
      left -= piece.length;
      if (position > bounds.unpacked) throw new TooLarge();
      take(piece);
    }
  };
  return {
    position: () => position,
    read: async (bytes) => {
      const pieces: Uint8Array[] = [];
      await pass(bytes, (piece) => pieces.push(piece));
      const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const piece of pieces) {
        whole.set(piece, at);
        at += piece.length;
      }
      return whole;
    },
    skip: (bytes) => pass(bytes, () => undefined),
    close: () => reader.cancel().catch(() => undefined),
  };
}

function unpacked(size: number, read: ReadRange): ReadableStream<Uint8Array> {
  let at = 0;
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async (controller) => {
      const end = Math.min(size, at + packedPiece);
      const piece = new Uint8Array(await read(at, end));
      at = end;
      controller.enqueue(piece);
      if (at >= size) controller.close();
    },
  });
  return packed.pipeThrough(new DecompressionStream('gzip'));
}
