import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { takeLease } from './leases.ts';

let server: TestRepository;
before(async () => {
  server = await openTestRepository();
});
after(() => server.close());

const take = (holder: string, name = 'sweep'): Promise<number> =>
  takeLease(server.repository, name, holder, 1_000);

test('of many that ask at once one has the lease, until it is over', async () => {
  const holders = Array.from({ length: 10 }, (_, index) => `server ${index}`);
  const waits = await Promise.all(holders.map((holder) => take(holder)));
  assert.equal(waits.filter((wait) => wait === 0).length, 1);
  const owner = holders[waits.indexOf(0)] ?? '';
  server.pass(600);
  assert.equal(await take('another'), 400);
  assert.equal(await take('another', 'another work'), 0);
  assert.equal(await take(owner), 0, 'renewed');
  server.pass(600);
  assert.equal(await take('another'), 400);
  server.pass(400);
  assert.equal(await take('another'), 0);
  assert.equal(await take(owner), 1_000);
});
