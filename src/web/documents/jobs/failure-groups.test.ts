import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureGroups } from './failure-groups.ts';

test('each reason once, the commonest first, with its documents in their order', () => {
  const failures = [
    { uid: 'a', message: 'locked' },
    { uid: 'b', message: 'forbidden' },
    { uid: 'c', message: 'forbidden' },
  ];
  assert.deepEqual(failureGroups(failures), [
    { reason: 'forbidden', uids: ['b', 'c'] },
    { reason: 'locked', uids: ['a'] },
  ]);
  assert.deepEqual(failureGroups([]), []);
});
