import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, sizeInUnit } from './quota-size.ts';

test('nothing, less than a byte, and more than can be counted are no limits', () => {
  for (const amount of [null, 0, -2, 1e-13, 1e9]) assert.equal(bytesOf(amount, 'TB'), null, String(amount));
});

test('what is written is what is kept, and comes back as it was written', () => {
  for (const [amount, unit] of [
    [2.5, 'GB'],
    [312, 'MB'],
    [0.25, 'MB'],
    [1, 'TB'],
  ] as const) {
    assert.deepEqual(sizeInUnit(bytesOf(amount, unit)), { amount, unit });
  }
  assert.deepEqual(sizeInUnit(null), { amount: null, unit: 'GB' });
});
