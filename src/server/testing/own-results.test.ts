/** Results made by one person, and stored bytes by key, do not exist for other people. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { file, make, open, openFile, run, secret, server } from './secret.test-support.ts';
import { addDocument } from './test-server.ts';

const query = (nxql: string): string => `/search/lang/NXQL/execute?query=${encodeURIComponent(nxql)}`;

describe('what one person made is not there for another', () => {
  const fetched = async (path: string, as: string): Promise<string> => (await server.ask(path, { as })).text;

  test('saved searches', async () => {
    const id = await make('owner', '/search/saved', {
      'entity-type': 'savedSearch',
      title: `${secret} search`,
      queryLanguage: 'NXQL',
      query: `SELECT * FROM File WHERE dc:source = '${secret}'`,
    });
    for (const path of ['/search/saved', `/search/saved/${id}`, `/search/saved/${id}/execute`]) {
      assert.ok((await fetched(path, 'owner')).includes(secret), path);
      assert.ok(!(await fetched(path, 'member')).includes(secret), path);
    }
  });

  test('exports in the background', async () => {
    const path = '/search/bulk/csvExport?query=SELECT * FROM Document';
    const exported = async (as: string): Promise<string> => {
      const { commandId } = (await server.ask(path, { as, json: {} })).body;
      await server.runJobs();
      assert.equal((await server.ask(`/bulk/${commandId}`, { as: 'stranger' })).status, 404);
      const status = await server.ask(`/bulk/${commandId}`, { as });
      assert.deepEqual(status.body.result, { url: `nxbigblob/${commandId}` });
      const table = `/nuxeo/nxbigblob/${commandId}`;
      assert.equal((await server.ask(table, { as: 'stranger' })).status, 404);
      assert.equal((await server.ask(table, { as: null })).status, 401);
      return fetched(table, as);
    };
    assert.ok((await exported('owner')).includes(secret));
    assert.ok(!(await exported('member')).includes(secret));
  });

  test('results of operations that run later', async () => {
    const options = { input: file, params: {} };
    const begun = await server.ask('/automation/Document.GetBlob/@async', { as: 'owner', json: options });
    assert.equal(begun.status, 202);
    await server.runJobs();
    const address = new URL(begun.headers.get('location') ?? '').pathname.replace(/\/status$/, '');
    assert.ok((await fetched(address, 'owner')).includes(secret));
    for (const path of [address, `${address}/status`]) {
      assert.equal((await server.ask(path, { as: 'member' })).status, 404);
    }
  });

  test('answers kept for a repeated call', async () => {
    const options = { json: { input: file, params: {} }, headers: { 'Idempotency-Key': 'same' } };
    assert.ok(
      (await server.ask('/automation/Document.GetBlob', { ...options, as: 'owner' })).text.includes(secret),
    );
    const { text } = await server.ask('/automation/Document.GetBlob', { ...options, as: 'member' });
    assert.ok(!text.includes(secret));
  });

  test('uploads, used by their name', async () => {
    const batch = String((await server.ask('/upload', { as: 'owner', method: 'POST' })).body.batchId);
    await server.ask(`/upload/${batch}/0`, { as: 'owner', body: secret });
    for (const path of [`/upload/${batch}`, `/upload/${batch}/0`, `/upload/${batch}/info`]) {
      assert.equal((await server.ask(path, { as: 'member' })).status, 404);
    }
    const input = { 'upload-batch': batch, 'upload-fileId': '0' };
    const converted = await server.ask('/automation/Blob.ToPDF', {
      as: 'member',
      json: { input, params: {} },
    });
    assert.ok(converted.status >= 400);
  });

  test('copies of a folder leave out what its copier may not read', async () => {
    const home = await addDocument(server, '/default-domain/workspaces', 'Workspace', 'mine');
    await run('Document.AddPermission', home, { users: ['member'], permission: 'Everything' });
    const copied = await run('Document.Copy', open, { target: home }, 'member');
    assert.equal(copied.status, 200);
    const found = await server.ask(
      query(`SELECT * FROM Document WHERE ecm:path STARTSWITH '${copied.body.path}'`),
    );
    assert.ok(found.text.includes('plain'));
    assert.ok(!found.text.includes(secret));
  });
});

test('bytes cannot be had by naming where they are stored', async () => {
  const reply = await server.ask(`/id/${file}/@blob/file:content`, { as: 'owner' });
  const digest = reply.headers.get('etag')?.replaceAll('"', '') ?? '';
  const keys: string[] = [];
  for await (const key of server.repository.ports.blobs.keys(new Date(8.64e15))) keys.push(key);
  assert.ok(keys.length > 0);
  for (const key of keys) {
    const stolen = {
      digestAlgorithm: 'MD5',
      digest,
      length: 18,
      data: key,
      key,
      name: 'x',
      'mime-type': 'text/plain',
    };
    const options: readonly (readonly [string, object])[] = [
      ['Document.Update', { properties: { 'file:content': stolen, 'files:files': [{ file: stolen }] } }],
      ['Document.SetProperty', { xpath: 'file:content', value: stolen }],
      ['Document.SetProperty', { xpath: 'file:content', value: JSON.stringify(stolen) }],
      ['Document.SetProperty', { xpath: 'file:content/data', value: key }],
      [
        'Document.AddItemToListProperty',
        { xpath: 'files:files', complexJsonProperties: JSON.stringify([{ file: stolen }]) },
      ],
    ];
    for (const [id, params] of options) {
      await run(id, openFile, params, 'member');
      for (const xpath of ['file:content', 'files:files/0/file']) {
        const { text } = await server.ask(`/id/${openFile}/@blob/${xpath}`, { as: 'member' });
        assert.ok(!text.includes(secret), `${id} ${JSON.stringify(params)}`);
      }
    }
    const converted = await server.ask('/automation/Blob.RunConverter', {
      as: 'member',
      json: { input: stolen, params: { converter: 'any2text' } },
    });
    assert.ok(!converted.text.includes(secret));
  }
});
