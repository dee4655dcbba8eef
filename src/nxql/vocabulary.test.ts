import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distance, nearest } from './nearest.ts';
import { SAMPLE_CONFIG, SAMPLE_VOCABULARY } from './sample-config.test-support.ts';
import { findField, findProperty, vocabularyFromConfig } from './vocabulary.ts';

const NAMES: readonly (readonly [string, string | undefined])[] = [
  ['dc:title', 'dc:title string'],
  ['description', undefined],
  ['title', 'uid:title string'],
  ['phonenumber', 'phonenumber string'],
  ['dc:subjects', 'dc:subjects list'],
  ['dc:subjects/0', 'dc:subjects/* string'],
  ['dc:subjects/*12', 'dc:subjects/* string'],
  ['file:content', 'file:content blob'],
  ['file:content/length', 'file:content/length long'],
  ['content/length', 'file:content/length long'],
  ['files:files/0', 'files:files/* complex'],
  ['files:files[*1]/file/name', 'files:files/*/file/name string'],
  ['picture:info/ratio', 'picture:info/ratio double'],
  ['picture:info/nope', undefined],
  ['dc:title/0', undefined],
];

for (const [name, expected] of NAMES) {
  test(`${name} means ${expected}`, () => {
    const found = findProperty(SAMPLE_VOCABULARY, name);
    assert.equal(found && `${found.xpath} ${found.type}`, expected);
  });
}

test('system names are fields too, in all their variants', () => {
  const types = ['ecm:uuid', 'ecm:tag/*1', 'ecm:acl[*3]/begin', 'ecm:fulltext_title', 'ecm:nope'].map(
    (name) => findField(SAMPLE_VOCABULARY, name)?.type,
  );
  assert.deepEqual(types, ['string', 'list', 'date', 'string', undefined]);
});

test('the base types are there even when the server does not list them', () => {
  const bare = vocabularyFromConfig({ doctypes: {}, schemas: {} });
  assert.deepEqual([...bare.types.keys()], ['Document', 'Relation']);
});

test('sources of values can be added', () => {
  const own = vocabularyFromConfig(SAMPLE_CONFIG, { 'note:mime_type': { kind: 'directory', name: 'mime' } });
  assert.deepEqual(findProperty(own, 'note:mime_type')?.values, { kind: 'directory', name: 'mime' });
  assert.deepEqual(findProperty(own, 'dc:nature')?.values, { kind: 'directory', name: 'nature' });
});

test('fields with constraints are read like plain ones', () => {
  const own = vocabularyFromConfig({
    doctypes: {},
    schemas: { s: { '@prefix': 's', a: { type: 'string[]', itemConstraints: [] } } },
  });
  assert.equal(findProperty(own, 's:a')?.element, 'string');
});

test('distance counts a swap of neighbours as one step', () => {
  assert.equal(distance('titel', 'title', 3), 1);
  assert.equal(distance('kitten', 'sitting', 5), 3);
  assert.equal(distance('', 'abc', 5), 3);
  assert.equal(distance('abcdef', 'uvwxyz', 2), 3);
});

test('only near names are suggested, the nearest first', () => {
  assert.deepEqual(nearest('Flie', ['Folder', 'File', 'Note']), ['File']);
  assert.deepEqual(nearest('dc:titel', ['dc:nature', 'uid:title', 'dc:title']), ['dc:title']);
  assert.deepEqual(nearest('zzzz', ['File']), []);
  assert.deepEqual(nearest('x'.repeat(100_000), ['File']), []);
});
