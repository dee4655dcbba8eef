import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pagesBetween, positionOfRow } from './row-source.ts';

describe('pagesBetween', () => {
  it('asks for the pages of both sections where the range crosses the border', () => {
    assert.deepEqual(pagesBetween(95, 130, [110, 500], 100), [
      { section: 0, page: 0 },
      { section: 0, page: 1 },
      { section: 1, page: 0 },
    ]);
  });
  it('asks for one page at the end of a long list', () => {
    assert.deepEqual(pagesBetween(99_970, 99_999, [0, 100_000], 100), [{ section: 1, page: 999 }]);
  });
  it('asks for nothing of empty sections', () => {
    assert.deepEqual(pagesBetween(0, 30, [0, 0], 100), []);
  });
});

it('finds a row in the section that holds it', () => {
  assert.deepEqual(positionOfRow(2, [3, 5]), { section: 0, row: 2 });
  assert.deepEqual(positionOfRow(3, [3, 5]), { section: 1, row: 0 });
  assert.equal(positionOfRow(8, [3, 5]), undefined);
});
