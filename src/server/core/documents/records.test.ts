/** Records under retention and legal hold: all ways to change or remove them, by a member and by an administrator. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Asked, addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';

const server = await startTestServer();
const workspaces = '/default-domain/workspaces';
const soon = new Date(Date.now() + 86_400_000).toISOString();
const later = new Date(Date.now() + 2 * 86_400_000).toISOString();
const past = new Date(Date.now() - 86_400_000).toISOString();
let folder = '';
let trashed = '';
let elsewhere = '';

before(async () => {
  await addUser(server, 'clerk', 'members');
  await addUser(server, 'keeper', 'members');
  const outer = await addDocument(server, workspaces, 'Folder', 'outer');
  folder = await addDocument(server, `${workspaces}/outer`, 'Folder', 'files');
  elsewhere = await addDocument(server, `${workspaces}/outer`, 'Folder', 'elsewhere');
  trashed = await addDocument(server, `${workspaces}/outer`, 'Folder', 'old');
  await operate('Administrator', 'Document.Trash', trashed);
  const permissions = [
    ['clerk', 'ReadWrite'],
    ['keeper', 'Read'],
    ['keeper', 'MakeRecord'],
    ['keeper', 'SetRetention'],
    ['keeper', 'ManageLegalHold'],
  ];
  for (const [username, permission] of permissions)
    await server.ask('/automation/Document.AddPermission', {
      json: { input: outer, params: { username, permission } },
    });
});

const operate = (as: string, id: string, input: string, params: object = {}) =>
  server.ask(`/automation/${id}`, { as, json: { input, params } });
const put = (as: string, id: string, text: string) => {
  const form = new FormData();
  form.set('file', new Blob([text]), 'a.txt');
  return server.ask(`/id/${id}/@blob/file:content`, { method: 'PUT', as, body: form });
};
const read = async (id: string, as = 'clerk') => (await server.ask(`/id/${id}`, { as })).body;
const bytes = async (id: string) => (await server.ask(`/id/${id}/@blob/file:content`, { as: 'clerk' })).text;

async function filed(name: string): Promise<string> {
  const id = await addDocument(server, `${workspaces}/outer/files`, 'File', name);
  assert.equal((await put('clerk', id, 'signed')).status, 200);
  return id;
}

test('only who may makes records, and only of records retention and holds', async () => {
  const id = await filed('rights');
  for (const [operation, params] of [
    ['Document.MakeRecord', {}],
    ['Document.SetRetention', { until: soon }],
    ['Document.Hold', {}],
    ['Document.Unhold', {}],
  ] as const) {
    assert.equal((await operate('clerk', operation, id, params)).status, 403, operation);
    if (operation !== 'Document.MakeRecord')
      assert.equal((await operate('keeper', operation, id, params)).status, 400, operation);
  }
  assert.equal((await operate('keeper', 'Document.MakeRecord', id)).status, 200);
  const record = await read(id);
  assert.deepEqual(
    [record.isRecord, record.retainUntil, record.hasLegalHold, record.isUnderRetentionOrLegalHold],
    [true, null, false, false],
  );
  assert.deepEqual(record.retainedProperties, ['file:content', 'files:files']);
});

/** Each of them would lose or change a record. */
const losses: readonly (readonly [string, (as: string, id: string) => Promise<{ status: number }>])[] = [
  ['removal', (as, id) => server.ask(`/id/${id}`, { method: 'DELETE', as })],
  ['removal by an operation', (as, id) => operate(as, 'Document.Delete', id)],
  ['the trash', (as, id) => operate(as, 'Document.Trash', id)],
  ['removal of the folder', (as) => server.ask(`/id/${folder}`, { method: 'DELETE', as })],
  ['the trash with the folder', (as) => operate(as, 'Document.Trash', folder)],
  ['a move into the trash', (as, id) => operate(as, 'Document.Move', id, { target: trashed })],
  [
    'a move into the trash with the folder',
    (as) => operate(as, 'Document.Move', folder, { target: trashed }),
  ],
  ['a move elsewhere', (as, id) => operate(as, 'Document.Move', id, { target: elsewhere })],
  ['another file', (as, id) => put(as, id, 'altered')],
  ['no file', (as, id) => server.ask(`/id/${id}/@blob/file:content`, { method: 'DELETE', as })],
  [
    'no file by an operation',
    (as, id) => operate(as, 'Document.RemoveProperty', id, { xpath: 'file:content' }),
  ],
  ['no file by another', (as, id) => operate(as, 'Blob.RemoveFromDocument', id)],
  [
    'an update',
    (as, id) => {
      const options: Asked = {
        method: 'PUT',
        as,
        json: { 'entity-type': 'document', properties: { 'file:content': null } },
      };
      return server.ask(`/id/${id}`, options);
    },
  ],
];

for (const [kind, keep] of [
  ['retention', (id: string) => operate('keeper', 'Document.SetRetention', id, { until: soon })],
  ['a legal hold', (id: string) => operate('keeper', 'Document.Hold', id, { description: 'a case' })],
] as const)
  test(`under ${kind} nothing is lost, whoever calls`, async () => {
    const id = await filed(kind);
    const version = await operate('clerk', 'Document.CreateVersion', id, { increment: 'Minor' });
    assert.equal(version.status, 200);
    await put('clerk', id, 'signed again');
    const old = String((await operate('clerk', 'Document.GetLastVersion', id)).body.uid);
    await operate('keeper', 'Document.MakeRecord', id);
    assert.equal((await keep(id)).status, 200);
    assert.equal((await read(id)).isUnderRetentionOrLegalHold, true);
    for (const as of ['clerk', 'Administrator']) {
      for (const [loss, lose] of losses) assert.equal((await lose(as, id)).status, 409, `${loss} as ${as}`);
      assert.equal((await operate(as, 'Document.RestoreVersion', old)).status, 409);
      assert.equal((await server.ask(`/id/${old}`, { method: 'DELETE', as })).status, 409);
      const forged = { 'keep:retainUntil': past, 'keep:hasLegalHold': false, 'keep:isRecord': false };
      await operate(as, 'Document.Update', id, { properties: forged });
      assert.equal((await operate(as, 'Document.RemoveFacet', id, { facet: 'Record' })).status, 400);
    }
    assert.equal(await bytes(id), 'signed again');
    assert.equal((await read(id)).isUnderRetentionOrLegalHold, true);
    // Its description may be changed, and a copy is not a record.
    const title = await operate('clerk', 'Document.SetProperty', id, { xpath: 'dc:title', value: 'Deed' });
    assert.equal(title.status, 200);
    const copy = await operate('clerk', 'Document.Copy', id, { target: folder, name: 'copy' });
    assert.equal((await read(String(copy.body.uid))).isRecord, false);
    const query = `SELECT * FROM File WHERE ecm:isRecord = 1 AND ecm:uuid = '${id}' AND
      (ecm:hasLegalHold = 1 OR ecm:retainUntil > TIMESTAMP '2026-01-01 00:00:00')`;
    const found = await server.ask(`/search/lang/NXQL/execute?query=${encodeURIComponent(query)}`);
    assert.equal(found.body.resultsCount, 1, found.text);
    if (kind === 'a legal hold') {
      assert.equal((await operate('keeper', 'Document.Unhold', id)).status, 200);
      assert.equal((await server.ask(`/id/${id}`, { method: 'DELETE', as: 'clerk' })).status, 204);
    } else {
      assert.equal((await operate('keeper', 'Document.SetRetention', id, { until: past })).status, 400);
      assert.equal(
        (await operate('Administrator', 'Document.SetRetention', id, { until: past })).status,
        400,
      );
      assert.equal((await operate('keeper', 'Document.SetRetention', id, { until: later })).status, 200);
      assert.equal((await read(id)).retainUntil, later);
    }
  });

test('a retention that is over keeps nothing', async () => {
  const id = await filed('over');
  await operate('keeper', 'Document.MakeRecord', id);
  assert.equal((await operate('keeper', 'Document.SetRetention', id, { until: past })).status, 200);
  assert.equal((await put('clerk', id, 'new')).status, 200);
  assert.equal((await server.ask(`/id/${id}`, { method: 'DELETE', as: 'clerk' })).status, 204);
});

test('a hold that meets the removal of its folder is refused, or keeps it', async () => {
  for (let round = 0; round < 8; round++) {
    const name = `meeting${round}`;
    const folder = await addDocument(server, `${workspaces}/outer`, 'Folder', name);
    const ids = await Promise.all(
      ['one', 'two', 'three'].map((child) =>
        addDocument(server, `${workspaces}/outer/${name}`, 'File', child),
      ),
    );
    for (const id of ids) await operate('keeper', 'Document.MakeRecord', id);
    const [removed, ...held] = await Promise.all([
      operate('clerk', 'Document.Delete', folder),
      ...ids.map((id) => operate('keeper', 'Document.Hold', id)),
    ]);
    const isHeld = held.some(({ status }) => status === 200);
    assert.equal(removed.status, isHeld ? 409 : 204);
    for (const id of ids) assert.equal((await server.ask(`/id/${id}`)).status, isHeld ? 200 : 404);
  }
});

const update = (as: string, id: string, properties: object) =>
  server.ask(`/id/${id}`, { method: 'PUT', as, json: { 'entity-type': 'document', properties } });
const text = 'SELECT * FROM Document WHERE ecm:uuid =';

/** Ways to change the text of a note, or its attached files. */
const alterations: typeof losses = [
  ['another text', (as, id) => update(as, id, { 'note:note': 'altered' })],
  ['another kind of text', (as, id) => update(as, id, { 'note:mime_type': 'text/html' })],
  ['no text', (as, id) => operate(as, 'Document.RemoveProperty', id, { xpath: 'note:note' })],
  ['text', (as, id) => operate(as, 'Document.SetProperty', id, { xpath: 'note:note', value: 'altered' })],
  [
    'text and title',
    (as, id) =>
      operate(as, 'Document.Update', id, { properties: { 'dc:title': 'x', 'note:note': 'altered' } }),
  ],
  ['no files', (as, id) => update(as, id, { 'files:files': [] })],
  ['one file less', (as, id) => operate(as, 'Document.RemoveProperty', id, { xpath: 'files:files/0' })],
  ['another file', (as, id) => putAttached(as, id, 'files:files/0/file')],
  [
    'a file more',
    (as, id) => operate(as, 'Blob.AttachOnDocument', id, { document: id, xpath: 'files:files' }),
  ],
  ['no first file', (as, id) => server.ask(`/id/${id}/@blob/files:files/0/file`, { method: 'DELETE', as })],
  ['no files at all', (as, id) => operate(as, 'Blob.RemoveFromDocument', id, { xpath: 'files:files' })],
];

function putAttached(as: string, id: string, xpath: string) {
  const form = new FormData();
  form.set('file', new Blob(['altered']), 'a.txt');
  return server.ask(`/id/${id}/@blob/${xpath}`, { method: 'PUT', as, body: form });
}

test('the text of a note and its attached files are kept, on every way to write', async () => {
  const id = await addDocument(server, `${workspaces}/outer/files`, 'Note', 'minutes');
  const files = await server.ask('/upload', { method: 'POST', as: 'clerk' });
  const batch = String(files.body.batchId);
  await server.ask(`/upload/${batch}/0`, {
    method: 'POST',
    as: 'clerk',
    headers: { 'X-File-Name': 'a.txt' },
    body: 'signed',
  });
  const attached = [{ file: { 'upload-batch': batch, 'upload-fileId': '0' } }];
  const filled = { 'note:note': 'agreed', 'note:mime_type': 'text/plain', 'files:files': attached };
  assert.equal((await update('clerk', id, filled)).status, 200);
  await operate('clerk', 'Document.CreateVersion', id, { increment: 'Minor' });
  const version = String((await operate('clerk', 'Document.GetLastVersion', id)).body.uid);
  await operate('keeper', 'Document.MakeRecord', id);
  assert.deepEqual((await read(id)).retainedProperties, ['note:note', 'note:mime_type', 'files:files']);
  await operate('keeper', 'Document.Hold', id);
  for (const as of ['clerk', 'Administrator']) {
    for (const [name, alter] of alterations)
      assert.equal((await alter(as, id)).status, 409, `${name} as ${as}`);
    const many = await server.ask(
      `/search/bulk/setProperties?query=${encodeURIComponent(`${text} '${id}'`)}`,
      {
        as,
        json: { 'note:note': 'altered' },
      },
    );
    await server.runJobs();
    const { body: done } = await server.ask(`/bulk/${many.body.commandId}`, { as });
    assert.deepEqual([done.processed, done.errorCount], [1, 1]);
    assert.equal((await operate(as, 'Document.RestoreVersion', version)).status, 409);
  }
  const answer = await server.ask(`/id/${id}`, { as: 'clerk', headers: { properties: '*' } });
  assert.partialDeepStrictEqual(answer.body.properties, {
    'note:note': 'agreed',
    'note:mime_type': 'text/plain',
    'files:files': [{ file: { name: 'a.txt' } }],
  });
  const file = await server.ask(`/id/${id}/@blob/files:files/0/file`, { as: 'clerk' });
  assert.equal(file.text, 'signed');
  assert.equal((await update('clerk', id, { 'dc:title': 'Minutes' })).status, 200);
  await operate('keeper', 'Document.Unhold', id);
  assert.equal((await update('clerk', id, { 'note:note': 'altered' })).status, 200);
});

test('a record that nobody keeps yet takes no version back and is not published', async () => {
  const id = await filed('not kept');
  await operate('clerk', 'Document.CreateVersion', id, { increment: 'Minor' });
  const version = String((await operate('clerk', 'Document.GetLastVersion', id)).body.uid);
  await operate('keeper', 'Document.MakeRecord', id);
  const section = await addDocument(server, '/default-domain/sections', 'Section', 'shown');
  for (const as of ['clerk', 'Administrator'])
    assert.equal((await operate(as, 'Document.RestoreVersion', version)).status, 409);
  assert.equal(
    (await operate('Administrator', 'Document.PublishToSection', id, { target: section })).status,
    409,
  );
  assert.equal(
    (await operate('Administrator', 'Document.PublishToSection', version, { target: section })).status,
    200,
  );
  assert.equal((await put('clerk', id, 'new')).status, 200);
  assert.equal((await operate('clerk', 'Document.Move', id, { target: elsewhere })).status, 200);
});
