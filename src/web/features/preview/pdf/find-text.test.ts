import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findText, plainQuery, searchable } from './find-text.ts';

const piece = (text: string, endsLine = false) => ({ text, endsLine });

it('finds whatever the accents and the case', () => {
  const page = searchable([piece('Bail EMPHYTÉOTIQUE')]);
  assert.deepEqual(findText(page, plainQuery('Emphyteotique')), [
    { start: { piece: 0, offset: 5 }, end: { piece: 0, offset: 18 } },
  ]);
});

it('finds across pieces and lines', () => {
  const page = searchable([piece('de plein'), piece(' droit', true), piece('chaque année')]);
  const [hit] = findText(page, plainQuery('droit  chaque'));
  assert.deepEqual(hit, { start: { piece: 1, offset: 1 }, end: { piece: 2, offset: 6 } });
});

it('joins a word divided at the end of a line', () => {
  const page = searchable([piece('quatre-vingt-dix-', true), piece('neuf')]);
  assert.equal(findText(page, plainQuery('dixneuf')).length, 1);
});

it('finds every hit once, and nothing for nothing', () => {
  const page = searchable([piece('aaaa')]);
  assert.equal(findText(page, 'aa').length, 2);
  assert.equal(findText(page, plainQuery('  ')).length, 0);
});

it('keeps its places right after signs that become longer', () => {
  const page = searchable([piece('ﬁn ﬁle')]);
  const [hit] = findText(page, 'file');
  assert.deepEqual(hit?.start, { piece: 0, offset: 3 });
});
