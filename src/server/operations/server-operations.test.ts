/** Operations about the server itself, over HTTP: whom they are for, then what they do. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonObject } from '#wire/json.ts';
import { addDocument, addUser, startTestServer } from '../test-server.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
const place = '/default-domain/workspaces';
const run = (id: string, json: object, as = 'Administrator') => server.ask(`/automation/${id}`, { as, json });

describe('JsonStack.ToggleDisplay', () => {
  const failure = async () => (await server.ask('/id/nothing')).body;

  test('is for administrators', async () => {
    assert.equal((await run('JsonStack.ToggleDisplay', {}, 'leela')).status, 404);
  });

  test('shows the insides of errors, and hides them again', async () => {
    assert.equal((await failure()).stacktrace, undefined);
    assert.equal((await run('JsonStack.ToggleDisplay', { params: { enableTrace: true } })).status, 204);
    assert.match(String((await failure()).stacktrace), /\n\s+at /);
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
    const folder = await addDocument(server, place, 'Folder', 'folder');
    await addDocument(server, `${place}/folder`, 'Note', 'note', { 'note:note': 'marmalade' });
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
