import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isBrowserImage, viewerKind } from './viewer-kind.ts';

it('chooses by media type', () => {
  const cases = [
    ['application/pdf', 'pdf'],
    ['image/jpeg', 'image'],
    ['audio/ogg', 'audio'],
    ['video/mp4', 'video'],
    ['text/markdown', 'markdown'],
    ['text/csv; charset=utf-8', 'table'],
    ['application/vnd.oasis.opendocument.text', 'as-pdf'],
    ['application/json', 'text'],
    ['message/rfc822', 'mail'],
    ['application/x-mswinurl', 'link'],
    ['application/vnd.sun.xml.writer', 'as-pdf'],
    ['multipart/related', 'as-pdf'],
    ['application/zip', 'archive'],
    ['application/epub+zip', 'book'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'sheet'],
    ['application/vnd.oasis.opendocument.spreadsheet', 'sheet'],
    ['application/vnd.ms-excel', 'as-pdf'],
  ] as const;
  for (const [type, kind] of cases) assert.equal(viewerKind(type, null), kind, type);
});

it('gives an active document the viewer in which nothing acts', () => {
  assert.equal(viewerKind('text/html', 'a.html'), 'html');
  assert.equal(viewerKind('application/xhtml+xml', 'a.xhtml'), 'html');
  assert.equal(viewerKind('text/xml', 'a.xml'), 'text');
  assert.equal(viewerKind('image/svg+xml', 'a.svg'), 'image');
});

it('asks the name where the type says little', () => {
  assert.equal(viewerKind('application/octet-stream', 'Plan.PDF'), 'pdf');
  assert.equal(viewerKind('text/plain', 'notes.md'), 'markdown');
  assert.equal(viewerKind('application/octet-stream', 'Shop.url'), 'link');
  assert.equal(viewerKind(null, 'thing'), 'none');
  assert.equal(viewerKind('application/gzip', 'Plans.TAR.gz'), 'archive');
  assert.equal(viewerKind('application/gzip', 'plan.txt.gz'), 'none');
});

it('knows what browsers draw', () => {
  assert.ok(isBrowserImage('image/webp'));
  assert.ok(!isBrowserImage('image/tiff'));
});
