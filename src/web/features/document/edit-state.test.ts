import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DocumentEntity } from '#wire/document.ts';
import type { JsonObject } from '#wire/json.ts';
import {
  changedProperties,
  changedSince,
  conflictsWith,
  rebaseEdit,
  valuesToUndo,
  withoutValue,
  withValue,
} from './edit-state.ts';

function documentWith(properties: JsonObject, changeToken = '0-0'): DocumentEntity {
  return {
    'entity-type': 'document',
    repository: 'default',
    uid: '1',
    path: '/a',
    type: 'File',
    state: 'project',
    parentRef: '0',
    isCheckedOut: true,
    isRecord: false,
    retainUntil: null,
    hasLegalHold: false,
    isUnderRetentionOrLegalHold: false,
    isVersion: false,
    isProxy: false,
    changeToken,
    isTrashed: false,
    title: 'A',
    properties,
    facets: [],
    schemas: [],
  };
}

const before = documentWith({ 'dc:title': 'A', 'dc:source': null });

it('holds only what differs from the document', () => {
  const edit = withValue(null, before, 'dc:title', 'B');
  assert.ok(edit);
  assert.deepEqual(changedProperties(edit), { 'dc:title': 'B' });
  assert.equal(withValue(edit, before, 'dc:title', 'A'), null);
  assert.equal(withValue(null, before, 'dc:source', ''), null);
  assert.equal(withoutValue(edit, 'dc:title'), null);
});

it('keeps speaking of the state in which it began', () => {
  const edit = withValue(null, before, 'dc:title', 'B');
  const refreshed = documentWith({ 'dc:title': 'A' }, '1-0');
  assert.equal(withValue(edit, refreshed, 'dc:source', 'x')?.base.changeToken, '0-0');
});

it('finds what both changed, and only that', () => {
  const edit = withValue(withValue(null, before, 'dc:title', 'Mine'), before, 'dc:source', 'x');
  assert.ok(edit);
  const theirs = documentWith({ 'dc:title': 'Theirs', 'dc:source': null }, '1-0');
  assert.deepEqual(conflictsWith(edit, theirs), [{ name: 'dc:title', mine: 'Mine', theirs: 'Theirs' }]);
  assert.deepEqual(conflictsWith(edit, documentWith({ 'dc:title': 'Mine' }, '1-0')), []);
});

it('goes on from what the server has now', () => {
  const edit = withValue(withValue(null, before, 'dc:title', 'B'), before, 'dc:source', 'x');
  assert.ok(edit);
  const next = rebaseEdit(edit, documentWith({ 'dc:title': 'B', 'dc:source': 'y' }, '1-0'));
  assert.equal(next?.base.changeToken, '1-0');
  assert.deepEqual([...(next?.values ?? [])], [['dc:source', 'x']]);
});

it('is taken back by the values of before, unless a file is among them', () => {
  const base = documentWith({ 'dc:title': 'a', 'file:content': { name: 'f' } });
  const edit = {
    base,
    values: new Map([
      ['dc:title', 'b'],
      ['dc:source', 'c'],
    ]),
  };
  assert.deepEqual(valuesToUndo(edit), { 'dc:title': 'a', 'dc:source': null });
  assert.equal(valuesToUndo({ base, values: new Map([['file:content', null]]) }), null);
});

it('keeps what was typed while an edit was on its way', () => {
  const sent = withValue(null, before, 'dc:title', 'B');
  assert.ok(sent);
  const saved = documentWith({ 'dc:title': 'B', 'dc:source': 'theirs' }, '1-0');
  assert.equal(changedSince(sent, sent, saved), null);
  assert.equal(changedSince(null, sent, saved), null);

  const longer = changedSince(withValue(sent, before, 'dc:title', 'B c'), sent, saved);
  assert.ok(longer);
  assert.deepEqual(changedProperties(longer), { 'dc:title': 'B c' });
  assert.equal(longer.base.changeToken, '1-0');
  assert.deepEqual(conflictsWith(longer, saved), []);

  const other = changedSince(withValue(sent, before, 'dc:source', 'mine'), sent, saved);
  assert.ok(other);
  assert.deepEqual(changedProperties(other), { 'dc:source': 'mine' });
  assert.deepEqual(conflictsWith(other, saved), [{ name: 'dc:source', mine: 'mine', theirs: 'theirs' }]);
});
