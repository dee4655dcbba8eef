import assert from 'node:assert/strict';
import { test } from 'node:test';
import { storedDocument } from '../rows/test-document.ts';
import type { StoredDocument } from '../stored-document.ts';
import { similarWords } from './similar-words.ts';

function document(
  title: string,
  description: string | null = null,
  tags: readonly string[] = [],
): StoredDocument {
  const properties = { 'dc:title': title, 'dc:description': description };
  return storedDocument('one', { title, properties, contextParameters: { tags } });
}

test('words of tags first, then of the title and the description, each once', () => {
  const lease = document('Lease_of the Mill 2026.pdf', 'The lease of the old mill', ['property', 'mill']);
  assert.equal(similarWords(lease), 'property OR mill OR lease');
});

test('at most eight, in any script', () => {
  const long = document('alpha bravo charlie delta echoes foxtrot golfer hotel india juliett');
  assert.equal(similarWords(long).split(' OR ').length, 8);
  assert.equal(similarWords(document('賃貸借契約書.pdf')).includes('契約'), true);
  assert.equal(similarWords(document('عقد إيجار الطاحونة')), 'إيجار OR الطاحونة');
});

test('a document without telling words has none', () => {
  assert.equal(similarWords(document('IMG_0042.jpg')), '');
});
