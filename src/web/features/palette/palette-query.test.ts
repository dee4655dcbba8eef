import assert from 'node:assert/strict';
import { it } from 'node:test';
import { fits, prefixSearch, readPalette } from './palette-query.ts';

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
  assert.equal(fits('Rechercher des étiquettes', 'etiq rech'), true);
  assert.equal(fits('Trash', 'trash x'), false);
});
