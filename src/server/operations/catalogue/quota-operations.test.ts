/** Space statistics over HTTP: correct from the first document on, after everything that can happen to a document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDocument, startTestServer } from '#server/testing/test-server.ts';
import { isJsonObject } from '#wire/json.ts';

const server = await startTestServer();
const workspaces = '/default-domain/workspaces';
const run = async (id: string, json: object) => {
  const { status, text, body } = await server.ask(`/automation/${id}`, { json });
  assert.ok(status < 300, text);
  return { text, body };
};

async function statisticsOf(documentRef: string): Promise<readonly number[]> {
  const { text } = await run('Quotas.GetStatistics', { params: { documentRef } });
  const list: unknown = JSON.parse(text);
  assert.ok(Array.isArray(list));
  return list.map(({ data }) => Number(data));
}

/** Live, trash and version bytes of the root; a full recount must give the same. */
async function everywhere(): Promise<readonly number[]> {
  const statistics = await statisticsOf('/');
  assert.deepEqual(await statisticsOf('/default-domain'), statistics);
  return statistics;
}

test('the root knows what it holds, whatever happens to a file', async () => {
  assert.deepEqual(await everywhere(), [0, 0, 0]);
  const content = (text: string) => ({ 'file:content': { content: text, name: 'a.txt' } });
  await addDocument(server, workspaces, 'Folder', 'there', { 'dc:title': 'there' });
  const id = await addDocument(server, workspaces, 'File', 'file', content('12345'));
  assert.deepEqual(await everywhere(), [5, 0, 0]);
  await run('Document.CreateVersion', { input: id, params: { increment: 'Minor' } });
  assert.deepEqual(await everywhere(), [5, 0, 5]);
  await run('Document.Update', { input: id, params: { properties: content('123456789') } });
  assert.deepEqual(await everywhere(), [9, 0, 5]);
  const copy = await run('Document.Copy', { input: id, params: { target: `${workspaces}/there` } });
  assert.deepEqual(await everywhere(), [18, 0, 5]);
  await run('Document.Move', { input: id, params: { target: `${workspaces}/there` } });
  assert.deepEqual(await everywhere(), [18, 0, 5]);
  await run('Document.Trash', { input: id });
  assert.deepEqual(await everywhere(), [9, 9, 5]);
  await run('Document.Untrash', { input: id });
  assert.deepEqual(await everywhere(), [18, 0, 5]);
  await run('Document.Delete', { input: id });
  assert.deepEqual(await everywhere(), [9, 0, 0]);
  await run('Document.Delete', { input: String(copy.body.uid) });
  assert.deepEqual(await everywhere(), [0, 0, 0]);
});

test('a folder with a quota, and one below it, know what of them is trash', async () => {
  const outer = await addDocument(server, workspaces, 'Folder', 'outer');
  const inner = await addDocument(server, `${workspaces}/outer`, 'Folder', 'inner');
  for (const input of [outer, inner]) await run('Quotas.SetMaxSize', { input, params: { targetSize: 100 } });
  const content = { 'file:content': { content: '12345', name: 'a.txt' } };
  await addDocument(server, `${workspaces}/outer/inner`, 'File', 'file', content);
  for (const input of [outer, inner]) assert.deepEqual(await statisticsOf(input), [5, 0, 0]);
  await run('Document.Trash', { input: outer });
  for (const input of [outer, inner]) assert.deepEqual(await statisticsOf(input), [0, 5, 0]);
  await run('Document.Untrash', { input: outer });
  for (const input of [outer, inner]) assert.deepEqual(await statisticsOf(input), [5, 0, 0]);
  await run('Document.Delete', { input: outer });
});

test('the enricher shows them where they are kept', async () => {
  const options = { headers: { 'enrichers-document': 'quota' } };
  const root = (await server.ask('/path/', options)).body.contextParameters;
  const { totalSize, maxQuota, live, trash, versions } =
    isJsonObject(root) && isJsonObject(root.quota) ? root.quota : {};
  assert.deepEqual([totalSize, maxQuota, live, trash, versions], [0, -1, 0, 0, 0]);
  assert.deepEqual((await server.ask(`/path${workspaces}`, options)).body.contextParameters, {});
});
