import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storedDocument } from '#web/documents/rows/test-document.ts';
import { findMissingPermission, hasMediaType, ruleHolds, visiblePart } from './rules.ts';

it('holds of documents that are all it says, and of none in the trash', () => {
  const file = { ...storedDocument('1'), type: 'File', state: 'project', facets: ['Versionable'] };
  assert.equal(ruleHolds({}, []), false);
  assert.equal(ruleHolds({}, [file]), true);
  assert.equal(ruleHolds({ most: 1 }, [file, file]), false);
  assert.equal(ruleHolds({ types: ['Note'] }, [file]), false);
  assert.equal(ruleHolds({ facets: ['Versionable', 'Folderish'] }, [file]), false);
  assert.equal(ruleHolds({ types: ['File'], states: ['project'], facets: ['Versionable'] }, [file]), true);
  assert.equal(ruleHolds({ mediaTypes: ['text/*'] }, [file]), false);
  assert.equal(ruleHolds({}, [file, { ...file, isTrashed: true }]), false);
  assert.equal(ruleHolds({}, [{ ...file, isVersion: true }]), false);
});

it('names what a reader lacks, and nothing where the server tells no permissions', () => {
  const granting = (name: string, permissions: string[]) =>
    storedDocument(name, { contextParameters: { permissions } });
  const written = granting('1', ['Read', 'Write']);
  const read = granting('2', ['Read']);
  assert.deepEqual(findMissingPermission(['Write'], [written, read]), { permission: 'Write', name: '2' });
  assert.deepEqual(findMissingPermission(['Read', 'Remove'], [written]), { permission: 'Remove', name: '1' });
  assert.equal(findMissingPermission(['Write'], [written]), undefined);
  assert.equal(findMissingPermission([], [read]), undefined);
  assert.equal(findMissingPermission(['Write'], [storedDocument('3')]), undefined);
});

it('compares media types without their parameters', () => {
  assert.equal(hasMediaType(['text/*'], 'text/csv; charset=utf-8'), true);
  assert.equal(hasMediaType(['text/csv'], 'TEXT/CSV; charset=utf-8'), true);
  assert.equal(hasMediaType(['image/*'], null), false);
});

it('tells only the properties that are asked for', () => {
  const document = { ...storedDocument('1'), properties: { 'dc:title': 'A', 'dc:rights': 'secret' } };
  assert.deepEqual(visiblePart(document, ['dc:title', 'dc:none']).properties, { 'dc:title': 'A' });
});
