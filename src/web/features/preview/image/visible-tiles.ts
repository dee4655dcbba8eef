// Finds the tiles of a picture that must be shown. Pure.
import type { Rect } from './image-zoom.ts';
import type { TilePyramid } from './tile-pyramid.ts';

export interface VisibleTile {
  readonly level: number;
  readonly column: number;
  readonly row: number;
  /** Its position in the whole picture, in pixels of the picture. */
  readonly box: Rect;
}

/** Index of the smallest level that is sharp. @param scale device pixels for a pixel of the picture */
export function sharpLevel({ levels, width }: TilePyramid, scale: number): number {
  const found = levels.findIndex((level) => level.width >= width * scale);
  return found === -1 ? levels.length - 1 : found;
}

/** The tiles of a level that overlap a part of the picture. */
export function visibleTiles(
  { levels, width, height, tileSize }: TilePyramid,
  index: number,
  part: Rect,
): readonly VisibleTile[] {
  const level = levels[index];
  if (level === undefined || part.width <= 0 || part.height <= 0) return [];
  const across = tileSize * (width / level.width);
  const down = tileSize * (height / level.height);
  const range = (start: number, size: number, step: number, count: number) => {
    const first = Math.max(0, Math.floor(start / step));
    const last = Math.min(count - 1, Math.ceil((start + size) / step) - 1);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  };
  return range(part.y, part.height, down, level.rows).flatMap((row) =>
    range(part.x, part.width, across, level.columns).map((column) => ({
      level: index,
      column,
      row,
      box: {
        x: column * across,
        y: row * down,
        width: Math.min(across, width - column * across),
        height: Math.min(down, height - row * down),
      },
    })),
  );
}
