/** Jobs and periodic tasks of a running server. A test that waited for the slow look at the queue would time out. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { type Background, startBackground } from './background.ts';
import type { Job } from './core/kernel/stores.ts';

let server: TestRepository;
let background: Background;
const ran: string[] = [];
let next: PromiseWithResolvers<Job> = Promise.withResolvers();

before(async () => {
  server = await openTestRepository();
  const run = async (_repository: unknown, job: Job) => {
    ran.push(job.id);
    next.resolve(job);
    return {};
  };
  background = startBackground(server.repository, [{ kind: 'test', run }], []);
});
after(async () => {
  await background.stop();
  await server.close();
});

const queue = (id: string): Promise<void> =>
  server.as('Administrator', async (session) => {
    const { jobs } = await session.write();
    await jobs.enqueue({ id, kind: 'test', payload: {}, owner: null, runAt: session.now.toISOString() });
  });

test('a queued job wakes its worker', { timeout: 9_000 }, async () => {
  for (const id of ['one', 'two', 'three']) {
    next = Promise.withResolvers();
    await queue(id);
    assert.equal((await next.promise).id, id);
  }
  assert.deepEqual(ran, ['one', 'two', 'three']);
});

test('files that take long keep no other work waiting', { timeout: 9_000 }, async () => {
  const endOfFiles = Promise.withResolvers<void>();
  const began = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  let files = 0;
  const other = startBackground(
    server.repository,
    [
      {
        kind: 'file',
        readsFiles: true,
        run: async () => {
          files += 1;
          if (files === 8) began.resolve();
          await endOfFiles.promise;
          return {};
        },
      },
      {
        kind: 'letter',
        run: async () => {
          done.resolve();
          return {};
        },
      },
    ],
    [],
  );
  await server.as('Administrator', async (session) => {
    const { jobs } = await session.write();
    const job = { payload: {}, owner: null, runAt: session.now.toISOString() };
    for (let index = 0; index < 20; index++)
      await jobs.enqueue({ ...job, id: `file ${index}`, kind: 'file' });
  });
  await began.promise;
  await server.as('Administrator', async (session) => {
    const { jobs } = await session.write();
    await jobs.enqueue({
      id: 'letter',
      kind: 'letter',
      payload: {},
      owner: null,
      runAt: session.now.toISOString(),
    });
  });
  await done.promise;
  endOfFiles.resolve();
  await other.stop();
});

test('a unit that is taken back wakes nobody, and queues nothing', async () => {
  let woken = 0;
  const deafen = server.repository.ports.store.onJobs(() => {
    woken += 1;
  });
  const unit = server.repository.ports.store.begin();
  const { jobs } = await unit.writer();
  await jobs.enqueue({
    id: 'four',
    kind: 'test',
    payload: {},
    owner: null,
    runAt: '2026-01-01T00:00:00.000Z',
  });
  await unit.rollback();
  assert.equal(woken, 0);
  assert.equal(await server.repository.ports.store.begin().stores.jobs.get('four'), undefined);
  deafen();
});
