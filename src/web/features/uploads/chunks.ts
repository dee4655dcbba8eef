/** How a file is cut. Up to 10 MB it travels whole; the size of a piece depends on the file's size alone, so that
 * after a reload the same file is cut in the same places. */

const wholeUpTo = 10_000_000;
const smallest = 5 * 1024 * 1024;
const largest = 10 * 1024 * 1024;

export interface Piece {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** One piece = sent whole. */
export function piecesOf(size: number): readonly Piece[] {
  if (size <= wholeUpTo) return [{ index: 0, start: 0, end: size }];
  // Small pieces lose less when one is lost; beyond half a gigabyte fewer requests are worth more.
  const length = size > 500_000_000 ? largest : smallest;
  return Array.from({ length: Math.ceil(size / length) }, (_, index) => ({
    index,
    start: index * length,
    end: Math.min(size, (index + 1) * length),
  }));
}
