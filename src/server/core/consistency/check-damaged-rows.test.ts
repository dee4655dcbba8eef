/** Damage made by statements outside the stores: it is found and repaired, and does not stop the check. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import type { Json } from '#wire/json.ts';
import { contentJobKind } from '../documents/document-content.ts';
import { readStores } from '../kernel/read-stores.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import { checkRepository, type Finding } from './check-repository.ts';

const server = await startTestServer();
const { repository } = server;
for (const name of ['rob', 'eve']) await addUser(server, name, 'members');
const workspaces = '/default-domain/workspaces';
const isPostgres = repository.ports.store.engine === 'postgres';

async function check(mends = false): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for await (const one of checkRepository(repository, 'default', mends))
    if (one !== 'looked') findings.push(one);
  return findings;
}

async function isFoundAndMended(kind: Finding['kind'], document: string): Promise<void> {
  const found = await check();
  assert.ok(
    found.some((one) => one.kind === kind && one.document === document && !one.isMended),
    JSON.stringify(found),
  );
  const mended = await check(true);
  assert.ok(
    mended.every(({ isMended }) => isMended),
    JSON.stringify(mended),
  );
  assert.deepEqual(await check(), []);
}

const content = (text: string) => ({
  'dc:title': text,
  'file:content': { name: 'a.txt', 'mime-type': 'text/plain', data: `text of ${text}` },
});
const operation = (id: string, name: string, params: object) =>
  server.ask(`/id/${id}/@op/${name}`, { json: { params } });

interface Branch {
  readonly top: string;
  readonly folder: string;
  readonly file: string;
}

async function branch(name: string): Promise<Branch> {
  const top = await addDocument(server, workspaces, 'Folder', name);
  const folder = await addDocument(server, `${workspaces}/${name}`, 'Folder', 'folder');
  const file = await addDocument(server, `${workspaces}/${name}/folder`, 'File', 'file', content(name));
  return { top, folder, file };
}

async function pathOf(id: string): Promise<Json | undefined> {
  return (await server.ask(`/id/${id}`)).body.path;
}

const wrongParents: Readonly<Record<string, (branch: Branch) => readonly [wrong: string, parent: string]>> = {
  'a folder that lies in what it holds': ({ top, folder }) => [top, `'${folder}'`],
  'a folder that lies in itself': ({ folder }) => [folder, `'${folder}'`],
  'a folder that lies in nothing': ({ folder }) => [folder, 'null'],
  'a file that lies in nothing': ({ file }) => [file, 'null'],
  'a file that lies in what is not there': ({ file }) => [file, `'gone'`],
};
for (const [index, [title, damage]] of Object.entries(wrongParents).entries()) {
  const name = `wrong${index}`;
  test(`${title} is put back where its path says`, async () => {
    const made = await branch(name);
    const [wrong, parent] = damage(made);
    await server.damage(`update documents set parent_id = ${parent} where id = '${wrong}'`);
    await isFoundAndMended('parent', wrong);
    assert.equal(await pathOf(made.file), `${workspaces}/${name}/folder/file`);
    assert.equal((await server.ask(`/path${workspaces}/${name}/folder/file`)).body.uid, made.file);
  });
}

test('folders that lie in each other, and whose paths say nothing, are reported, and keep nobody waiting', async () => {
  const { top, folder, file } = await branch('unknown');
  await server.damage(`update documents set parent_id = '${folder}' where id = '${top}'`);
  await server.damage(
    `update places set path = '/nowhere/' || id where document_id in ('${top}', '${folder}')`,
  );
  const found = await check(true);
  assert.ok(found.some((one) => one.kind === 'parent' && one.document === top && !one.isMended));
  for (const path of [`/id/${file}`, `/id/${file}/@acl`])
    assert.ok((await server.ask(path, { as: 'rob' })).status < 500);
  await server.damage(`update documents set parent_id =
    (select document_id from places where path = '${workspaces}') where id = '${top}'`);
  await server.damage(`update places set path = '${workspaces}/unknown' where document_id = '${top}'`);
  await check(true);
  assert.deepEqual(await check(), []);
});

test('a list of readers that holds others than it was made for is not taken again', async () => {
  const { folder } = await branch('listed');
  await operation(folder, 'Document.AddPermission', {
    users: 'rob',
    permission: 'Read',
    blockInheritance: true,
  });
  const entries = isPostgres ? 'entries::text' : 'entries';
  await server.damage(`update read_acls set entries = replace(${entries}, 'rob', 'eve')${isPostgres ? '::jsonb' : ''}
    where id = (select read_acl_id from places where document_id = '${folder}')`);
  await isFoundAndMended('rights', folder);
  const query = `/search/execute?query=${encodeURIComponent(`SELECT * FROM File WHERE ecm:ancestorId = '${folder}'`)}`;
  const count = async (as: string) => (await server.ask(query, { as })).body.resultsCount;
  assert.deepEqual([await count('rob'), await count('eve')], [1, 0]);
});

test('what is live below the trash is counted as trash again', async () => {
  const { top, folder } = await branch('thrown');
  await operation(top, 'Document.Trash', {});
  await server.damage(`update places set is_trashed = 0 where document_id = '${folder}'`);
  await isFoundAndMended('trash', folder);
});

test('bytes that a document keeps and does not show are let go', async () => {
  const { file } = await branch('keeps');
  await server.damage(`insert into blob_references (blob_key, document_seq)
    select 'ffffffffffffffffffffffffffffffff', seq from documents where id = '${file}'`);
  await isFoundAndMended('reference', file);
});

test('what queries go by follows the properties again', async () => {
  for (const wrong of [
    `title = 'another'`,
    `created = '1999-01-01T00:00:00.000Z'`,
    'hidden = 1',
    'is_proxy = 1',
  ]) {
    const { file } = await branch(wrong.slice(0, 4));
    await server.damage(`update documents set ${wrong} where id = '${file}'`);
    await isFoundAndMended('columns', file);
  }
});

test('the latest major version is the latest one', async () => {
  const { file } = await branch('versions');
  for (const increment of ['Major', 'Minor']) {
    await operation(file, 'Document.CreateVersion', { increment });
    await operation(file, 'Document.CheckOut', {});
  }
  assert.deepEqual(await check(), []);
  await server.damage(`update documents set is_latest_major_version = 0 where series_id = '${file}'`);
  await isFoundAndMended('version', file);
  const { body } = await server.ask(
    `/search/execute?query=${encodeURIComponent(`SELECT * FROM File WHERE ecm:isLatestMajorVersion = 1
      AND ecm:versionVersionableId = '${file}'`)}`,
  );
  assert.equal(body.resultsCount, 1);
});

test('a document that is checked in as a version that is gone counts as checked out', async () => {
  const { file } = await branch('based');
  await operation(file, 'Document.CreateVersion', { increment: 'Major' });
  await operation(file, 'Document.CheckOut', {});
  const version = String((await operation(file, 'Document.GetLastVersion', {})).body.uid);
  assert.equal((await server.ask(`/id/${version}`, { method: 'DELETE' })).status, 204);
  assert.deepEqual(await check(), [], 'what is checked out may have lost its version');
  await server.damage(
    `update documents set base_version_id = 'gone', is_checked_out = 0 where id = '${file}'`,
  );
  await isFoundAndMended('version', file);
  const { body } = await server.ask(`/id/${file}`);
  assert.equal(body.isCheckedOut, true);
});

test('words that the stored text of a document has lost are found again', async () => {
  for (const lost of [`title = ''`, `body = ''`]) {
    const { top, file } = await branch(`poor${lost.length}`);
    await operation(top, 'Document.Trash', {});
    await operation(file, 'Document.Trash', {});
    assert.deepEqual(await check(), []);
    await server.damage(`update document_text set ${lost}
      where document_seq = (select seq from documents where id = '${file}')`);
    await isFoundAndMended('words', file);
  }
});

test('words that the stored text of a file has lost are found again, once no job is to look into it', async () => {
  const { file } = await branch('poor');
  await server.runJobs();
  await server.damage(`update document_text set blob_text = '' where blob_text = 'text of poor'`);
  await isFoundAndMended('words', file);
  await server.damage(`update document_text set blob_text = '' where blob_text = 'text of poor'`);
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { jobs } = await session.write();
    await jobs.enqueue({
      id: 'look',
      kind: contentJobKind,
      owner: 'Administrator',
      payload: { document: file, repository: 'default' },
      runAt: session.now.toISOString(),
    });
  });
  assert.deepEqual(await check(), []);
  await server.runJobs();
  assert.deepEqual(await check(), []);
});

test('a conversion whose bytes are gone is forgotten, and one that is there is kept', async () => {
  const { file } = await branch('converted');
  const pdf = () => server.ask(`/id/${file}/@rendition/pdf`);
  assert.equal((await pdf()).status, 200);
  assert.deepEqual(await check(), []);
  const lost = 'f'.repeat(64);
  const results = () => readStores(repository, ({ renditions }) => renditions.results('', 10));
  const [made] = await results();
  await server.damage(`insert into renditions (source_key, kind, blob, blob_key)
    select source_key, 'damaged', blob, '${lost}' from renditions where blob_key = '${made}'`);
  assert.equal((await results()).length, 2);
  await isFoundAndMended('rendition', lost);
  assert.deepEqual(await results(), [made]);
});
