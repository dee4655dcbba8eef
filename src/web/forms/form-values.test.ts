import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sameValue } from '#web/api/same-value.ts';
import { errorAt, hasErrorWithin } from './form-values.ts';

it('holds all ways of being empty equal, and nothing else', () => {
  assert.ok(sameValue(null, ''));
  assert.ok(sameValue(undefined, []));
  assert.ok(!sameValue(0, null));
  assert.ok(!sameValue(false, null));
});

it('compares lists in order and objects by key', () => {
  assert.ok(sameValue(['a', 'b'], ['a', 'b']));
  assert.ok(!sameValue(['a', 'b'], ['b', 'a']));
  assert.ok(sameValue({ a: 1, b: null }, { a: 1 }));
  assert.ok(!sameValue({ a: [{ b: 1 }] }, { a: [{ b: 2 }] }));
});

it('finds messages at a place and within it', () => {
  const errors = new Map([['files:files/0/file', ['Too big.', 'Wrong kind.']]]);
  assert.equal(errorAt(errors, 'files:files/0/file'), 'Too big. Wrong kind.');
  assert.equal(errorAt(errors, 'files:files'), undefined);
  assert.ok(hasErrorWithin(errors, 'files:files'));
  assert.ok(!hasErrorWithin(errors, 'files:file'));
});
