/** A large tree is removed in two steps: after the first one it cannot be found in any way. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject } from '#wire/json.ts';
import { checkRepository } from '../consistency/check-repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Stores } from '../kernel/stores.ts';

// More than two documents count as a large tree here.
const server = await startTestServer([], undefined, { removedAtOnce: 2 });
const { ask, repository } = server;
await addUser(server, 'ada', 'members');
const workspaces = '/default-domain/workspaces';
for (const path of [workspaces, '/default-domain/sections'])
  await operate(path, 'Document.AddPermission', { users: 'members', permission: 'Everything' }, null);

async function operate(path: string, name: string, params: object, as: string | null = 'ada') {
  const address = path.startsWith('/') ? `/path${path}` : `/id/${path}`;
  const answer = await ask(`${address}/@op/${name}`, { json: { params }, ...(as === null ? {} : { as }) });
  assert.ok(answer.status < 300, `${name}: ${answer.status} ${answer.text}`);
  return answer;
}

const file = (parent: string, name: string) =>
  addDocument(server, parent, 'File', name, {
    'dc:title': name,
    'file:content': { name: 'a.txt', 'mime-type': 'text/plain', data: `dugong of ${name}` },
  });

/** `wide/middle/low/file`: a tree that is large only by its depth. */
async function plant(name: string) {
  const top = await addDocument(server, workspaces, 'Folder', name);
  const middle = await addDocument(server, `${workspaces}/${name}`, 'Folder', 'middle');
  const low = await addDocument(server, `${workspaces}/${name}/middle`, 'Folder', 'low');
  return { top, middle, low, file: await file(`${workspaces}/${name}/middle/low`, `${name} file`) };
}

const remove = (id: string) => ask(`/id/${id}`, { as: 'ada', method: 'DELETE' });

async function found(query: string, as = 'Administrator'): Promise<readonly string[]> {
  const { body, text } = await ask(`/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`, { as });
  assert.ok(Array.isArray(body.entries), text);
  assert.equal(body.resultsCount, body.entries.length);
  return body.entries.filter(isJsonObject).map(({ uid }) => String(uid));
}

async function check(mends = false): Promise<readonly (string | boolean)[]> {
  const all: (string | boolean)[] = [];
  for await (const one of checkRepository(repository, 'default', mends))
    if (one !== 'looked') all.push(one.kind, one.document, one.isMended);
  return all;
}

function stored<T>(act: (stores: Stores) => Promise<T>): Promise<T> {
  return inSession(repository, { principals: systemPrincipals }, async (session) =>
    act(await session.write()),
  );
}

const bytesOf = async (id: string): Promise<number> => {
  const { body } = await ask(`/id/${id}`, { headers: { 'enrichers-document': 'quota' } });
  const { contextParameters: context } = body;
  return isJsonObject(context) && isJsonObject(context.quota) ? Number(context.quota.totalSize) : Number.NaN;
};

test('what must be kept, is shown elsewhere or is not the caller’s keeps all that is around it', async () => {
  const { top, low, file: id } = await plant('kept');
  const section = await addDocument(server, '/default-domain/sections', 'Section', 'shows');
  const target = { 'Destination Path': '/default-domain/sections/shows' };
  const { body: proxy } = await operate(id, 'Document.CreateLiveProxy', target, null);
  const shown = await remove(top);
  assert.equal(shown.status, 409);
  assert.match(shown.text, new RegExp(`${id} is the target of proxy ${String(proxy.uid)}`));
  await operate(section, 'Document.BlockPermissionInheritance', { acl: 'local' }, null);
  const hidden = await remove(top);
  assert.equal(hidden.status, 409);
  assert.ok(!hidden.text.includes(String(proxy.uid)), 'a proxy that one may not read is not named');
  assert.equal((await ask(`/id/${section}`, { method: 'DELETE' })).status, 204);
  await operate(id, 'Document.MakeRecord', {}, null);
  await operate(id, 'Document.SetRetention', { until: '2999-01-01T00:00:00Z' }, null);
  assert.match((await remove(top)).text, /under retention or legal hold/);
  const { low: blocked, top: around } = await plant('blocked');
  await operate(blocked, 'Document.BlockPermissionInheritance', { acl: 'local' }, null);
  const refused = await remove(around);
  assert.equal(refused.status, 403);
  assert.match(refused.text, /Cannot remove descendant,/);
  assert.ok(!refused.text.includes(blocked), 'nor what below one may not read');
  for (const each of [top, low, id, around]) assert.equal((await ask(`/id/${each}`)).status, 200);
  assert.equal(await stored(({ documents }) => documents.hasSlices()), false);
});

test('nobody finds what is removed, its name is free, and what lay around it is as if it had been small', async () => {
  const { top, middle, low, file: id } = await plant('large');
  const path = `${workspaces}/large`;
  const outside = await file(workspaces, 'outside');
  const own = await addDocument(server, path, 'Collection', 'own');
  const other = await addDocument(server, workspaces, 'Collection', 'other');
  await operate(outside, 'Document.AddToCollection', { collection: own });
  for (const member of [id, outside])
    await operate(member, 'Document.AddToCollection', { collection: other });
  await addDocument(server, '/default-domain/sections', 'Section', 'publishes');
  const { body: published } = await operate(id, 'Document.PublishToSection', {
    target: '/default-domain/sections/publishes',
  });
  const { body: unseen } = await operate(outside, 'Document.PublishToSection', { target: low });
  const flow = {
    'entity-type': 'workflow',
    workflowModelName: 'SerialDocumentReview',
    attachedDocumentIds: [low],
  };
  const { body: workflow } = await ask('/workflow', { as: 'ada', json: flow });
  const comment = { 'entity-type': 'comment', parentId: id, text: 'manatee' };
  const { body: made } = await ask(`/id/${id}/@comment`, { as: 'ada', json: comment });
  await operate(middle, 'Document.Lock', {});
  await server.runJobs();
  await operate(workspaces, 'Quotas.SetMaxSize', { targetSize: 1_000_000 }, null);
  const [home = ''] = await found(`SELECT * FROM WorkspaceRoot WHERE ecm:path = '${workspaces}'`);
  const before = await bytesOf(home);
  const [version = ''] = await found(
    `SELECT * FROM Document WHERE ecm:isVersion = 1 AND ecm:versionVersionableId = '${id}'`,
  );

  assert.equal((await remove(top)).status, 204);
  assert.equal((await remove(top)).status, 404);
  assert.equal(await stored(({ documents }) => documents.hasSlices()), true);

  const seesNothing = async (): Promise<void> => {
    for (const as of ['ada', 'Administrator']) {
      for (const gone of [
        top,
        middle,
        low,
        id,
        own,
        String(unseen.uid),
        String(made.id),
        String(workflow.id),
      ])
        assert.equal((await ask(`/id/${gone}`, { as })).status, 404, gone);
      assert.equal((await ask(`/path${path}/middle/low/large file`, { as })).status, 404);
      assert.equal((await ask(`/id/${low}/@children`, { as })).status, 404);
      for (const condition of [
        `ecm:parentId = '${low}'`,
        `ecm:parentId = '${low}' AND ecm:isTrashed = 0`,
        `ecm:ancestorId = '${top}'`,
        `ecm:path STARTSWITH '${path}'`,
        `dc:title = 'large file' AND ecm:isProxy = 0 AND ecm:isVersion = 0`,
        `ecm:lockOwner = 'ada'`,
        `ecm:uuid IN ('${middle}', '${low}')`,
        `ecm:fulltext = 'manatee'`,
        `ecm:fulltext = 'dugong' AND ecm:path STARTSWITH '${path}'`,
        `ecm:fulltext = 'dugong large' AND ecm:isProxy = 0 AND ecm:isVersion = 0`,
      ])
        assert.deepEqual(await found(`SELECT * FROM Document WHERE ${condition}`, as), [], condition);
      const tasks = (await ask('/task', { as })).body.entries;
      assert.deepEqual(tasks, []);
    }
    const counted = await ask(
      `/search/lang/NXQL/execute?query=${encodeURIComponent("SELECT COUNT(ecm:uuid) FROM Folder WHERE dc:title = 'middle'")}`,
    );
    assert.doesNotMatch(counted.text, new RegExp(middle));
    const { body: members } = await ask(`/id/${other}`, { headers: { properties: '*' } });
    assert.ok(isJsonObject(members.properties));
    assert.deepEqual(members.properties['collection:documentIds'], [outside]);
    const { body: member } = await ask(`/id/${outside}`, { headers: { properties: '*' } });
    assert.ok(isJsonObject(member.properties));
    assert.deepEqual(member.properties['collectionMember:collectionIds'], [other]);
    const { body: proxy } = await ask(`/id/${String(published.uid)}`, { as: 'ada' });
    assert.equal(proxy.title, 'large file');
    assert.deepEqual(await check(), []);
  };
  await seesNothing();
  assert.equal(await bytesOf(home), before - 2 * 'dugong of large file'.length);

  const again = await plant('large');
  assert.equal((await ask(`/path${path}/middle/low/large file`, { as: 'ada' })).body.uid, again.file);
  assert.deepEqual(await check(), []);
  assert.equal((await remove(again.top)).status, 204);

  // The server is killed after the first slices.
  for (const most of [1, 2]) await stored(({ documents }) => documents.removeSlice(most));
  await seesNothing();
  await server.runJobs();
  assert.equal(await stored(({ documents }) => documents.hasSlices()), false);
  await seesNothing();
  for (const each of [version, outside]) assert.equal((await ask(`/id/${each}`)).status, 200);
});

test('what a job left behind is found, and taken away', async () => {
  const { top, middle } = await plant('left');
  assert.equal((await remove(top)).status, 204);
  const waiting = await stored(({ jobs }) => jobs.latest('scheduled', 100));
  const job = waiting.find((one) => one.kind === 'removal');
  await stored(({ jobs }) => jobs.giveUp(job?.id ?? ''));
  const [kind, document] = await check();
  assert.equal(kind, 'removal');
  assert.notEqual(document, top);
  assert.deepEqual((await check(true)).slice(2), [true]);
  assert.deepEqual(await check(), []);
  await server.runJobs();
  assert.equal(await stored(({ documents }) => documents.hasSlices()), false);
  assert.equal((await ask(`/id/${middle}`)).status, 404);
});
