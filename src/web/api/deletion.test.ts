/** How a deletion treats the queries of its page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { deletionAmong } from './deletion.ts';

test('nothing asks for what is being deleted, nor for what is gone', async () => {
  const client = new QueryClient();
  const requests: string[] = [];
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const watch = (...queryKey: readonly string[]) => {
    const queryFn = async ({ signal }: { readonly signal: AbortSignal }) => {
      requests.push(queryKey.join(' '));
      await turn();
      signal.throwIfAborted();
      return 'read';
    };
    return new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => {});
  };
  const ends = [watch('people', 'ada'), watch('people', 'ada', 'account'), watch('people', 'bob')];
  const underWay = () => client.isFetching({ queryKey: ['people', 'ada'] });
  const remove = (answer: () => Promise<void>) => {
    const mutationFn = async (_id: string) => {
      assert.equal(underWay(), 0);
      while (client.isFetching() > 0) await turn();
      requests.length = 0;
      await answer();
    };
    const deletion = deletionAmong(['people'], (id) => ['people', id]);
    return new MutationObserver(client, { mutationFn, ...deletion }).mutate('ada');
  };

  assert.equal(underWay(), 2);
  await assert.rejects(remove(() => Promise.reject(new Error('refused'))));
  assert.deepEqual(requests, ['people ada', 'people ada account', 'people bob']);
  assert.equal(client.getQueryData(['people', 'ada', 'account']), 'read');

  await remove(() => Promise.resolve());
  assert.deepEqual(requests, ['people bob']);
  assert.equal(client.getQueryState(['people', 'ada', 'account'])?.isInvalidated, true);
  for (const end of ends) end();
});
