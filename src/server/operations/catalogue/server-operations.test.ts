/** Operations on the server, over HTTP: who may run them, then what they do. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject } from '#wire/json.ts';

const config = await mkdtemp(join(tmpdir(), 'muniment-server-operations-'));
after(() => rm(config, { recursive: true }));
await writeFile(
  join(config, 'own.yaml'),
  `schemas:
  own: { prefix: own, fields: { mail: { type: string, constraints: { pattern: '.+@.+\\..+' } } } }
types:
  OwnFile: { extends: File, schemas: [own] }
operations:
  Own.Attributed:
    input: document
    output: document
    params: { who: string }
    steps:
      - run: Auth.LoginAs
        params: { name: expr:ChainParameters.who }
      - run: Document.Update
        params: { properties: { dc:description: changed } }
      - Auth.Logout
      - run: Document.SetProperty
        params: { xpath: dc:source, value: changed }
`,
);
const server = await startTestServer(['--config', config, '--export-folder', config]);
await addUser(server, 'leela', 'members');
const workspaces = '/default-domain/workspaces';
const run = (id: string, json: object, as = 'Administrator') => server.ask(`/automation/${id}`, { as, json });

describe('JsonStack.ToggleDisplay', () => {
  const failure = async () => (await server.ask('/id/nothing')).body;

  test('is for administrators', async () => {
    assert.equal((await run('JsonStack.ToggleDisplay', {}, 'leela')).status, 404);
  });

  test('shows the insides of errors, and hides them again', async () => {
    assert.equal((await failure()).stacktrace, undefined);
    assert.equal((await run('JsonStack.ToggleDisplay', { params: { enableTrace: true } })).status, 204);
    const { stacktrace, exception } = await failure();
    assert.match(String(stacktrace), /\n\s+at /);
    const frames: unknown = Object(exception).stackTrace;
    assert.ok(Array.isArray(frames) && frames.length > 1);
    for (const { fileName, lineNumber } of frames) assert.ok(String(fileName).length > 0 && lineNumber > 0);
    await run('JsonStack.ToggleDisplay', {});
    assert.equal((await failure()).stacktrace, undefined);
  });
});

describe('Elasticsearch.Index', () => {
  test('is for administrators', async () => {
    for (const id of ['Elasticsearch.Index', 'Elasticsearch.BulkIndex']) {
      assert.equal((await run(id, {}, 'leela')).status, 403);
    }
  });

  test('takes a document, a query or nothing, and finds the words anew', async () => {
    const folder = await addDocument(server, workspaces, 'Folder', 'folder');
    await addDocument(server, `${workspaces}/folder`, 'Note', 'note', { 'note:note': 'marmalade' });
    for (const input of [folder, `SELECT * FROM Note WHERE ecm:parentId = '${folder}'`, undefined]) {
      const { status, body } = await run('Elasticsearch.Index', { input });
      assert.equal(status, 200);
      await server.runJobs();
      const command = await server.ask(`/bulk/${String(body.commandId)}`);
      assert.equal(command.body.state, 'COMPLETED');
      assert.equal(command.body.errorCount, 0);
      assert.ok(Number(command.body.total) >= 1);
    }
    const found = await server.ask(
      `/search/execute?query=${encodeURIComponent("SELECT * FROM Note WHERE ecm:fulltext = 'marmalade' AND ecm:isVersion = 0")}`,
    );
    assert.ok(isJsonObject(found.body));
    assert.equal(found.body.resultsCount, 1);
  });

  test('refuses what is neither', async () => {
    assert.equal((await run('Elasticsearch.Index', { input: { strange: true } })).status, 400);
  });
});

describe('Auth.LoginAs', () => {
  const attributed = (id: string, who: string, as?: string) =>
    run('Own.Attributed', { input: id, params: { who } }, as);

  test('is for administrators, inside chains too, and for people that exist', async () => {
    const id = await addDocument(server, workspaces, 'File', 'mine');
    assert.equal((await run('Auth.LoginAs', { params: { name: 'leela' } }, 'leela')).status, 404);
    assert.equal((await attributed(id, 'Administrator', 'leela')).status, 404);
    assert.equal((await attributed(id, 'nobody')).status, 400);
  });

  test('has the other’s rights, and their name, until the logout', async () => {
    const id = await addDocument(server, workspaces, 'File', 'theirs');
    assert.equal((await attributed(id, 'leela')).status, 403);
    const grant = { input: id, params: { users: ['leela'], permission: 'ReadWrite' } };
    await run('Document.AddPermission', grant);
    assert.equal((await attributed(id, 'leela')).status, 200);
    const { body } = await server.ask(`/id/${id}`, { headers: { properties: 'dublincore' } });
    assert.ok(isJsonObject(body.properties));
    assert.deepEqual(body.properties['dc:contributors'], ['Administrator', 'leela']);
    assert.equal(body.properties['dc:lastContributor'], 'Administrator');
  });
});

test('Blob.ExportToFS writes into the export folder, for administrators', async () => {
  const input = { content: 'hello', name: 'a.txt', 'mime-type': 'text/plain' };
  const params = { directory: 'exported', prefix: 'my-' };
  assert.equal((await run('Blob.ExportToFS', { input, params }, 'leela')).status, 404);
  assert.equal((await run('Blob.ExportToFS', { input, params: { directory: '/etc' } })).status, 400);
  const { status, text } = await run('Blob.ExportToFS', { input, params });
  assert.deepEqual([status, text], [200, 'hello']);
  assert.equal(await readFile(join(config, 'exported', 'my-a.txt'), 'utf8'), 'hello');
});

test('the audit trail by provider takes its conditions as the Platform’s components send them', async () => {
  await addDocument(server, '/default-domain/workspaces', 'File', 'audited');
  const count = async (namedQueryParams: object) => {
    const { body } = await server.ask('/automation/Audit.QueryWithPageProvider', {
      json: { params: { providerName: 'EVENTS_VIEW', namedQueryParams, currentPageIndex: 0, pageSize: -1 } },
    });
    return Number(body.resultsCount);
  };
  const created = await count({ eventIds: 'documentCreated', principalName: 'Administrator' });
  assert.ok(created > 0);
  assert.ok((await count({ eventIds: 'documentCreated,userCreated' })) > created);
  assert.equal(await count({ eventIds: '["documentCreated"]', principalName: 'Administrator' }), created);
  assert.equal(await count({ eventIds: 'documentCreated', principalName: 'nobody' }), 0);
  assert.equal(await count({ eventIds: 'documentCreated', endDate: '2001-01-01' }), 0);
  assert.equal(await count({ startDate: '2999-01-01T00:00:00.000Z' }), 0);
});

describe('Directory.LoadFromCSV', () => {
  const load = async (csv: string, as = 'Administrator') => {
    const batch = String((await server.ask('/upload', { as, method: 'POST' })).body.batchId);
    await server.ask(`/upload/${batch}/0`, { as, method: 'POST', body: csv });
    const params = { directoryName: 'predicates', dataLoadingPolicy: 'update_duplicate' };
    return server.ask(`/upload/${batch}/0/execute/Directory.LoadFromCSV`, { as, json: { params } });
  };
  const entry = async (id: string) =>
    (await server.ask(`/directory/predicates/${encodeURIComponent(id)}`)).body;

  test('reads nothing for who may not edit, and nothing that is too long', async () => {
    assert.equal((await load('id,label', 'leela')).status, 403);
    assert.equal((await load(`id,label\n${'x'.repeat(10_000_000)}`)).status, 400);
    const many = Array.from({ length: 10_001 }, (_, index) => `many${index}`).join('\n');
    const refused = await load(`id\n${many}`);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /more than 10000 steps/);
    assert.equal((await server.ask('/directory/predicates/many0')).status, 404);
  });

  test('takes broken and hostile tables as what they are', async () => {
    assert.equal((await load(`id,__proto__,label,${'a,'.repeat(5_000)}\none,x,=CMD(),1\n`)).status, 204);
    const { properties } = await entry('one');
    assert.ok(isJsonObject(properties));
    assert.deepEqual([properties.id, properties.label], ['one', '=CMD()']);
    assert.equal((await load('id,label\ntwo,"never closed\nthree,x\n')).status, 204);
    const two = (await entry('two')).properties;
    assert.equal(isJsonObject(two) && two.label, 'never closed\nthree,x\n');
    assert.equal((await load('"one","label"')).status, 204);
    assert.equal((await load('')).status, 204);
  });
});

test('a pattern of the organisation’s is asked about no text that is too long for one', async () => {
  const made = async (mail: string) =>
    server.ask(`/path${workspaces}`, {
      json: { 'entity-type': 'document', type: 'OwnFile', name: 'own', properties: { 'own:mail': mail } },
    });
  assert.equal((await made('leela@example.org')).status, 201);
  assert.equal((await made('leela')).status, 422);
  // Trying each start with each end would take days.
  assert.equal((await made(`${'@.'.repeat(200_000)}\n`)).status, 422);
});
