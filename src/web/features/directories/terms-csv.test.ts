/** Tests that an exported vocabulary imports unchanged, and that the changes of a file are known before they are made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DirectoryEntryEntity } from '#wire/directory.ts';
import { csvOf, planOf } from './terms-csv.ts';

const entry = (id: string, properties: DirectoryEntryEntity['properties']): DirectoryEntryEntity => ({
  'entity-type': 'directoryEntry',
  directoryName: 'nature',
  id,
  properties: { id, ...properties },
});

const entries = [
  entry('lease', { label: 'Lease, "long"', ordering: 1, obsolete: 0, parent: null }),
  entry('deed', { label: 'Acte\nnotarié', ordering: 2, obsolete: 1, parent: null }),
];

test('a file that comes back as it went changes nothing', () => {
  const file = csvOf(entries);
  assert.match(file, /^\ufeffid,label,ordering,obsolete,parent\r\n/);
  assert.deepEqual(planOf(file, entries), { create: [], update: [], unchanged: 2, problems: [] });
});

test('nothing is a formula in a spreadsheet, and all of it comes back as it was', () => {
  const texts = ['=CMD()', '+1', '-x', '@SUM(1)', '\t=1', "'=1", "''-", "'quoted'", 'a=b'];
  const risky = texts.map((label, index) => entry(`=${index}`, { label, ordering: -index }));
  const file = csvOf(risky);
  assert.doesNotMatch(file, /(^|[,\n"])[=+@\t]/);
  assert.match(file, /\r\n'=1,'\+1,-1/);
  assert.equal(planOf(file, risky).unchanged, texts.length);
});

test('only what is named changes', () => {
  const file = 'id;label\nlease;Lease\nmap;Map\ndeed;\n';
  assert.deepEqual(planOf(file, entries), {
    create: [{ id: 'map', properties: { label: 'Map' } }],
    update: [
      { id: 'lease', properties: { label: 'Lease' } },
      { id: 'deed', properties: { label: null } },
    ],
    unchanged: 0,
    problems: [],
  });
  assert.deepEqual(planOf('id,ordering\nlease,7\ndeed,', entries).update, [
    { id: 'lease', properties: { ordering: 7 } },
  ]);
});

test('what cannot be taken is said with its line', () => {
  const kinds = (file: string) => planOf(file, entries).problems.map(({ line, kind }) => [line, kind]);
  assert.deepEqual(kinds('label\nx'), [[1, 'noId']]);
  assert.deepEqual(kinds('id,colour\nlease,red'), [[1, 'column']]);
  assert.deepEqual(kinds('id,ordering\nlease,first\n,2\ndeed,3\ndeed,4'), [
    [2, 'number'],
    [3, 'noId'],
    [5, 'twice'],
  ]);
  assert.deepEqual(planOf('id,label\nnew,New', []).create, [{ id: 'new', properties: { label: 'New' } }]);
  assert.deepEqual(kinds('id,label\nnew,New\nlease,"Lease\ndeed,Deed\n'), [[3, 'quotes']]);
  assert.deepEqual(kinds(''), [[1, 'noId']]);
});
