import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageNumbers } from './page-numbers.ts';

test('what is no list of pages, or beyond the last, is refused', () => {
  for (const text of ['', 'all', '0', '3-2', '1-', '1,,2', '13', '1-13', '-1', '99999999'])
    assert.equal(pageNumbers(text, 12), null, text);
});

test('pages come once and in order, however they are written', () => {
  assert.deepEqual(pageNumbers('1-3, 7', 12), [0, 1, 2, 6]);
  assert.deepEqual(pageNumbers(' 7 ; 2–3,3 ', 12), [1, 2, 6]);
  assert.deepEqual(pageNumbers('12', 12), [11]);
  assert.deepEqual(pageNumbers('١-٣، ٧', 12), [0, 1, 2, 6]);
  assert.deepEqual(pageNumbers('１－３，７', 12), [0, 1, 2, 6]);
});
