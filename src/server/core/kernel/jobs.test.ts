/** The job queue when servers die, on the real store; clock and timers are set by hand. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openTestRepository } from '#server/testing/test-repository.ts';
import { conversionJob, conversionStatus, scheduleConversion } from '../files/conversion-jobs.ts';
import { JobPlaces } from './job-places.ts';
import { type JobHandler, runDueJobs } from './jobs.ts';
import type { Conversion } from './ports.ts';
import type { Job } from './stores.ts';

const plain = await openTestRepository();
const conversion: Conversion = {
  ...plain.repository.ports.conversion,
  find: () => 'any2pdf',
  list: () => [
    {
      name: 'any2pdf',
      sourceMimeTypes: ['text/*'],
      destinationMimeType: 'application/pdf',
      unavailable: undefined,
    },
  ],
  convert: async () => ({
    bytes: new Blob(['made']).stream(),
    name: 'a.pdf',
    mimeType: 'application/pdf',
    encoding: null,
  }),
};
const server = await openTestRepository({ conversion });
after(async () => {
  await server.close();
  await plain.close();
});
const minute = 60_000;
const administrator = 'Administrator';

async function enqueue(kind: string): Promise<string> {
  const id = crypto.randomUUID();
  await server.as(administrator, async (session) => {
    const { jobs } = await session.write();
    await jobs.enqueue({ id, kind, payload: {}, owner: null, runAt: session.now.toISOString() });
  });
  return id;
}

/** Leaves the job as a server does that is killed right after taking it. */
const takeAndDie = (kind: string): Promise<readonly Job[]> =>
  server.as(administrator, async (session) => {
    const { jobs } = await session.write();
    const until = new Date(session.now.getTime() + minute).toISOString();
    const taken: Job[] = [];
    for (const which of await jobs.due([kind]))
      taken.push(...(await jobs.take(which, 'dead', session.now.toISOString(), until, 10)));
    return taken;
  });

const leaseOf = (kind: string): Promise<string | undefined> =>
  server.as(administrator, async (session) => (await session.read.jobs.due([kind]))[0]?.due);

const stateOf = (id: string): Promise<Job | undefined> =>
  server.as(administrator, (session) => session.read.jobs.get(id));

const run = (handler: JobHandler) =>
  runDueJobs(server.repository, new Map([[handler.kind, handler]]), 'living', 10);

test('who has lost a job, or whose job was aborted, changes nothing of it', async () => {
  const id = await enqueue('slow');
  await takeAndDie('slow');
  const lateEnd = () =>
    server.as(administrator, async (session) =>
      (await session.write()).jobs.report(id, { state: 'completed', result: 'late' }, 'dead'),
    );
  server.pass(2 * minute);
  await run({ kind: 'slow', run: async () => 'in time' });
  assert.equal(await lateEnd(), false);
  assert.deepEqual([(await stateOf(id))?.state, (await stateOf(id))?.result], ['completed', 'in time']);
  const aborted = await enqueue('stopped');
  await run({
    kind: 'stopped',
    run: async () => {
      await server.as(administrator, async (session) =>
        (await session.write()).jobs.report(aborted, { state: 'aborted' }),
      );
      return 'late';
    },
  });
  assert.deepEqual([(await stateOf(aborted))?.state, (await stateOf(aborted))?.result], ['aborted', null]);
});

test('what a dead server had begun is taken up when its lease is over', async () => {
  const handler: JobHandler = { kind: 'orphan', run: async () => 'done' };
  const id = await enqueue('orphan');
  assert.equal((await takeAndDie('orphan')).length, 1);
  assert.equal(await run(handler), 0);
  server.pass(minute + 1);
  assert.equal(await run(handler), 1);
  assert.equal((await stateOf(id))?.state, 'completed');
});

test('what ends the server each time is given up', async () => {
  let runs = 0;
  const handler: JobHandler = { kind: 'poison', run: async () => ++runs };
  const id = await enqueue('poison');
  for (let time = 0; time < 3; time += 1) {
    await takeAndDie('poison');
    server.pass(minute + 1);
  }
  await run(handler);
  assert.equal(runs, 0);
  assert.equal((await stateOf(id))?.state, 'failed');
});

test('what takes long stays with the one who does it', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const id = await enqueue('long');
  const taken: number[] = [];
  const handler: JobHandler = {
    kind: 'long',
    run: async () => {
      for (let third = 0; third < 6; third += 1) {
        server.pass(minute / 3);
        context.mock.timers.tick(minute / 3);
        // Renewals are not awaited: a read may come before them.
        const renewed = new Date(server.repository.ports.clock.now().getTime() + minute).toISOString();
        while ((await leaseOf('long')) !== renewed) await setImmediate();
        taken.push((await takeAndDie('long')).length);
      }
      return 'done';
    },
  };
  await run(handler);
  assert.deepEqual(taken, [0, 0, 0, 0, 0, 0]);
  assert.equal((await stateOf(id))?.state, 'completed');
});

test('hundreds of one person keep nobody else waiting, on any of two servers', async () => {
  const kind = 'file';
  const runAt = '2026-01-01T00:00:00.000Z';
  const enqueueFor = (owner: string | null, count: number) =>
    server.as(administrator, async (session) => {
      const { jobs } = await session.write();
      for (let index = 0; index < count; index += 1)
        await jobs.enqueue({ id: crypto.randomUUID(), kind, payload: {}, owner, runAt });
    });
  const begun: (string | null)[] = [];
  const over = Promise.withResolvers<void>();
  let next = Promise.withResolvers<void>();
  const handlers = new Map<string, JobHandler>([
    [
      kind,
      {
        kind,
        run: async (_repository, { owner }) => {
          begun.push(owner);
          if (owner === 'ann') await over.promise;
          else next.resolve();
          return null;
        },
      },
    ],
  ]);
  const places = [new JobPlaces(4), new JobPlaces(4)];
  const takers = (count: number) =>
    places.flatMap((own, index) =>
      Array.from({ length: count }, () =>
        runDueJobs(server.repository, handlers, `server ${index}`, 2, undefined, own),
      ),
    );
  await enqueueFor('ann', 300);
  const ofAnn = takers(3);
  // Her limit on each server: the third job of each finds no room.
  assert.equal((await Promise.all([0, 1].map(() => Promise.race(ofAnn)))).at(0), 0);
  for (const [owner, count] of [
    ['bob', 3],
    [null, 2],
  ] as const) {
    next = Promise.withResolvers();
    await enqueueFor(owner, count);
    await Promise.all(takers(2));
    await next.promise;
  }
  const count = (owner: string | null) => begun.filter((one) => one === owner).length;
  assert.deepEqual([count('ann'), count('bob'), count(null)], [8, 3, 2]);
  over.resolve();
  await Promise.all(ofAnn);
  // With room again, people take turns, although her jobs were queued first.
  await enqueueFor('bob', 1);
  begun.length = 0;
  assert.equal(await runDueJobs(server.repository, handlers, 'server 0', 2, undefined, places[0]), 2);
  assert.deepEqual(begun.toSorted(), ['ann', 'bob']);
});

test('conversions wait in a queue that has an end, and that goes on after a death', async () => {
  const stored = await server.repository.ports.blobs.write(new Blob(['text']).stream());
  const blob = { ...stored, name: 'a.txt', mimeType: 'text/plain', encoding: null };
  const schedule = (person = administrator) =>
    server.as(person, (session) => scheduleConversion(session, blob, { type: 'application/pdf' }, {}));
  const fill = (count: number, owner: string | null) =>
    server.as(administrator, async (session) => {
      const { jobs } = await session.write();
      const job = { kind: 'conversion', payload: {}, owner, runAt: '2100-01-01T00:00:00.000Z' };
      for (let index = 0; index < count; index++) await jobs.enqueue({ ...job, id: crypto.randomUUID() });
    });
  const first = await schedule();
  await fill(249, administrator);
  await assert.rejects(schedule(), { code: 'overloaded' }, 'too many of one person');
  await server.addUser('ann');
  await schedule('ann');
  await fill(749, null);
  await assert.rejects(schedule('ann'), { code: 'overloaded' });
  const statusOf = () => server.as(administrator, (session) => conversionStatus(session, first));
  assert.equal(await statusOf(), 'scheduled');
  await takeAndDie('conversion');
  assert.equal(await statusOf(), 'running');
  server.pass(minute + 1);
  await run(conversionJob);
  assert.equal(await statusOf(), 'completed');
});
