import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DirectoryEntity, DirectoryEntryEntity } from '#wire/directory.ts';
import type { JsonObject } from '#wire/json.ts';
import {
  filterTree,
  keyOf,
  labelColumns,
  orderingsAfterMove,
  placesBetween,
  siblingsOf,
  storedValue,
  termOf,
  treeOf,
} from './terms.ts';

function directory(name: string, schema: string, parent: string | null): DirectoryEntity {
  return { 'entity-type': 'directory', name, schema, idField: 'id', parent };
}

function entry(directoryName: string, id: string, properties: JsonObject): DirectoryEntryEntity {
  return { 'entity-type': 'directoryEntry', directoryName, id, properties: { id, ...properties } };
}

const subjects = directory('subjects', 'l10nxvocabulary', 'subjects');
const entries = [
  entry('subjects', 'dance', { label_en: 'Dance', label_fr: 'Danse', parent: 'art', ordering: 20 }),
  entry('subjects', 'cinema', { label_en: 'Cinema', label_fr: 'Cinéma', parent: 'art', ordering: 10 }),
  entry('subjects', 'art', { label_en: 'Art', label_fr: '', parent: null, ordering: 10 }),
  entry('subjects', 'lost', { label_en: 'Lost', parent: 'nowhere', ordering: 5, obsolete: 1 }),
];
const tree = treeOf(
  subjects,
  entries.map((one) => termOf(one, 'fr')),
  [],
  'fr',
);

test('labels are in the reader’s language, or in English where there is none', () => {
  assert.deepEqual(
    tree.roots.map(({ label }) => label),
    ['Lost', 'Art'],
  );
  assert.deepEqual(
    tree.children.get(keyOf('subjects', 'art'))?.map(({ label }) => label),
    ['Cinéma', 'Danse'],
  );
  assert.deepEqual(labelColumns(subjects, entries, 'fr'), ['label_fr', 'label_en']);
});

test('terms stand under those of another vocabulary', () => {
  const country = directory('country', 'xvocabulary', 'continent');
  const continents = [termOf(entry('continent', 'europe', { label: 'Europe' }), 'en', true)];
  const countries = [termOf(entry('country', 'France', { label: 'France', parent: 'europe' }), 'en')];
  const both = treeOf(country, countries, continents, 'en');
  assert.deepEqual(
    both.roots.map(({ label, hasChildren, borrowed }) => [label, hasChildren, borrowed]),
    [['Europe', true, true]],
  );
  const france = both.children.get(keyOf('continent', 'europe'))?.[0];
  assert.ok(france !== undefined);
  assert.equal(storedValue(both, france), 'europe/France');
});

test('a filter keeps what stands above a match, and needs no accents', () => {
  const found = filterTree(tree, 'cinema');
  assert.deepEqual(
    found.roots.map(({ entryId }) => entryId),
    ['art'],
  );
  assert.deepEqual(
    found.children.get(keyOf('subjects', 'art'))?.map(({ entryId }) => entryId),
    ['cinema'],
  );
});

test('moving writes no more orderings than it must', () => {
  const siblings = siblingsOf(tree, keyOf('subjects', 'cinema'));
  assert.deepEqual(orderingsAfterMove(siblings, keyOf('subjects', 'cinema'), 1), [
    { entryId: 'dance', ordering: 10 },
    { entryId: 'cinema', ordering: 20 },
  ]);
  assert.deepEqual(orderingsAfterMove(siblings, keyOf('subjects', 'cinema'), -1), []);
});

test('a term takes the place of the sibling that it is dropped on, and of nothing else', () => {
  const between = (one: string, other: string) =>
    placesBetween(tree, keyOf('subjects', one), keyOf('subjects', other));
  assert.equal(between('cinema', 'dance'), 1);
  assert.equal(between('dance', 'cinema'), -1);
  assert.equal(between('dance', 'dance'), 0);
  assert.equal(between('dance', 'art'), 0);
  assert.equal(between('nobody', 'art'), 0);
});
