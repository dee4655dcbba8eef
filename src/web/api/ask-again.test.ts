/** Changes refresh the queries they touched, and no others, also if the server refuses them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { askAgain } from './ask-again.ts';

const client = new QueryClient();

function isStale(...key: readonly string[]): boolean | undefined {
  return client.getQueryState(key)?.isInvalidated;
}

function change(mutationFn: () => Promise<void>): Promise<void> {
  return new MutationObserver(client, { mutationFn, onSettled: askAgain(['hooks'], ['rules']) }).mutate(
    undefined,
  );
}

test('what was touched is asked for again, whatever became of the change', async () => {
  const known = [['hooks'], ['hooks', '1'], ['rules'], ['people']];
  const refused = () => Promise.reject(new Error('refused'));
  for (const mutationFn of [refused, () => Promise.resolve()]) {
    for (const key of known) client.setQueryData(key, 'read');
    await change(mutationFn).catch(() => undefined);
    assert.deepEqual(
      known.map((key) => isStale(...key)),
      [true, true, true, false],
    );
  }
});
