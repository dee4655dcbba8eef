import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readingOptions } from './reading-options.ts';

const read = (headers: Record<string, string>, query = '') =>
  readingOptions(new Headers(headers), new URLSearchParams(query));

test('no properties asked for is not the same as none found', () => {
  assert.equal(read({}).schemas, undefined);
  assert.deepEqual(read({ properties: ' ' }).schemas, undefined);
});

for (const name of ['properties', 'X-NXproperties', 'X-NXDocumentProperties']) {
  test(`schemas by header ${name}, merged with the query`, () => {
    assert.deepEqual(
      [...(read({ [name]: 'file, dublincore' }, 'properties=note').schemas ?? [])],
      ['note', 'file', 'dublincore'],
    );
  });
}

for (const name of [
  'enrichers-document',
  'enrichers.document',
  'X-NXenrichers.document',
  'X-NXenrichers',
  'X-NXContext-Category',
]) {
  test(`enrichers by header ${name}`, () => {
    assert.deepEqual(read({ [name]: 'thumbnail, acls' }).enrichers('document'), ['thumbnail', 'acls']);
  });
}

test('depth falls back to root; locale drops the region', () => {
  const enriched = (depth: string): readonly boolean[] => [1, 2, 3].map(read({ depth }).mayEnrich);
  assert.deepEqual(enriched('children'), [true, true, false]);
  assert.deepEqual(enriched('max'), [true, true, true]);
  assert.deepEqual(enriched('endless'), [true, false, false]);
  assert.equal(read({ 'accept-language': 'fr-CA,fr;q=0.9' }).locale, 'fr');
  assert.equal(read({}).locale, 'en');
});
