import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestRepository } from '#server/testing/test-repository.ts';
import { repositoryStatistics } from './statistics.ts';

const server = await openTestRepository();
after(() => server.close());

test('is counted once for all who ask at the same time, and again for who asks later', async () => {
  const { repository } = server;
  const ask = () => repositoryStatistics(repository, 'default');
  const [first, second, other] = await Promise.all([ask(), ask(), repositoryStatistics(repository, 'other')]);
  assert.equal(first, second);
  assert.deepEqual(other.types, []);
  const later = await ask();
  assert.notEqual(later, first);
  assert.deepEqual(later, first);
});
