/** A change that nobody answered waits until somebody does; a refusal is final. */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { waitForAnswer } from './wait-for-answer.ts';

const client = new QueryClient();
// Subscribes it to the state of the connection.
client.mount();
afterEach(() => {
  onlineManager.setOnline(true);
  client.clear();
});

test('the first to find that nobody answers waits, and is sent when somebody does', async () => {
  let calls = 0;
  const paused = Promise.withResolvers<void>();
  const change = new MutationObserver(client, {
    ...waitForAnswer,
    mutationFn: async () => {
      calls += 1;
      if (calls > 1) return 'done';
      // As the connection reports it.
      onlineManager.setOnline(false);
      throw new ApiError({ kind: 'network', message: 'away' });
    },
  });
  change.subscribe(({ isPaused }) => isPaused && paused.resolve());
  const answer = change.mutate();
  await paused.promise;
  assert.equal(calls, 1);
  onlineManager.setOnline(true);
  assert.equal(await answer, 'done');
});

for (const error of [
  new ApiError({ kind: 'http', status: 409, message: 'locked' }),
  // The server may have made the change: the user must look.
  new ApiError({ kind: 'timeout', message: 'late' }),
])
  test(`${error.message} ends it`, async () => {
    let calls = 0;
    const change = new MutationObserver(client, {
      ...waitForAnswer,
      mutationFn: async () => {
        calls += 1;
        throw error;
      },
    });
    await assert.rejects(change.mutate(), error);
    assert.equal(calls, 1);
  });
