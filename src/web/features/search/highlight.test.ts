import assert from 'node:assert/strict';
import { it } from 'node:test';
import { foldersAbove, snippetParts } from './highlight.ts';

it('cuts a piece where the words were found', () => {
  assert.deepEqual(snippetParts('droit de <em>passage</em> à pied'), [
    { text: 'droit de ', hit: false },
    { text: 'passage', hit: true },
    { text: ' à pied', hit: false },
  ]);
});

it('shows what looks like markup as the text it was, and drops any other markup', () => {
  assert.deepEqual(snippetParts('&lt;script&gt; <b>a</b> &amp;amp; <em>x</em>'), [
    { text: '<script> a &amp; ', hit: false },
    { text: 'x', hit: true },
  ]);
});

it('names the folders above a document', () => {
  assert.deepEqual(foldersAbove('/a/b/c'), ['/a', '/a/b']);
  assert.deepEqual(foldersAbove('/a'), []);
});
