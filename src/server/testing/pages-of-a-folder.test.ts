/**
 * Pages of a folder while its content changes, for a person who may not read all of it.
 * Invariant: between two pages anything may change; each page shows the present content.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJsonObject, type Json } from '#wire/json.ts';
import { addDocument, addUser, startTestServer } from './test-server.ts';

const server = await startTestServer();
await addUser(server, 'fry', 'members');
const home = '/default-domain/workspaces';
const folder = await addDocument(server, home, 'Folder', 'many');
const names = Array.from({ length: 24 }, (_, index) => `name ${index}`);
const types = ['File', 'Folder', 'Note', 'File'];
const ids = new Map<string, string>();
for (const [index, name] of names.entries())
  ids.set(name, await addDocument(server, `${home}/many`, types[index % types.length] ?? '', name));

const text = (condition: string): string =>
  `SELECT * FROM Document WHERE ${condition} AND ecm:isVersion = 0 AND ecm:mixinType != 'HiddenInNavigation' AND ecm:isTrashed = 0`;

async function page(condition: string, sort: string, offset: number, pageSize: number) {
  const query = new URLSearchParams({
    query: text(condition),
    sortBy: sort,
    sortOrder: sort === 'dc:title' ? 'asc' : 'desc',
    offset: `${offset}`,
    pageSize: `${pageSize}`,
  });
  const { status, body } = await server.ask(`/search/execute?${query}`, { as: 'fry' });
  assert.equal(status, 200);
  const entries = Array.isArray(body.entries) ? body.entries : [];
  const titles = entries.map((entry: Json) => (isJsonObject(entry) ? entry.title : undefined));
  return { titles, count: body.resultsCount };
}

/** Compares with the same folder by a condition other than a plain one on the parent. */
async function expectPages(): Promise<void> {
  for (const sort of ['dc:title', 'dc:modified']) {
    const whole = await page(`ecm:parentId IN ('${folder}')`, sort, 0, 100);
    const found: unknown[] = [];
    for (let offset = 0; offset < whole.titles.length; offset += 7) {
      const { titles, count } = await page(`ecm:parentId = '${folder}'`, sort, offset, 7);
      assert.equal(count, whole.titles.length);
      found.push(...titles);
    }
    assert.deepEqual(found, whole.titles);
  }
}

const idOf = (name: string): string => ids.get(name) ?? '';
const op = async (id: string, name: string, params: object): Promise<void> => {
  const { status, text: message } = await server.ask(`/id/${id}/@op/${name}`, { json: { params } });
  assert.ok(status < 300, message);
};
const rename = async (name: string, title: string): Promise<void> => {
  const properties = { 'dc:title': title };
  const { status } = await server.ask(`/id/${idOf(name)}`, {
    method: 'PUT',
    json: { 'entity-type': 'document', properties },
  });
  assert.equal(status, 200);
};
const remove = async (name: string): Promise<void> => {
  assert.equal((await server.ask(`/id/${idOf(name)}`, { method: 'DELETE' })).status, 204);
};
const block = (id: string): Promise<void> => op(id, 'Document.BlockPermissionInheritance', {});

test('each page is of what the folder holds when it is asked for', async () => {
  await expectPages();
  const changes: readonly (() => Promise<unknown>)[] = [
    () => addDocument(server, `${home}/many`, 'File', 'name 3 and a half'),
    () => rename('name 20', 'a first one'),
    () => remove('name 2'),
    () => op(idOf('name 5'), 'Document.Trash', {}),
    () => op(idOf('name 4'), 'Document.Trash', {}),
    () => block(idOf('name 9')),
    () => block(idOf('name 8')),
    () => op(idOf('name 10'), 'Document.Move', { target: home }),
    () => op(folder, 'Document.Trash', {}),
    () => op(folder, 'Document.Untrash', {}),
    () => block(folder),
    () =>
      op(idOf('name 13'), 'Document.AddPermission', {
        username: 'fry',
        permission: 'Read',
      }),
  ];
  for (const change of changes) {
    await change();
    await expectPages();
  }
  assert.deepEqual((await page(`ecm:parentId = '${folder}'`, 'dc:title', 0, 40)).titles, ['name 13']);
});

test('pages that meet changes hold nobody twice, and nothing that may not be read', async () => {
  const other = await addDocument(server, home, 'Folder', 'busy');
  const made: string[] = [];
  for (let index = 0; index < 20; index++)
    made.push(await addDocument(server, `${home}/busy`, index % 2 ? 'File' : 'Folder', `busy ${index}`));
  const hidden = made.slice(0, 4);
  for (const id of hidden) await block(id);
  const changes = made.slice(4).map((id, index) => {
    if (index % 3 === 0) return server.ask(`/id/${id}`, { method: 'DELETE' });
    if (index % 3 === 1) return addDocument(server, `${home}/busy`, 'File', `later ${index}`);
    const properties = { 'dc:title': `another ${index}` };
    return server.ask(`/id/${id}`, { method: 'PUT', json: { 'entity-type': 'document', properties } });
  });
  const pages = changes.map((_, index) => page(`ecm:parentId = '${other}'`, 'dc:title', index % 12, 6));
  for (const { titles } of await Promise.all(pages)) {
    assert.equal(new Set(titles).size, titles.length);
    for (const index of [0, 1, 2, 3]) assert.ok(!titles.includes(`busy ${index}`));
  }
  await Promise.all(changes);
  const whole = await page(`ecm:parentId IN ('${other}')`, 'dc:title', 0, 100);
  assert.deepEqual((await page(`ecm:parentId = '${other}'`, 'dc:title', 0, 100)).titles, whole.titles);
});
