import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addedColour, cellPx, differingCells, pixelDifferences, removedColour } from './pixel-differences.ts';

const side = 8;

/** A white page with black squares of 3 × 3 pixels at these corners. */
function page(...squares: readonly (readonly [x: number, y: number])[]): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [left, top] of squares) {
    for (let y = top; y < top + 3; y += 1) {
      for (let x = left; x < left + 3; x += 1) pixels.set([0, 0, 0], (y * side + x) * 4);
    }
  }
  return pixels;
}

function colourAt(pixels: Uint8ClampedArray, x: number, y: number): readonly number[] {
  return [...pixels.subarray((y * side + x) * 4, (y * side + x) * 4 + 4)];
}

it('says nothing of equal pages', () => {
  const { count, pixels } = pixelDifferences(page([1, 1]), page([1, 1]), side, side);
  assert.equal(count, 0);
  assert.ok(pixels.every((value) => value === 0));
});

it('tells what went from what came', () => {
  const { count, pixels } = pixelDifferences(page([0, 0]), page([5, 5]), side, side);
  assert.ok(count >= 10, String(count));
  assert.deepEqual(colourAt(pixels, 1, 1), [...removedColour, 255]);
  assert.deepEqual(colourAt(pixels, 6, 6), [...addedColour, 255]);
  assert.deepEqual(colourAt(pixels, 4, 1), [0, 0, 0, 0]);
});

it('finds the squares in which something differs', () => {
  const [width, height] = [cellPx * 3 - 1, cellPx * 2];
  const pixels = new Uint8ClampedArray(width * height * 4);
  const mark = (x: number, y: number) => pixels.set([...addedColour, 255], (y * width + x) * 4);
  assert.deepEqual(differingCells(pixels, width, height), []);
  mark(0, 0);
  mark(5, 5);
  mark(width - 1, height - 1);
  assert.deepEqual(differingCells(pixels, width, height), [
    [0, 0],
    [2, 1],
  ]);
});
