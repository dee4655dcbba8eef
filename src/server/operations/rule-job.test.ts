/** Event rules: which events they run on, whose rights they have, and that none triggers itself forever. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject, type JsonObject } from '#wire/json.ts';

const workspaces = '/default-domain/workspaces';
const folder = await mkdtemp(join(tmpdir(), 'muniment-rules-'));
after(() => rm(folder, { recursive: true }));
await writeFile(
  join(folder, 'rules.yaml'),
  `operations:
  Scripting.Stamp:
    input: document
    output: document
    params: { word: { type: string } }
    steps: [{ run: Document.SetProperty, params: { xpath: "dc:source", value: "expr:ChainParameters.word" } }]
rules:
  Stamp what comes in:
    on: [documentCreated]
    types: [File]
    path: ${workspaces}/inbox
    as: registrar
    run: Scripting.Stamp
    params: { word: Received }
  Note changes:
    on: [documentModified]
    path: ${workspaces}/inbox
    as: registrar
    run: Document.SetProperty
    params: { xpath: "dc:rights", value: "noted by the registrar" }
  Note them too:
    on: [documentModified]
    path: ${workspaces}/inbox
    as: clerk
    run: Document.SetProperty
    params: { xpath: "dc:format", value: "noted by the clerk" }
  Take what is the administrators':
    on: [documentLocked]
    as: clerk
    run: Blob.CreateFromURL
  Nobody's:
    on: [documentUnlocked]
    as: ghost
    run: Document.SetProperty
    params: { xpath: "dc:source", value: "by nobody" }
`,
);
const server = await startTestServer(['--config', folder]);
for (const name of ['registrar', 'clerk', 'leela']) await addUser(server, name, 'members');
await addDocument(server, workspaces, 'Workspace', 'inbox');
await addDocument(server, workspaces, 'Workspace', 'elsewhere');
for (const folder of ['inbox', 'elsewhere']) await may('leela', folder);
for (const name of ['registrar', 'clerk']) await may(name, 'inbox');
await server.runJobs();

async function may(username: string, folder: string): Promise<void> {
  const given = await server.ask(`/path${workspaces}/${folder}/@op/Document.AddPermission`, {
    json: { params: { username, permission: 'ReadWrite' } },
  });
  assert.equal(given.status, 200, given.text);
}

async function made(as: string, folder: string, type: string, name: string): Promise<void> {
  const answer = await server.ask(`/path${workspaces}/${folder}`, {
    as,
    json: { 'entity-type': 'document', type, name, properties: { 'dc:title': name } },
  });
  assert.equal(answer.status, 201, answer.text);
  await server.runJobs();
}

async function factsOf(folder: string, name: string): Promise<JsonObject> {
  const { body } = await server.ask(`/path${workspaces}/${folder}/${name}`, { headers: { properties: '*' } });
  return isJsonObject(body.properties) ? body.properties : {};
}

/** The people who changed it, in order. */
async function changesOf(name: string): Promise<readonly unknown[]> {
  const { body } = await server.ask(`/path${workspaces}/inbox/${name}/@audit?pageSize=100`);
  const entries = Array.isArray(body.entries) ? body.entries.filter(isJsonObject) : [];
  return entries
    .filter(({ eventId }) => eventId === 'documentModified')
    .map(({ principalName }) => principalName)
    .toSorted();
}

test('what happens makes an operation run as the person of the rule', async () => {
  await made('leela', 'inbox', 'File', 'letter');
  const facts = await factsOf('inbox', 'letter');
  assert.equal(facts['dc:source'], 'Received');
  assert.equal(facts['dc:creator'], 'leela');
  // The change by the registrar's rule triggered the clerk's rule, whose change triggered none.
  assert.equal(facts['dc:format'], 'noted by the clerk');
  assert.deepEqual(await changesOf('letter'), ['clerk', 'registrar', 'registrar']);
});

test('of another type, elsewhere, and by the person of the rule nothing runs', async () => {
  await made('leela', 'inbox', 'Note', 'note');
  await made('leela', 'elsewhere', 'File', 'other');
  await made('registrar', 'inbox', 'File', 'own');
  for (const [place, name] of [
    ['inbox', 'note'],
    ['elsewhere', 'other'],
    ['inbox', 'own'],
  ] as const)
    assert.equal((await factsOf(place, name))['dc:source'] ?? null, null, name);
});

test('rules that answer each other end', async () => {
  await made('leela', 'inbox', 'Note', 'ball');
  await server.ask(`/path${workspaces}/inbox/ball`, {
    as: 'leela',
    method: 'PUT',
    json: { 'entity-type': 'document', properties: { 'dc:description': 'changed' } },
  });
  await server.runJobs(50);
  const changes = await changesOf('ball');
  assert.ok(changes.length >= 3 && changes.length <= 5, changes.join());
  const facts = await factsOf('inbox', 'ball');
  assert.deepEqual(
    [facts['dc:rights'], facts['dc:format']],
    ['noted by the registrar', 'noted by the clerk'],
  );
});

test('a rule may what its person may, and says in the log when that is too little', async () => {
  const lock = (action: string) =>
    server.ask(`/path${workspaces}/elsewhere/other/@op/Document.${action}`, {
      as: 'leela',
      json: { params: {} },
    });
  assert.equal((await lock('Lock')).status, 200);
  await server.runJobs();
  assert.equal((await lock('Unlock')).status, 200);
  await server.runJobs();
  const warnings = server.log.filter((line) => line.startsWith('The rule'));
  for (const name of ['Take what is', 'Nobody'])
    assert.ok(
      warnings.some((line) => line.includes(name)),
      warnings.join(),
    );
  assert.equal((await factsOf('elsewhere', 'other'))['dc:source'] ?? null, null);
});
