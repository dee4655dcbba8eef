/** Makes each kind of damage in the store: it is found, repaired if possible, and gone afterwards. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject } from '#wire/json.ts';
import { blobAt } from '../documents/properties.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Stores } from '../kernel/stores.ts';
import { checkRepository, type Finding } from './check-repository.ts';

const server = await startTestServer();
const { repository } = server;
await addUser(server, 'rob');
const workspaces = '/default-domain/workspaces';

async function check(mends = false): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for await (const one of checkRepository(repository, 'default', mends))
    if (one !== 'looked') findings.push(one);
  return findings;
}

async function damage(act: (stores: Stores) => Promise<unknown>): Promise<void> {
  await inSession(repository, { principals: systemPrincipals }, async (session) =>
    act(await session.write()),
  );
}

async function isFoundAndMended(kind: Finding['kind'], document: string): Promise<void> {
  const found = await check();
  assert.ok(
    found.some((one) => one.kind === kind && one.document === document && !one.isMended),
    JSON.stringify(found),
  );
  assert.ok((await check(true)).every(({ isMended }) => isMended));
  assert.deepEqual(await check(), []);
}

const withFile = (name: string): Promise<string> =>
  addDocument(server, workspaces, 'File', name, {
    'dc:title': name,
    'file:content': { name: 'a.txt', 'mime-type': 'text/plain', data: `text of ${name}` },
  });

describe('the check', () => {
  test('finds nothing in a workflow that is under way, and in its tasks', async () => {
    const id = await withFile('reviewed');
    const started = await server.ask('/workflow', {
      json: {
        'entity-type': 'workflow',
        workflowModelName: 'SerialDocumentReview',
        attachedDocumentIds: [id],
      },
    });
    assert.equal(started.status, 201, started.text);
    const { entries } = (await server.ask(`/task?workflowInstanceId=${String(started.body.id)}`)).body;
    const [task] = Array.isArray(entries) ? entries.filter(isJsonObject) : [];
    const reassigned = await server.ask(
      `/task/${String(task?.id)}/delegate?actors=user:Administrator&comment=unheard`,
      {
        method: 'PUT',
      },
    );
    assert.equal(reassigned.status, 200, reassigned.text);
    await server.runJobs();
    assert.deepEqual(await check(), []);
    await server.ask(`/workflow/${String(started.body.id)}`, { method: 'DELETE' });
  });

  test('finds nothing in a whole repository', async () => {
    await withFile('whole');
    await addDocument(server, workspaces, 'Note', 'note', { 'dc:title': 'note', 'note:note': 'words' });
    await server.runJobs();
    assert.deepEqual(await check(), []);
  });

  test('finds nothing in what is published with its collections', async () => {
    const id = await withFile('published');
    const collection = await addDocument(server, workspaces, 'Collection', 'of published');
    const section = await addDocument(server, '/default-domain/sections', 'Section', 'shows');
    await server.ask(`/id/${id}/@op/Document.AddToCollection`, { json: { params: { collection } } });
    const shown = await server.ask(`/id/${id}/@op/Document.PublishToSection`, {
      json: { params: { target: section } },
    });
    assert.equal(shown.status, 200, shown.text);
    assert.deepEqual(await check(), []);
  });

  test('finds a path that is not below the parent', async () => {
    await addDocument(server, workspaces, 'Folder', 'upper');
    const id = await addDocument(server, `${workspaces}/upper`, 'Folder', 'lower');
    await addDocument(server, `${workspaces}/upper/lower`, 'File', 'lowest');
    await server.damage(`update places set path = '/elsewhere' where document_id = '${id}'`);
    await isFoundAndMended('path', id);
  });

  test('finds a place that searches look for elsewhere', async () => {
    const top = await addDocument(server, workspaces, 'Folder', 'sought');
    const id = await addDocument(server, `${workspaces}/sought`, 'Folder', 'lost');
    await addDocument(server, `${workspaces}/sought/lost`, 'Folder', 'folder');
    const file = await addDocument(server, `${workspaces}/sought/lost/folder`, 'File', 'file');
    await server.damage(`update places set chain = '/0/' where document_id = '${id}'`);
    await isFoundAndMended('place', id);
    await server.damage(`update places set chain = null where document_id = '${id}'`);
    await isFoundAndMended('place', id);
    for (const condition of [
      `ecm:path STARTSWITH '${workspaces}/sought/lost'`,
      `ecm:ancestorId = '${top}'`,
    ]) {
      const query = `SELECT * FROM File WHERE ${condition}`;
      const { body } = await server.ask(`/search/execute?query=${encodeURIComponent(query)}`);
      assert.match(JSON.stringify(body), new RegExp(file));
    }
  });

  test('finds what names the place of another folder', async () => {
    const home = await addDocument(server, workspaces, 'Folder', 'home');
    const other = await addDocument(server, workspaces, 'Folder', 'other');
    const id = await addDocument(server, `${workspaces}/home`, 'Folder', 'displaced');
    await addDocument(server, `${workspaces}/other`, 'Folder', 'at home');
    await server.damage(
      `update documents set place_id = (select id from places where document_id = '${other}')
        where id = '${id}' and parent_id = '${home}'`,
    );
    await isFoundAndMended('path', id);
  });

  test('finds a version that is said to lie in another folder', async () => {
    const id = await withFile('astray');
    await server.ask(`/id/${id}/@op/Document.CreateVersion`, { json: { params: { increment: 'Minor' } } });
    const { body } = await server.ask(`/id/${id}/@op/Document.GetLastVersion`, { json: { params: {} } });
    const version = String(body.uid);
    await server.damage(`update documents set folder_id = '${version}' where id = '${version}'`);
    await isFoundAndMended('place', version);
  });

  test('finds a version that names the place of another document', async () => {
    const id = await withFile('versioned');
    await server.ask(`/id/${id}/@op/Document.CreateVersion`, { json: { params: { increment: 'Minor' } } });
    const closed = await addDocument(server, workspaces, 'Folder', 'closed');
    const blocked = await server.ask(`/id/${closed}/@op/Document.BlockPermissionInheritance`, {
      json: { params: { acl: 'local' } },
    });
    assert.equal(blocked.status, 200);
    await server.damage(
      `update documents set place_id = (select id from places where document_id = '${closed}')
        where series_id = '${id}' and is_version = 1`,
    );
    await isFoundAndMended('rights', id);
  });

  test('finds what names no place, and what lies in it', async () => {
    const top = await addDocument(server, workspaces, 'Folder', 'unplaced');
    const folder = await addDocument(server, `${workspaces}/unplaced`, 'Folder', 'folder');
    const id = await addDocument(server, `${workspaces}/unplaced/folder`, 'File', 'file', {
      'file:content': { name: 'a.txt', 'mime-type': 'text/plain', data: 'in no place' },
    });
    await server.ask(`/id/${id}/@op/Document.CreateVersion`, { json: { params: { increment: 'Minor' } } });
    await server.damage(`delete from places where document_id in ('${top}', '${folder}')`);
    assert.equal((await server.ask(`/id/${id}`)).status, 404);
    await isFoundAndMended('place', id);
    assert.equal((await server.ask(`/path${workspaces}/unplaced/folder/file`)).body.uid, id);
    const versions = await server.ask(`/id/${id}/@op/Document.GetVersions`, { json: { params: {} } });
    assert.match(versions.text, /"isVersion":true/);
  });

  test('finds a folder without a place of its own', async () => {
    const folder = await addDocument(server, workspaces, 'Folder', 'placeless');
    const id = await addDocument(server, `${workspaces}/placeless`, 'File', 'file');
    await server.damage(`update documents set place_id = (select place_id from documents
      where id = (select parent_id from documents where id = '${folder}')) where id in ('${folder}', '${id}')`);
    await server.damage(`delete from places where document_id = '${folder}'`);
    await isFoundAndMended('place', folder);
    assert.equal((await server.ask(`/path${workspaces}/placeless/file`)).body.uid, id);
  });

  test('finds a place that belongs to nothing and takes a name', async () => {
    await server.damage(`insert into places (repository, document_id, path, read_acl_id, is_trashed)
      values ('default', 'nobody', '${workspaces}/free', 1, 0)`);
    await isFoundAndMended('place', 'nobody');
    await addDocument(server, workspaces, 'Folder', 'free');
    await addDocument(server, `${workspaces}/free`, 'File', 'inside');
    assert.deepEqual(await check(), []);
  });

  test('finds a proxy whose target is gone', async () => {
    const id = await addDocument(server, workspaces, 'Folder', 'shown');
    const home = await addDocument(server, workspaces, 'Folder', 'showing');
    const { body } = await server.ask(`/id/${id}/@op/Document.CreateLiveProxy`, {
      json: { params: { 'Destination Path': `${workspaces}/showing` } },
    });
    await damage(({ documents }) => documents.remove([id]));
    const found = await check(true);
    assert.deepEqual(
      found.map(({ kind, document, isMended }) => [kind, document, isMended]),
      [['proxy', body.uid, false]],
    );
    await server.ask(`/id/${home}`, { method: 'DELETE' });
    assert.deepEqual(await check(), []);
  });

  test('finds readers that the permissions do not name', async () => {
    const id = await addDocument(server, workspaces, 'Folder', 'rights');
    await damage(async ({ documents }) => {
      const row = await documents.get(id);
      const ace = {
        username: 'rob',
        permission: 'Browse',
        granted: true,
        creator: null,
        begin: null,
        end: null,
      };
      const [readAclId = 0] = await documents.readAclIds([[ace]]);
      if (row) await documents.setReadAcls([{ top: row, readAclId }]);
    });
    await isFoundAndMended('rights', id);
  });

  test('finds what is live below the trash', async () => {
    const top = await addDocument(server, workspaces, 'Folder', 'trashed');
    const id = await addDocument(server, `${workspaces}/trashed`, 'Folder', 'inside');
    await server.ask(`/id/${top}/@op/Document.Trash`, { json: { params: {} } });
    await damage(({ documents }) => documents.setTrashed(id, false));
    await isFoundAndMended('trash', id);
  });

  test('finds counts that are not so', async () => {
    const id = await addDocument(server, workspaces, 'Folder', 'counted');
    await server.ask(`/id/${id}/@op/Quotas.SetMaxSize`, { json: { params: { targetSize: 1000 } } });
    await damage(async ({ documents }) => {
      const row = await documents.get(id);
      if (row) await documents.update(id, { properties: { ...row.properties, 'dss:totalSize': 7 } });
    });
    await isFoundAndMended('count', id);
  });

  test('finds files that are counted with other sizes', async () => {
    const id = await withFile('sized');
    await server.damage(`update documents set content_bytes = 1 where id = '${id}'`);
    await isFoundAndMended('size', id);
  });

  test('finds words that are missing from the index', async () => {
    const id = await addDocument(server, workspaces, 'File', 'words', { 'dc:title': 'rare' });
    await damage(({ documents }) => documents.setText(id, { title: '', body: '' }));
    await isFoundAndMended('words', id);
  });

  test('finds a document that the index itself has lost', async () => {
    const id = await addDocument(server, workspaces, 'File', 'lost words', { 'dc:title': 'unindexed' });
    const key = repository.ports.store.engine === 'postgres' ? 'document_seq' : 'rowid';
    await server.damage(`delete from document_index
      where ${key} = (select seq from documents where id = '${id}')`);
    await isFoundAndMended('words', id);
    const query = "SELECT * FROM File WHERE ecm:fulltext = 'unindexed'";
    const { body } = await server.ask(`/search/execute?query=${encodeURIComponent(query)}`);
    assert.equal(body.resultsCount, 1);
  });

  test('finds other places, types and states beside words', async () => {
    const home = await addDocument(server, workspaces, 'Folder', 'indexed');
    const wrongs = [
      ['place_id', `(select id from places where path = '/')`],
      ['is_version', '1'],
      ['is_proxy', '1'],
      ['hidden', '1'],
      ['repository', "'other'"],
      ['type', "'Folder'"],
      ['type', 'null'],
      ['facets', `'["Folderish"]'`],
    ];
    const ids: string[] = [];
    for (const [column, wrong] of wrongs) {
      const id = await addDocument(server, `${workspaces}/indexed`, 'File', `wrong ${ids.length}`);
      // SQLite has none of these columns: there, counting reads the documents.
      if (repository.ports.store.engine === 'postgres')
        await server.damage(`update document_index set ${column} = ${wrong}
          where document_seq = (select seq from documents where id = '${id}')`);
      ids.push(id);
    }
    const damaged = repository.ports.store.engine === 'postgres' ? ids : [];
    const found = await check();
    assert.deepEqual(
      found.map(({ kind, document, isMended }) => [kind, document, isMended]),
      damaged.map((id) => ['index', id, false]),
    );
    assert.equal((await check(true)).filter(({ isMended }) => isMended).length, damaged.length);
    assert.deepEqual(await check(), []);
    const query = `SELECT * FROM File WHERE ecm:fulltext = 'wrong' AND ecm:ancestorId = '${home}'`;
    const { body } = await server.ask(`/search/execute?pageSize=1&query=${encodeURIComponent(query)}`);
    assert.equal(body.resultsCount, wrongs.length);
  });

  test('finds collections that one side only knows of', async () => {
    const id = await addDocument(server, workspaces, 'Collection', 'one sided');
    await damage(async ({ documents }) => {
      const row = await documents.get(id);
      if (row)
        await documents.update(id, { properties: { ...row.properties, 'collection:documentIds': ['gone'] } });
    });
    await isFoundAndMended('collection', id);
  });

  test('finds two latest versions', async () => {
    const id = await addDocument(server, workspaces, 'Note', 'versions', {
      'dc:title': 'v',
      'note:note': '1',
    });
    await server.ask(`/id/${id}`, {
      method: 'PUT',
      json: { 'entity-type': 'document', properties: { 'note:note': '2' } },
    });
    await damage(async ({ documents }) => {
      for (const version of await documents.versions(id))
        await documents.update(version.id, { isLatestVersion: true });
    });
    await isFoundAndMended('version', id);
  });

  test('finds bytes that are gone, which nothing brings back', async () => {
    const id = await withFile('bytes');
    const row = await server.repository.ports.store.begin().stores.documents.get(id);
    const content = row?.properties['file:content'];
    const key =
      typeof content === 'object' && content !== null && 'data' in content ? String(content.data) : '';
    await repository.ports.blobs.remove(key);
    const [found] = await check(true);
    assert.deepEqual([found?.kind, found?.document, found?.isMended], ['bytes', id, false]);
    await server.ask(`/id/${id}`, { method: 'DELETE' });
    assert.deepEqual(await check(), []);
  });

  test('finds bytes that nothing keeps from being swept', async () => {
    const id = await withFile('unkept');
    await server.damage(
      `delete from blob_references where document_seq in (select seq from documents where id = '${id}')`,
    );
    await isFoundAndMended('reference', id);
  });

  test('finds bytes that nothing keeps for a version, whoever else has them', async () => {
    const id = await withFile('of old');
    await server.ask(`/id/${id}/@op/Document.CreateVersion`, { json: { params: { increment: 'Minor' } } });
    const [version] = await repository.ports.store.begin().stores.documents.versions(id);
    await server.damage(
      `delete from blob_references where document_seq in (select seq from documents where id = '${version?.id}')`,
    );
    await isFoundAndMended('reference', id);
  });

  test('looks at the files of versions that have outlived their document', async () => {
    const id = await withFile('outlived');
    const section = await addDocument(server, '/default-domain/sections', 'Section', 'keeps');
    await server.ask(`/id/${id}/@op/Document.PublishToSection`, { json: { params: { target: section } } });
    await server.runJobs();
    const [version] = await repository.ports.store.begin().stores.documents.versions(id);
    assert.equal((await server.ask(`/id/${id}`, { method: 'DELETE' })).status, 204);
    assert.deepEqual(await check(), []);
    await server.damage(
      `delete from blob_references where document_seq in (select seq from documents where id = '${version?.id}')`,
    );
    await isFoundAndMended('reference', String(version?.id));
    await server.damage(`update documents set content_bytes = 1 where id = '${version?.id}'`);
    await isFoundAndMended('size', String(version?.id));
    // As left by servers that did not set folders of versions.
    await server.damage(`update documents set folder_id = '${section}' where id = '${version?.id}'`);
    await isFoundAndMended('place', String(version?.id));
    await repository.ports.blobs.remove(String(blobAt(version ?? { properties: {} }, 'file:content')?.data));
    const found = await check(true);
    assert.ok(found.some(({ kind, document }) => kind === 'bytes' && document === version?.id));
    await server.ask(`/id/${section}`, { method: 'DELETE' });
    assert.deepEqual(await check(), []);
  });

  test('is for administrators, who follow it by its address', async () => {
    const id = await addDocument(server, workspaces, 'File', 'asked', { 'dc:title': 'asked' });
    await damage(({ documents }) => documents.setText(id, { title: '', body: '' }));
    const start = '/management/check?mend=true';
    assert.equal((await server.ask(start, { method: 'POST', as: 'rob' })).status, 403);
    const started = await server.ask(start, { method: 'POST' });
    assert.deepEqual([started.status, started.body.state, started.body.mends], [202, 'scheduled', true]);
    assert.equal((await server.ask(start, { method: 'POST' })).status, 409);
    await server.runJobs();
    const path = `/management/check/${started.body.id}`;
    assert.equal((await server.ask(path, { as: 'rob' })).status, 403);
    assert.equal((await server.ask('/management/check/none')).status, 404);
    const { state, found, left, findings } = (await server.ask(path)).body;
    assert.deepEqual([state, found, left], ['completed', 1, 0]);
    assert.ok(Array.isArray(findings) && isJsonObject(findings[0]));
    assert.deepEqual([findings[0].kind, findings[0].document, findings[0].isMended], ['words', id, true]);
    assert.deepEqual(await check(), []);
  });

  test('finds documents whose parent is gone', async () => {
    const top = await addDocument(server, workspaces, 'Folder', 'lost');
    const id = await addDocument(server, `${workspaces}/lost`, 'File', 'orphan');
    await damage(({ documents }) => documents.remove([top]));
    const found = await check();
    assert.ok(
      found.some(({ kind, document }) => kind === 'parent' && document === id),
      JSON.stringify(found),
    );
  });
});
