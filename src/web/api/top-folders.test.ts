import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byNames } from './name-order.ts';
import { topmost } from './top-folders.ts';

test('a way in begins at what lies in nothing else that one may read', () => {
  const names = (...paths: readonly (string | null)[]) =>
    topmost(paths.map((path) => ({ path }))).map(({ path }) => path);
  assert.deepEqual(names('/a/b', '/a/b/c', '/a/b/c/d', '/a/bc', '/a/d/e'), ['/a/b', '/a/bc', '/a/d/e']);
  assert.deepEqual(names('/a/b/c', '/a'), ['/a']);
  assert.deepEqual(names(null), []);
});

test('names stand in the order of the server: without case and accents, numbers by value', () => {
  const names = ['Zoll', 'Ölhafen', 'Receipt 10', 'archives', 'Receipt 2', 'Ärchives, new'];
  assert.deepEqual(names.toSorted(byNames), [
    'archives',
    'Ärchives, new',
    'Ölhafen',
    'Receipt 2',
    'Receipt 10',
    'Zoll',
  ]);
});
