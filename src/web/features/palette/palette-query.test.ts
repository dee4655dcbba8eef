import assert from 'node:assert/strict';
import { it } from 'node:test';
import { matchesQuery, prefixSearch, readPalette, titleRank, titleSearch } from './palette-query.ts';

it('reads the sign that narrows', () => {
  assert.deepEqual(readPalette(' bail ab '), { scope: 'all', text: 'bail ab' });
  assert.deepEqual(readPalette('> trash'), { scope: 'commands', text: 'trash' });
  assert.deepEqual(readPalette('@ada'), { scope: 'people', text: 'ada' });
  assert.deepEqual(readPalette('#'), { scope: 'tags', text: '' });
});

it('searches for what is being typed as the beginning of a word', () => {
  assert.equal(prefixSearch('bail ab'), 'bail ab*');
  assert.equal(prefixSearch('"bail -x'), 'bail x*');
  assert.equal(prefixSearch('  '), '');
});

it('finds every word of a label, accents aside', () => {
  assert.equal(matchesQuery('Rechercher des étiquettes', 'etiq rech'), true);
  assert.equal(matchesQuery('Trash', 'trash x'), false);
});

it('finds halves of words in names, their own signs taken as they are', () => {
  assert.deepEqual(titleSearch('ortho 9000'), ['%ortho%', '%9000%']);
  assert.deepEqual(titleSearch(' 100% '), ['%100\\%%']);
  assert.deepEqual(titleSearch(' '), []);
});

it('ranks a name that begins as typed before one that holds it', () => {
  const names = ['My reserves', 'Re Servitude', 'Serviced flat'];
  assert.deepEqual(
    names.toSorted((a, b) => titleRank(a, 'serv') - titleRank(b, 'serv')),
    ['Serviced flat', 'Re Servitude', 'My reserves'],
  );
});
