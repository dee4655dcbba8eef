import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedBy } from './kept-rows.ts';

const seen = ['c', 'd', 'e'].map((id, index) => ({ id, index: index + 2 }));
const within = (ids: string) => (id: string) => {
  const index = ids.indexOf(id);
  return index === -1 ? undefined : index;
};

test('rows that come or go above move what is on screen', () => {
  assert.equal(movedBy(seen, within('abcdef')), 0);
  assert.equal(movedBy(seen, within('xyabcdef')), 2);
  assert.equal(movedBy(seen, within('bcdef')), -1);
});

test('a row that went elsewhere, or is gone, takes nobody along', () => {
  assert.equal(movedBy(seen, within('cabxyzde')), 3);
  assert.equal(movedBy(seen, within('abdefc')), -1);
  assert.equal(movedBy(seen, within('xyz')), undefined);
  assert.equal(movedBy([], within('abc')), 0);
});
