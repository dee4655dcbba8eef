import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireFewCharacters } from './document-search.ts';

test('selected values are bounded by their texts, not by their number', () => {
  const rows = Array.from({ length: 10 }, () => ({
    'dc:title': 'ten letters'.slice(0, 10),
    'uid:major_version': 1,
  }));
  requireFewCharacters(rows, 100);
  assert.throws(() => requireFewCharacters(rows, 99), { code: 'payloadTooLarge' });
});
