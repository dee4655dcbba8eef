/** Properties of a document copied to a task, with configured mappings. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject } from '#wire/json.ts';

const config = await mkdtemp(join(tmpdir(), 'muniment-mappings-'));
after(() => rm(config, { recursive: true }));
await writeFile(
  join(config, 'own.yaml'),
  `propertyMappings:
  briefing: { dc:description: nt:directive, dc:expired: nt:dueDate }
  wrong: { dc:description: dc:nothing }
  unfit: { dc:title: nt:dueDate }
`,
);
const server = await startTestServer(['--config', config]);
for (const name of ['fry', 'leela']) await addUser(server, name);
const document = await addDocument(server, '/default-domain/workspaces', 'File', 'letter', {
  'dc:title': 'Letter',
  'dc:description': 'Read it twice',
  'dc:expired': '2030-01-02T00:00:00.000Z',
});
await server.ask('/automation/Task.Create', {
  json: {
    input: document,
    params: { 'task name': 'Read', 'additional list of actors prefixed ids': ['user:fry'] },
  },
});
const { body: found } = await server.ask('/search/lang/NXQL/execute?query=SELECT * FROM TaskDoc');
const [first] = Array.isArray(found.entries) ? found.entries : [];
const task = isJsonObject(first) ? String(first.uid) : '';
const apply = (input: string, mappingName: string, as = 'Administrator') =>
  server.ask('/automation/Task.ApplyDocumentMapping', {
    as,
    json: { input, params: { mappingName } },
    headers: { properties: '*' },
  });

test('what does not fit is refused', async () => {
  assert.equal((await apply(task, 'unknown')).status, 400);
  assert.equal((await apply(document, 'briefing')).status, 400);
  assert.equal((await apply(task, 'wrong')).status, 400);
  assert.equal((await apply(task, 'unfit')).status, 400);
});

test('only those whose task it is, and who read its document, may', async () => {
  for (const name of ['leela', 'fry']) assert.equal((await apply(task, 'briefing', name)).status, 403);
});

test('the task states what the document does', async () => {
  await server.ask('/automation/Document.AddPermission', {
    json: { input: document, params: { permission: 'Read', username: 'fry' } },
  });
  const { status, body } = await apply(task, 'briefing', 'fry');
  assert.equal(status, 200);
  assert.ok(isJsonObject(body.properties));
  assert.equal(body.properties['nt:directive'], 'Read it twice');
  assert.equal(body.properties['nt:dueDate'], '2030-01-02T00:00:00.000Z');
});
