import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectMimeType } from './detect-mime-type.ts';
import { kindOf } from './kinds.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');

const table: readonly (readonly [name: string | null, head: string, expected: string])[] = [
  ['photo.jpg', '\xff\xd8\xff\xe0', 'image/jpeg'],
  ['wrong.txt', '\x89PNG\r\n\x1a\n', 'image/png'],
  [null, 'RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  [null, '\0\0\0\x1cftypavif', 'image/avif'],
  ['clip.mov', '\0\0\0\x14ftypqt  ', 'video/quicktime'],
  ['clip.mp4', '\0\0\0\x14ftypisom', 'video/mp4'],
  [null, '%PDF-1.7', 'application/pdf'],
  ['readme.md', '# Hello', 'text/markdown'],
  ['main.ts', 'export {}', 'text/x-typescript'],
  ['table.csv', 'a,b\n1,2', 'text/csv'],
  ['notes', 'plain words', 'text/plain'],
  ['page', '<!DOCTYPE html><p>', 'text/html'],
  ['photo.jpg', '<html><script>', 'text/html'],
  ['drawing', '<?xml version="1.0"?><svg xmlns="x">', 'image/svg+xml'],
  ['data.json', '{"a":1}', 'text/plain'],
  ['page.mhtml', 'From: <Saved by a browser>\r\n', 'multipart/related'],
  ['letter.docx', 'PK\x03\x04', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  [
    'letter',
    `PK\x03\x04${'\0'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.textPK\x03\x04`,
    'application/vnd.oasis.opendocument.text',
  ],
  ['bundle.zip', 'PK\x03\x04', 'application/zip'],
  ['old.doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/msword'],
  ['liar.txt', '\x01\x02\x03\x04', 'application/octet-stream'],
  ['empty.txt', '', 'text/plain'],
  ['empty', '', 'application/octet-stream'],
  ['utf16.txt', '\xff\xfeh\0i\0', 'text/plain'],
];

for (const [name, head, expected] of table) {
  test(`${name ?? '(no name)'} beginning with ${JSON.stringify(head.slice(0, 12))} is ${expected}`, () => {
    assert.equal(detectMimeType(name, bytes(head)), expected);
  });
}

test('a mime type has the kind that its converter needs', () => {
  assert.equal(kindOf('image/svg+xml'), 'picture');
  assert.equal(kindOf('image/bmp'), 'drawable');
  assert.equal(kindOf('TEXT/Plain; charset=utf-8'), 'text');
  assert.equal(kindOf('application/atom+xml'), 'text');
  assert.equal(kindOf('application/vnd.oasis.opendocument.text'), 'package');
  assert.equal(kindOf('application/msword'), 'office');
  assert.equal(kindOf('application/octet-stream'), 'other');
});
