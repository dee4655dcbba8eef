/**
 * Splits a file into pieces. Up to 10 MB it is sent whole; the size of a piece depends only on the file's size, so that
 * after a reload the same file is split in the same way.
 */

const wholeUpTo = 10_000_000;
const smallest = 5 * 1024 * 1024;
const largest = 10 * 1024 * 1024;

export interface Piece {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** One piece means that the file is sent whole. */
export function piecesOf(size: number): readonly Piece[] {
  if (size <= wholeUpTo) return [{ index: 0, start: 0, end: size }];
  // With small pieces less is lost if one fails; beyond half a gigabyte fewer requests matter more.
  const length = size > 500_000_000 ? largest : smallest;
  return Array.from({ length: Math.ceil(size / length) }, (_, index) => ({
    index,
    start: index * length,
    end: Math.min(size, (index + 1) * length),
  }));
}
