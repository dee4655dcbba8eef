import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText, sceneTimes } from './film-times.ts';

test('a film without a known end has no scenes', () => {
  for (const duration of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    assert.deepEqual(sceneTimes(duration), []);
});

test('scenes lie within the film, few of a short one', () => {
  assert.deepEqual(sceneTimes(2), [0.5, 1.5]);
  const long = sceneTimes(7200);
  assert.equal(long.length, 12);
  assert.ok(long.every((time) => time > 0 && time < 7200));
});

test('times are written as on a clock', () => {
  assert.deepEqual([0.9, 67, 3723].map(clockText), ['0:00', '1:07', '1:02:03']);
});
