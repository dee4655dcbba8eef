import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sceneTimes } from './film-times.ts';

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
