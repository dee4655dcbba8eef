import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isJunk } from './junk.ts';

test('names what systems leave behind, and nothing a person wrote', () => {
  for (const name of ['.DS_Store', 'Thumbs.db', 'THUMBS.DB', 'desktop.ini', '._lease.pdf', '__MACOSX']) {
    assert.equal(isJunk(name), true, name);
  }
  for (const name of ['thumbs.pdf', '.gitignore', '_notes.txt', 'DS_Store.txt']) {
    assert.equal(isJunk(name), false, name);
  }
});
