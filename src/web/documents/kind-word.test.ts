import assert from 'node:assert/strict';
import { it } from 'node:test';
import { glyphOf, kindOf, kindOfMediaType, shownName } from './kind-word.ts';
import { storedDocument } from './rows/test-document.ts';
import { savedName } from './saved-name.ts';

it('calls a book a book, though its file is packed as an archive', () => {
  assert.equal(kindOfMediaType('application/epub+zip'), 'book');
  assert.equal(kindOfMediaType('application/zip'), 'archive');
  assert.equal(kindOfMediaType('application/gzip'), 'archive');
});

function filed(title: string, file: string, type: string) {
  const blob = {
    name: file,
    'mime-type': type,
    length: '3',
    data: 'x',
    blobUrl: 'x',
    digest: null,
    digestAlgorithm: null,
    encoding: null,
  };
  return { document: storedDocument('one', { title, properties: { 'file:content': blob } }), blob };
}

it('shows the title as it was given, with an ending only where it has none', () => {
  const shown = (title: string, file: string) => shownName(filed(title, file, 'text/plain').document);
  assert.equal(shown('Lease', 'scan.PDF'), 'Lease.PDF');
  assert.equal(shown('Lease.pdf', 'lease.PDF'), 'Lease.pdf');
  assert.equal(shown('Minutes.md', 'notes.txt'), 'Minutes.md');
  assert.equal(shown('Version 4.1', 'notes.txt'), 'Version 4.1.txt');
});

it('calls a text a text, whatever its title ends in', () => {
  const { document, blob } = filed('Rents.xlsx', 'notes.txt', 'text/plain');
  assert.equal(kindOf(document), 'text');
  assert.equal(glyphOf(document), 'text');
  assert.equal(savedName(document, blob), 'Rents.xlsx.txt');
  const unnamed = filed('Rents.xlsx', '', 'text/plain').document;
  assert.equal(glyphOf(unnamed), 'text');
});

it('saves a file under the name of its document', () => {
  const saved = (title: string, file: string) => {
    const { document, blob } = filed(title, file, 'application/pdf');
    return savedName(document, blob);
  };
  assert.equal(saved('Lease', 'scan0001.pdf'), 'Lease.pdf');
  assert.equal(saved('Lease.PDF', 'scan0001.pdf'), 'Lease.PDF');
  assert.equal(saved('Rent 1/2', 'scan0001.pdf'), 'Rent 1_2.pdf');
});
