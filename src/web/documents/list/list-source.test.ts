import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { containing, folderSource, pagesBetween, placeOfRow } from './list-source.ts';

const shape = { filter: '', sort: [], view: {} };

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
  assert.deepEqual(placeOfRow(2, [3, 5]), { section: 0, row: 2 });
  assert.deepEqual(placeOfRow(3, [3, 5]), { section: 1, row: 0 });
  assert.equal(placeOfRow(8, [3, 5]), undefined);
});

it('takes the signs of patterns as they are', () => {
  assert.equal(containing('50%_a\\b'), '%50\\%\\_a\\\\b%');
});

it('keeps typed words out of the query text', () => {
  const source = folderSource('folder-1', { ...shape, filter: "x' OR 1=1 --" });
  for (const { query, params } of source.sections) {
    assert.ok(!query.includes('OR 1=1'));
    assert.deepEqual(params, ['folder-1', "%x' OR 1=1 --%"]);
  }
});
