import assert from 'node:assert/strict';
import { it } from 'node:test';
import { kindOfMediaType } from './kind-word.ts';

it('calls a book a book, though its file is packed as an archive', () => {
  assert.equal(kindOfMediaType('application/epub+zip'), 'book');
  assert.equal(kindOfMediaType('application/zip'), 'archive');
  assert.equal(kindOfMediaType('application/gzip'), 'archive');
});
