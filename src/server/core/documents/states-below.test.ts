/** Documents in a folder follow its transition after an interruption too, and several transitions in their order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTwoTestServers } from '#server/testing/test-server.ts';
import { isJsonObject, type Json } from '#wire/json.ts';
import type { Ending } from '../kernel/budget.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import { statesBelowKind } from './lifecycle.ts';
import { statesBelowJob } from './states-below.ts';

const servers = await startTwoTestServers();
const [server, other] = servers;
const { ask, repository } = server;
await addUser(server, 'ada', 'members');
const workspaces = '/default-domain/workspaces';
await ask('/path/default-domain/workspaces/@op/Document.AddPermission', {
  json: { params: { username: 'ada', permission: 'Everything' } },
});

/** A folder in a folder, with more documents than one portion, and one document beside them. */
async function plant(name: string): Promise<string> {
  const top = await addDocument(server, workspaces, 'Folder', name);
  await addDocument(server, `${workspaces}/${name}`, 'Folder', 'inner');
  for (let each = 0; each < 60; each++)
    await addDocument(server, `${workspaces}/${name}/inner`, 'File', `file ${each}`);
  await addDocument(server, `${workspaces}/${name}`, 'File', 'beside');
  return top;
}

const follow = (id: string, value: string, at = server) =>
  at.ask('/automation/Document.FollowLifecycleTransition', {
    as: 'ada',
    json: { input: id, params: { value } },
  });

async function countBelow(id: string): Promise<Readonly<Record<string, number>>> {
  const query = `SELECT * FROM Document WHERE ecm:ancestorId = '${id}'`;
  const { body } = await ask(`/search/lang/NXQL/execute?pageSize=100&query=${encodeURIComponent(query)}`, {
    headers: { properties: 'dublincore' },
  });
  const entries: readonly Json[] = Array.isArray(body.entries) ? body.entries : [];
  const states = Map.groupBy(entries.filter(isJsonObject), ({ state }) => String(state));
  return Object.fromEntries([...states].map(([state, all]) => [state, all.length]));
}

async function runQueued(ending: Ending): Promise<void> {
  const jobs = await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { jobs: queue } = await session.write();
    const now = repository.ports.clock.now().toISOString();
    const [due] = await queue.due([statesBelowKind]);
    assert.ok(due);
    // Its lease ends at once: another server takes it, as after a kill.
    return queue.take(due, 'killed', now, now, 10);
  });
  for (const job of jobs) await statesBelowJob.run(repository, job, ending);
}

test('work that was cut off is done to its end by whoever takes it up', async () => {
  const top = await plant('cut');
  assert.equal((await follow(top, 'approve')).status, 200);
  let reads = 0;
  const ending = {
    get aborted() {
      return reads++ > 0;
    },
  };
  await assert.rejects(runQueued(ending), /The server stops/);
  assert.deepEqual(await countBelow(top), { approved: 50, project: 12 });
  await server.runJobs();
  assert.deepEqual(await countBelow(top), { approved: 62 });
  const { body } = await ask(`/path${workspaces}/cut/inner/file 59`, {
    headers: { properties: 'dublincore' },
  });
  assert.ok(isJsonObject(body.properties));
  assert.equal(body.properties['dc:lastContributor'], 'ada');
});

test('what somebody changed since the work was cut off is not changed again', async () => {
  const top = await plant('changed');
  assert.equal((await follow(top, 'approve')).status, 200);
  let reads = 0;
  const ending = {
    get aborted() {
      return reads++ > 0;
    },
  };
  await assert.rejects(runQueued(ending), /The server stops/);
  const { body } = await ask(`/path${workspaces}/changed/inner/file 59`);
  assert.equal((await follow(String(body.uid), 'backToProject')).status, 200);
  await server.runJobs();
  assert.deepEqual(await countBelow(top), { approved: 61, project: 1 });
});

test('what follows several changes of a folder follows them in their order, on two servers', async () => {
  const top = await plant('back');
  const transitions = ['approve', 'backToProject', 'obsolete', 'backToProject', 'approve'];
  for (const [turn, transition] of transitions.entries())
    assert.equal((await follow(top, transition, servers[turn % 2])).status, 200);
  await Promise.all([server.runJobs(), other.runJobs()]);
  // A server skips a job when another server has the one before it.
  await server.runJobs();
  await other.runJobs();
  assert.deepEqual(await countBelow(top), { approved: 62 });
});

test('a folder in a folder waits for what follows the outer one', async () => {
  const top = await plant('outer');
  const { body } = await ask(`/path${workspaces}/outer/inner`);
  assert.equal((await follow(top, 'approve')).status, 200);
  const [answer] = await Promise.all([follow(String(body.uid), 'backToProject', other), server.runJobs()]);
  assert.equal(answer.status, 200, answer.text);
  await server.runJobs();
  assert.deepEqual(await countBelow(top), { approved: 1, project: 61 });
});
