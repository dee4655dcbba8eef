import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText } from './clock-text.ts';

test('times are written as on a clock', () => {
  assert.deepEqual([0.9, 67, 3723].map(clockText), ['0:00', '1:07', '1:02:03']);
});
