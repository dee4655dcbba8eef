import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { sweepBlobs } from './files/blobs.ts';

const day = 86_400_000;

let server: TestRepository;
before(async () => {
  server = await openTestRepository();
  await server.addUser('fry');
});
after(() => server.close());

test('bytes that a job waits for stay, and go with the job', async () => {
  const { blobs } = server.repository.ports;
  const bytes = async function* (text: string) {
    yield new TextEncoder().encode(text);
  };
  const waited = await blobs.write(bytes('for a job'));
  const unused = await blobs.write(bytes('for nobody'));
  await server.as('fry', async (session) => {
    const { jobs } = await session.write();
    const payload = { file: { key: waited.key } };
    await jobs.enqueue({ id: 'one', kind: 'test', payload, owner: null, runAt: '2999' });
  });
  // The clock of the files is the machine's.
  server.pass(Date.now() - server.repository.ports.clock.now().getTime() + 2 * day);
  assert.equal(await sweepBlobs(server.repository), 1);
  assert.ok(await blobs.open(waited.key));
  assert.equal(await blobs.open(unused.key), undefined);
  await server.as('fry', async (session) => {
    const { jobs } = await session.write();
    await jobs.report('one', { state: 'aborted' });
  });
  assert.equal(await sweepBlobs(server.repository), 1);
  assert.equal(await blobs.open(waited.key), undefined);
});
