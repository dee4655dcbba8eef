import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedDocument } from '#web/documents/rows/test-document.ts';
import { fieldValue, listingQuery, selectedFields, selectedProperties } from './selected-fields.ts';

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

test('the documents are found without the list, at the same places in the text', () => {
  const query = 'SELECT dc:title, dc:source AS origin FROM Note WHERE dc:nature = 1';
  assert.equal(listingQuery(query), 'SELECT *                             FROM Note WHERE dc:nature = 1');
  assert.equal(listingQuery('SELECT DISTINCT dc:title FROM Note'), 'SELECT DISTINCT dc:title FROM Note');
  assert.deepEqual(names('SELECT dc:source AS origin FROM Note ORDER BY origin'), []);
});

test('tells which columns of a query are properties', () => {
  const named = 'SELECT dc:title, ecm:path, file:content/length FROM Document';
  assert.deepEqual(selectedProperties(named), ['dc:title', 'file:content/length']);
  assert.deepEqual(selectedProperties('SELECT * FROM Document'), []);
});
