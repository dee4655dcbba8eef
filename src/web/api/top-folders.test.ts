import assert from 'node:assert/strict';
import { test } from 'node:test';
import { topmost } from './top-folders.ts';

test('a way in begins at what lies in nothing else that one may read', () => {
  const names = (...paths: readonly (string | null)[]) =>
    topmost(paths.map((path) => ({ path }))).map(({ path }) => path);
  assert.deepEqual(names('/a/b', '/a/b/c', '/a/b/c/d', '/a/bc', '/a/d/e'), ['/a/b', '/a/bc', '/a/d/e']);
  assert.deepEqual(names('/a/b/c', '/a'), ['/a']);
  assert.deepEqual(names(null), []);
});
