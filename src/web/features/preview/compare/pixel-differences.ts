// Finds the pixels in which two pictures of the same size differ, ignoring anti-aliasing. Pure.
import pixelmatch from 'pixelmatch';

/** Colours that people with red-green blindness can tell apart. */
export const removedColour = [200, 70, 0] as const;
export const addedColour = [0, 90, 210] as const;

export interface PixelDifferences {
  /** In colour where they differ, transparent elsewhere. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly count: number;
}

export function pixelDifferences(
  earlier: Uint8ClampedArray,
  later: Uint8ClampedArray,
  width: number,
  height: number,
): PixelDifferences {
  const pixels = new Uint8ClampedArray(width * height * 4);
  const count = pixelmatch(earlier, later, pixels, width, height, {
    threshold: 0.15,
    diffMask: true,
    // A pixel that is lighter than before was removed; a darker one was added.
    diffColor: [...removedColour],
    diffColorAlt: [...addedColour],
  });
  return { pixels, count };
}

/** Side of the squares that are marked if a pixel in them differs, so that a changed comma is found on a page of print. */
export const cellPx = 24;

/** Columns and rows of these squares. */
export function differingCells(
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
): readonly (readonly [column: number, row: number])[] {
  const columns = Math.ceil(width / cellPx);
  const found = new Set<number>();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (pixels[(y * width + x) * 4 + 3] !== 0) {
        found.add(Math.floor(y / cellPx) * columns + Math.floor(x / cellPx));
      }
    }
  }
  return [...found].map((cell) => [cell % columns, Math.floor(cell / columns)]);
}
