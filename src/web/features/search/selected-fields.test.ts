import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedDocument } from '#web/documents/rows/test-document.ts';
import { fieldValue, selectedFields } from './selected-fields.ts';

const names = (query: string) => selectedFields(query).map(({ name }) => name);

test('everything, one of each, what is worked out, and every item of a list are no columns', () => {
  for (const list of [
    '*',
    'DISTINCT dc:title',
    'COUNT(ecm:uuid)',
    'dc:title, MAX(dc:created)',
    'dc:subjects/*1',
  ])
    assert.deepEqual(names(`SELECT ${list} FROM Document`), [], list);
  assert.deepEqual(names('SELECT dc:title, FROM'), []);
});

test('names of fields are columns in their order, by the name that the query gives them', () => {
  assert.deepEqual(selectedFields('SELECT dc:source AS origin, ecm:uuid FROM Note'), [
    { name: 'dc:source', alias: 'origin' },
    { name: 'ecm:uuid', alias: undefined },
  ]);
});

test('a document says its own system fields', () => {
  const document = storedDocument('lease', { properties: { 'dc:source': 'Archive' }, path: '/a/lease' });
  assert.equal(fieldValue(document, 'ecm:name'), 'lease');
  assert.equal(fieldValue(document, 'ecm:uuid'), 'lease');
  assert.equal(fieldValue(document, 'dc:source'), 'Archive');
});
