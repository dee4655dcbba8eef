import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseWhenLong } from './turns.ts';

test('who has worked for long lets others have their turn, and who has not goes on', async () => {
  await new Promise((resolve) => setImmediate(resolve));
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  const now = performance.now();
  assert.equal(pauseWhenLong(now), undefined);
  assert.equal(pauseWhenLong(now + 10), undefined);
  await pauseWhenLong(now + 20);
  order.push('own');
  assert.deepEqual(order, ['other', 'own']);
  assert.equal(pauseWhenLong(now + 40), undefined);
});
