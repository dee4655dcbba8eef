import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { galleryTarget, indexesIn, lineOf, linesOf } from './gallery-lines.ts';

// Six chips, four in a line, then nine tiles, six in a line: 0-3, 4-5; 6-11, 12-14.
const mixed = { count: 15, chips: 6, chipColumns: 4, tileColumns: 6, screen: 3, rtl: false };
const tiles = { count: 10, chips: 0, chipColumns: 4, tileColumns: 4, screen: 2, rtl: false };

describe('lines of a gallery', () => {
  it('begin with those of chips', () => {
    assert.equal(linesOf(mixed), 4);
    assert.deepEqual(
      [indexesIn(1, mixed), indexesIn(3, mixed)],
      [
        [4, 5],
        [12, 13, 14],
      ],
    );
    assert.deepEqual(
      [0, 5, 6, 14].map((index) => lineOf(index, mixed)),
      [0, 1, 2, 3],
    );
    assert.equal(linesOf({ ...mixed, count: 6 }), 2);
  });

  const cases: readonly (readonly [string, number, typeof mixed, number | undefined])[] = [
    ['ArrowRight', 5, mixed, 6],
    ['ArrowLeft', 6, mixed, 5],
    ['ArrowDown', 0, mixed, 4],
    ['ArrowDown', 3, mixed, 5],
    // From the second of four chips to the third of six tiles, which is below its middle.
    ['ArrowDown', 5, mixed, 8],
    ['ArrowUp', 8, mixed, 5],
    ['ArrowUp', 11, mixed, 5],
    ['ArrowUp', 2, mixed, 2],
    ['ArrowDown', 14, mixed, 14],
    ['PageDown', 0, mixed, 6],
    ['PageUp', 14, mixed, 5],
    ['Home', 9, mixed, 0],
    ['End', 0, mixed, 14],
    ['x', 3, mixed, undefined],
    ['ArrowRight', 3, { ...tiles, rtl: true }, 2],
    ['ArrowDown', 7, tiles, 9],
    ['ArrowDown', 8, tiles, 8],
    ['PageDown', 1, tiles, 5],
  ];
  for (const [key, cursor, shape, expected] of cases)
    it(`${key} from ${cursor} of ${shape.count}, ${shape.chips} of them chips, leads to ${expected}`, () => {
      assert.equal(galleryTarget(key, cursor, shape), expected);
    });
});
