import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseWhenLong } from './turns.ts';

test('who has worked for long lets others have their turn, and who has not goes on', async () => {
  await new Promise((resolve) => setImmediate(resolve));
  const order: string[] = [];
  setImmediate(() => order.push('other'));
  // The turn began a second ago; the next one begins when it does.
  const now = performance.now() - 1_000;
  assert.equal(pauseWhenLong(now), undefined);
  assert.equal(pauseWhenLong(now + 10), undefined);
  await pauseWhenLong(now + 20);
  order.push('own');
  assert.deepEqual(order, ['other', 'own']);
  assert.equal(pauseWhenLong(now + 40), undefined);
});

test('of those that wait for the same turn, who comes after one that works for long waits for the next', async () => {
  await new Promise((resolve) => setImmediate(resolve));
  const order: string[] = [];
  const later = performance.now() + 20;
  assert.equal(pauseWhenLong(), undefined);
  const worksForLong = async (): Promise<void> => {
    await pauseWhenLong(later);
    setImmediate(() => order.push('other'));
    for (const end = performance.now() + 20; performance.now() < end; );
    order.push('one');
  };
  const comesAfter = async (): Promise<void> => {
    await pauseWhenLong(later);
    order.push('next');
  };
  await Promise.all([worksForLong(), comesAfter()]);
  assert.deepEqual(order, ['one', 'other', 'next']);
});
