import assert from 'node:assert/strict';
import { it } from 'node:test';
import { keyTarget } from './grid-keys.ts';

const list = { count: 100, screen: 10, columns: 1, rtl: false };
const tiles = { count: 10, screen: 2, columns: 4, rtl: false };

const cases: readonly (readonly [string, number, typeof list, number | undefined])[] = [
  ['ArrowDown', 0, list, 1],
  ['ArrowUp', 0, list, 0],
  ['ArrowDown', 99, list, 99],
  ['ArrowRight', 5, list, undefined],
  ['PageDown', 0, list, 9],
  ['PageUp', 4, list, 0],
  ['Home', 50, list, 0],
  ['End', 50, list, 99],
  ['x', 50, list, undefined],
  ['ArrowRight', 3, tiles, 4],
  ['ArrowLeft', 4, tiles, 3],
  ['ArrowRight', 3, { ...tiles, rtl: true }, 2],
  ['ArrowUp', 2, tiles, 2],
  ['ArrowDown', 1, tiles, 5],
  // The last line is shorter: Down from above its gap goes to the last tile, from within the line it stays.
  ['ArrowDown', 7, tiles, 9],
  ['ArrowDown', 8, tiles, 8],
  ['ArrowDown', 0, { ...list, count: 0 }, undefined],
];

for (const [key, cursor, shape, expected] of cases) {
  it(`${key} from ${cursor} of ${shape.count} in ${shape.columns} column(s) leads to ${expected}`, () => {
    assert.equal(keyTarget(key, cursor, shape), expected);
  });
}
