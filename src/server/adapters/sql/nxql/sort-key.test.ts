import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sortKey } from './sort-key.ts';

const inOrder = (names: readonly string[]): readonly string[] =>
  names.toSorted((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));

test('numbers sort by value, letters without case and accents', () => {
  const names = [
    '',
    '1',
    '2',
    '10',
    '010a',
    'Äpfel',
    'banana',
    'École',
    'ecole 2',
    'école 10',
    'File 2',
    'file10',
    'Zebra',
    '文書',
  ];
  assert.deepEqual(inOrder(names.toReversed()), [
    '',
    '1',
    '2',
    '10',
    '010a',
    'Äpfel',
    'banana',
    'École',
    'ecole 2',
    'école 10',
    'File 2',
    'file10',
    'Zebra',
    '文書',
  ]);
});

test('keys are of bounded length and well formed, whatever the title', () => {
  for (const title of ['9'.repeat(5000), '😀'.repeat(5000), '\ud800', 'a\0b', 'x '.repeat(3000)]) {
    const key = sortKey(title);
    assert.ok([...key].length <= 200);
    assert.ok(key.isWellFormed() && !key.includes('\0'));
  }
});
