import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fieldOf } from './form-field.ts';
import { errorAt, hasErrorWithin, sameValue, unreadableDates } from './form-values.ts';

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

it('finds dates that are none, however deep', () => {
  const date = fieldOf('dc:expired', 'date');
  assert.deepEqual(unreadableDates(date, '12/dd', 'dc:expired'), ['dc:expired']);
  assert.deepEqual(unreadableDates(date, '2030-12-31T00:00:00.000Z', 'dc:expired'), []);
  assert.deepEqual(unreadableDates(date, null, 'dc:expired'), []);
  const records = fieldOf('lease:terms', { type: 'complex[]', fields: { from: 'date', note: 'string' } });
  const value = [{ from: null, note: '12/dd' }, { from: 'soon' }];
  assert.deepEqual(unreadableDates(records, value, 'lease:terms'), ['lease:terms/1/from']);
});
