/** The job queue, servers and statistics for administrators, and what they can do with jobs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runDueJobs } from '#server/core/kernel/jobs.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { announceServer, forgetServer } from '#server/core/servers/servers.ts';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
const { repository } = server;

const jobs = async (state: string) =>
  JSON.parse((await server.ask(`/management/jobs/list?state=${state}`)).text);

async function enqueue(id: string): Promise<void> {
  const runAt = repository.ports.clock.now().toISOString();
  await inSession(repository, { principals: systemPrincipals }, async (session) =>
    (await session.write()).jobs.enqueue({ id, kind: 'welding', payload: {}, owner: 'leela', runAt }),
  );
}

/** Runs the job, which fails at every attempt or succeeds. */
async function weld(fails: boolean): Promise<void> {
  const handler = {
    kind: 'welding',
    attempts: 1,
    run: async () => {
      if (fails) throw new Error('No rods left');
      return 'welded';
    },
  };
  await runDueJobs(repository, new Map([['welding', handler]]), 'welder', 10);
}

test('all of it is for administrators', async () => {
  const all = [
    ['GET', 'jobs/list'],
    ['POST', 'jobs/x/again'],
    ['DELETE', 'jobs/x'],
    ['GET', 'statistics'],
    ['GET', 'servers'],
  ] as const;
  for (const [method, path] of all)
    assert.equal((await server.ask(`/management/${path}`, { method, as: 'leela' })).status, 403, path);
});

test('a job that failed says why, and is tried again when it is asked to', async () => {
  await server.runJobs();
  assert.equal((await server.ask('/management/jobs/list?state=lost')).status, 400);
  assert.equal((await server.ask('/management/jobs/none/again', { method: 'POST' })).status, 404);
  await enqueue('j-1');
  const again = () => server.ask('/management/jobs/j-1/again', { method: 'POST' });
  assert.equal((await again()).status, 409, 'it waits');
  await weld(true);
  const [failed] = await jobs('failed');
  assert.deepEqual(
    [failed.id, failed.kind, failed.owner, failed.attempts, failed.message],
    ['j-1', 'welding', 'leela', 1, 'No rods left'],
  );
  const answers = await Promise.all(Array.from({ length: 8 }, again));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(7).fill(409)]);
  await weld(false);
  assert.equal((await jobs('completed')).find((job: { id: string }) => job.id === 'j-1').attempts, 1);
  assert.deepEqual(await jobs('failed'), []);
});

test('a job that waits is given up, and one that is over is not', async () => {
  await enqueue('j-2');
  const giveUp = () => server.ask('/management/jobs/j-2', { method: 'DELETE' });
  assert.equal((await giveUp()).body.state, 'aborted');
  assert.equal((await giveUp()).status, 409);
  await weld(false);
  assert.deepEqual(
    (await jobs('aborted')).map((job: { id: string }) => job.id),
    ['j-2'],
  );
});

test('what the repository holds is counted by state, type, person and month', async () => {
  const before = (await server.ask('/management/statistics')).body;
  await addDocument(server, '/default-domain/workspaces', 'Note', 'minutes', {});
  await addDocument(server, '/default-domain/workspaces', 'Note', 'sketch', {});
  await server.ask('/automation/Document.Trash', {
    json: { input: 'doc:/default-domain/workspaces/sketch', params: {} },
  });
  const after = (await server.ask('/management/statistics')).body;
  const count = (statistics: typeof after, kind: string, name: string): number => {
    const found: unknown = statistics[kind];
    const all: { name: string; documents: number }[] = Array.isArray(found) ? found : [];
    return all.find((one) => one.name === name)?.documents ?? 0;
  };
  const month = repository.ports.clock.now().toISOString().slice(0, 7);
  const grown = (kind: string, name: string) => count(after, kind, name) - count(before, kind, name);
  assert.deepEqual(
    [
      grown('states', 'live'),
      grown('states', 'trash'),
      grown('types', 'Note'),
      grown('people', 'Administrator'),
      grown('months', month),
    ],
    [1, 1, 2, 2, 2],
  );
});

test('servers are listed as each last said it is, until they stop', async () => {
  const state = {
    id: 's-1',
    host: 'ship',
    process: 7,
    startedAt: '2026-01-01T00:00:00.000Z',
    memoryBytes: 9,
  };
  const list = async () => JSON.parse((await server.ask('/management/servers')).text);
  await announceServer(repository, { ...state, parts: { database: true, disk: true } });
  await announceServer(repository, { ...state, parts: { database: true, disk: false } });
  await announceServer(repository, { ...state, id: 's-2', parts: {} });
  const [first, second] = await list();
  assert.deepEqual(
    [first.id, first.host, first.parts, second.id],
    ['s-1', 'ship', { database: true, disk: false }, 's-2'],
  );
  await forgetServer(repository, 's-2');
  assert.deepEqual((await list()).length, 1);
});
