// The layout of a gallery in lines: chips first, then tiles, of which fewer fit in a line; and where navigation keys lead. Pure.
import { keyTarget } from './grid-keys.ts';
import { indexesBetween } from './index-range.ts';

export interface GalleryShape {
  readonly count: number;
  /** The first `chips` items are chips, the others tiles. */
  readonly chips: number;
  readonly chipColumns: number;
  readonly tileColumns: number;
}

export function chipLinesOf({ chips, chipColumns }: GalleryShape): number {
  return Math.ceil(chips / chipColumns);
}

export function linesOf(shape: GalleryShape): number {
  return chipLinesOf(shape) + Math.ceil((shape.count - shape.chips) / shape.tileColumns);
}

export function columnsOf(line: number, shape: GalleryShape): number {
  return line < chipLinesOf(shape) ? shape.chipColumns : shape.tileColumns;
}

export function lineOf(index: number, { chips, chipColumns, ...shape }: GalleryShape): number {
  if (index < chips) return Math.floor(index / chipColumns);
  return Math.ceil(chips / chipColumns) + Math.floor((index - chips) / shape.tileColumns);
}

/** The indexes of a line. */
export function indexesIn(line: number, shape: GalleryShape): readonly number[] {
  const { chips, chipColumns, tileColumns, count } = shape;
  const tileLine = line - chipLinesOf(shape);
  const [first, columns, end] =
    tileLine < 0
      ? [line * chipColumns, chipColumns, chips]
      : [chips + tileLine * tileColumns, tileColumns, count];
  return indexesBetween(first, Math.min(first + columns, end) - 1);
}

/** The index a key leads to from `cursor`, or undefined for other keys. */
export function galleryTarget(
  key: string,
  cursor: number,
  shape: GalleryShape & { readonly screen: number; readonly rtl: boolean },
): number | undefined {
  const { count, screen, rtl } = shape;
  const page = Math.max(1, screen - 1);
  const lines = { ArrowUp: -1, ArrowDown: 1, PageUp: -page, PageDown: page }[key];
  if (lines === undefined || count === 0) {
    const columns = Math.max(shape.tileColumns, shape.chips === 0 ? 1 : shape.chipColumns);
    return keyTarget(key, cursor, { count, screen, columns, rtl });
  }
  const from = lineOf(cursor, shape);
  const last = linesOf(shape) - 1;
  const line = Math.max(0, Math.min(last, from + lines));
  if (line === from) return cursor;
  const there = indexesIn(line, shape);
  const column = cursor - (indexesIn(from, shape)[0] ?? 0);
  const [had, has] = [columnsOf(from, shape), columnsOf(line, shape)];
  // Between lines of unequal columns: the item above or below the middle of this one.
  const next = had === has ? column : Math.floor(((column + 0.5) * has) / had);
  return there[Math.min(next, there.length - 1)];
}
