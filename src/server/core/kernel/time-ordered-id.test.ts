import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTimeOrdered, timeOrderedId } from './time-ordered-id.ts';

test('an id is a UUID of version 7, and sorts behind those of earlier milliseconds', (context) => {
  context.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) });
  const early = [timeOrderedId(), timeOrderedId()];
  context.mock.timers.tick(1);
  const late = timeOrderedId();
  for (const id of [...early, late])
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.notEqual(early[0], early[1]);
  assert.ok(early.every((id) => id < late));
  assert.deepEqual([late, crypto.randomUUID()].map(isTimeOrdered), [true, false]);
});
