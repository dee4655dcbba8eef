import assert from 'node:assert/strict';
import { it } from 'node:test';
import { blobPart } from './blob-part.ts';
import { fileKey } from './offline-folder.ts';
import { folderQuery, listOf } from './offline-query.ts';
import { document } from './test-document.ts';

const where = (conditions: string) => `SELECT * FROM Document WHERE ${conditions}`;

it('answers lists of one folder, and nothing that it does not know whole', () => {
  const files = folderQuery(
    where("ecm:parentId = ? AND ecm:isTrashed = 0 AND ecm:mixinType != 'Folderish' AND ecm:isVersion = 0"),
    ['top'],
  );
  assert.equal(files?.parent, 'top');
  assert.equal(files?.matches(document('a')), true);
  assert.equal(files?.matches({ ...document('a'), isTrashed: true }), false);
  assert.equal(files?.matches({ ...document('a'), facets: ['Folderish'] }), false);
  assert.equal(folderQuery(where('ecm:parentId = ? AND dc:title = ?'), ['top', 'a']), undefined);
  assert.equal(folderQuery(where('ecm:parentId = ? AND ecm:parentId = ?'), ['top', 'a']), undefined);
  assert.equal(folderQuery(where('ecm:isTrashed = 0'), []), undefined);
  assert.equal(folderQuery('SELECT ecm:uuid FROM Document', []), undefined);
});

it('orders by several fields, what has no value first, and pages', () => {
  const sized = (uid: string, nature: string | null, length: string) => ({
    ...document(uid),
    properties: { 'dc:nature': nature, 'file:content': { length } },
  });
  const all = [sized('a', 'memo', '9'), sized('b', null, '10'), sized('c', 'memo', '10')];
  const order = (sortBy: readonly string[], sortOrder: readonly string[], offset = 0, pageSize = 10) =>
    listOf(all, { sortBy, sortOrder, offset, pageSize }).entries.map(({ uid }) => uid);
  assert.deepEqual(order(['dc:nature', 'file:content/length'], ['asc', 'desc']), ['b', 'c', 'a']);
  assert.deepEqual(order(['file:content/length', 'dc:nature'], ['asc', 'asc']), ['a', 'b', 'c']);
  assert.deepEqual(order([], [], 1, 1), ['b']);
  const { resultsCount, isNextPageAvailable } = listOf(all, {
    sortBy: [],
    sortOrder: [],
    offset: 0,
    pageSize: 2,
  });
  assert.deepEqual({ resultsCount, isNextPageAvailable }, { resultsCount: 3, isNextPageAvailable: true });
});

it('knows a file by what it is, whatever it is asked for', () => {
  const server = 'http://host:1/nuxeo';
  const key = fileKey(server, `${server}/nxfile/default/1/file:content/A%20b.pdf?changeToken=1-0`);
  assert.equal(key, '/nxfile/default/1/file:content/A b.pdf');
  assert.equal(
    fileKey(server, `${server}/nxfile/default/1/file:content/A%20b.pdf?clientReason=view&changeToken=2-0`),
    key,
  );
  assert.notEqual(fileKey(server, `${server}/api/v1/id/1/@blob/file:content/@convert?type=a/b`), key);
});

it('gives the part of a file that is asked for', async () => {
  const blob = new Blob(['0123456789'], { type: 'video/mp4' });
  const part = async (range: string | null) => {
    const { body, status, headers } = blobPart(blob, range);
    return [status, await body?.text(), headers['Content-Range']];
  };
  assert.deepEqual(await part(null), [200, '0123456789', undefined]);
  assert.deepEqual(await part('bytes=2-4'), [206, '234', 'bytes 2-4/10']);
  assert.deepEqual(await part('bytes=8-'), [206, '89', 'bytes 8-9/10']);
  assert.deepEqual(await part('bytes=8-99'), [206, '89', 'bytes 8-9/10']);
  assert.deepEqual(await part('bytes=10-'), [416, undefined, 'bytes */10']);
});
