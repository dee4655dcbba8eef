import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergedValue } from './merged-value.ts';

test('a value without the term stays', () => {
  for (const value of [undefined, null, 'other', ['other'], 3])
    assert.equal(mergedValue(value, 'a', 'b'), undefined);
});

test('the new term stands where the old one stood, once', () => {
  assert.equal(mergedValue('a', 'a', 'b'), 'b');
  assert.deepEqual(mergedValue(['x', 'a', 'y'], 'a', 'b'), ['x', 'b', 'y']);
  assert.deepEqual(mergedValue(['b', 'a'], 'a', 'b'), ['b']);
});
