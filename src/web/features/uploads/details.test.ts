import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SchemaEntity } from '#wire/config.ts';
import { detailFields, detailsOf, fileTypes, noDraft, withDraft } from './details.ts';

const config = {
  doctypes: {
    File: { parent: 'Document', facets: [], schemas: ['dublincore', 'file'] },
    Contract: { parent: 'File', facets: [], schemas: ['dublincore', 'file', 'contract', 'uid'] },
    Note: { parent: 'Document', facets: [], schemas: ['note'] },
  },
  schemas: {},
};
const schemas: readonly SchemaEntity[] = [
  { name: 'dublincore', '@prefix': 'dc', fields: { title: 'string', source: 'string', nature: 'string' } },
  { name: 'contract', '@prefix': 'ct', fields: { party: 'string', scan: 'blob' } },
  { name: 'uid', '@prefix': 'uid', fields: { uid: 'string' } },
];

test('offers the types that hold a file', () => {
  const creatable = ['Note', 'File', 'Contract'].map((type) => ({ type, facets: [] }));
  assert.deepEqual(fileTypes(creatable, config), ['Contract', 'File']);
  assert.deepEqual(fileTypes(creatable, undefined), []);
});

test('offers what the type has of its own first, and a title for one file only', () => {
  const names = (type: string | null, single: boolean) =>
    detailFields(type, config, schemas, single).map(({ name }) => name);
  assert.deepEqual(names(null, false), ['dc:nature', 'dc:source']);
  assert.deepEqual(names('Contract', true), ['dc:title', 'ct:party', 'dc:nature', 'dc:source']);
});

test('what is written for one goes before what is written for all, and that before what was', () => {
  let drafts = withDraft(new Map(), 'all', { type: 'Contract', properties: { 'ct:party': 'Ada' } });
  drafts = withDraft(drafts, 'b', { ...noDraft, properties: { 'ct:party': 'Bo' } });
  const earlier = { type: null, properties: { 'dc:source': 'attic' } };
  const lines = [
    { id: 'a', details: null },
    { id: 'b', details: earlier },
    { id: 'c', details: null },
  ];
  assert.deepEqual(detailsOf(drafts, lines, 'all'), [
    [{ type: 'Contract', properties: { 'ct:party': 'Ada' } }, ['a', 'c']],
    [{ type: 'Contract', properties: { 'dc:source': 'attic', 'ct:party': 'Bo' } }, ['b']],
  ]);
});

test('says nothing of lines that nobody wrote about', () => {
  const drafts = withDraft(new Map(), 'a', { properties: { 'dc:source': 'attic' } });
  const lines = [
    { id: 'a', details: null },
    { id: 'b', details: null },
  ];
  assert.deepEqual(
    detailsOf(drafts, lines, 'all').map(([, ids]) => ids),
    [['a']],
  );
});
