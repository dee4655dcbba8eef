import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OperationDescription } from '#wire/operation.ts';
import { findOperations, grouped, inputKinds, takesSeveral } from './catalogue.ts';

const operation = (id: string, part: Partial<OperationDescription> = {}): OperationDescription => ({
  id,
  label: id,
  category: 'Files',
  requires: null,
  description: '',
  url: id,
  signature: [],
  params: [],
  ...part,
});

const all = [
  operation('Document.Lock', { category: 'Document', description: 'Keeps a PDF from being changed' }),
  operation('Blob.ToPDF', { label: 'Convert to PDF' }),
  operation('Blob.Attach', { label: 'Joindre un élément' }),
];

it('finds every word anywhere, names first, accents aside', () => {
  const found = (typed: string) => findOperations(all, typed).map(({ id }) => id);
  assert.deepEqual(found('pdf'), ['Blob.ToPDF', 'Document.Lock']);
  assert.deepEqual(found('pdf lock'), ['Document.Lock']);
  assert.deepEqual(found('element'), ['Blob.Attach']);
  assert.deepEqual(found('nothing like it'), []);
});

it('groups by category in alphabetical order', () => {
  assert.deepEqual(
    grouped(all).map(({ category, operations }) => [category, operations.length]),
    [
      ['Document', 1],
      ['Files', 2],
    ],
  );
});

it('reads what an operation takes from its signature', () => {
  assert.deepEqual(inputKinds(operation('a', { signature: ['document', 'blob', 'documents', 'bloblist'] })), [
    'documents',
    'query',
  ]);
  assert.deepEqual(inputKinds(operation('a', { signature: ['void', 'void', 'documents', 'documents'] })), [
    'nothing',
    'documents',
    'query',
  ]);
  assert.deepEqual(inputKinds(operation('a', { signature: ['void', 'void', 'string', 'document'] })), [
    'nothing',
    'text',
  ]);
  assert.equal(inputKinds(operation('a')).length, 5);
});

it('knows when one run takes several', () => {
  const one = operation('a', { signature: ['document', 'documents'] });
  assert.equal(takesSeveral(one, 'documents'), false);
  assert.equal(takesSeveral(operation('a', { signature: ['documents', 'void'] }), 'documents'), true);
});
