import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExactSum } from './exact-sum.ts';

for (const [values, sum] of [
  [[], null],
  [[1, 2, -4], -1],
  [[0.1, 0.2], 0.3],
  [[0.3, -0.1, -0.2], 0],
  [[1e21, 0.5, -1e21], 0.5],
  [[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1], 2 ** 54 - 1],
  [[5e-324, 1, -1], 5e-324],
  [[Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE], Number.MAX_VALUE],
  [[Number.MAX_VALUE, Number.MAX_VALUE], null],
] as const) {
  test(`${values.join(' + ')} = ${sum}`, () => {
    const total = new ExactSum();
    for (const value of values) total.add(value);
    assert.equal(total.value, sum);
  });
}
