import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DirectorySuggestion } from '#web/api/directories.ts';
import { directoryLabels, directoryOptions, matchingOptions } from './directory-options.ts';

const term = (
  computedId: string,
  displayLabel: string,
  children: readonly DirectorySuggestion[] = [],
): DirectorySuggestion => ({
  computedId,
  displayLabel,
  absoluteLabel: displayLabel,
  obsolete: false,
  children,
});

const tree = [
  term('art', 'Art', [
    term('art/dance', 'Dance'),
    term('art/film', 'Film', [term('art/film/short', 'Short film')]),
  ]),
  term('other', 'Other'),
];

it('offers branches as headings, chosen themselves only where that is allowed', () => {
  const ids = (parents: boolean) => directoryOptions(tree, parents).map(({ id }) => id);
  assert.deepEqual(ids(true), ['other', 'art', 'art/dance', 'art/film', 'art/film/short']);
  assert.deepEqual(ids(false), ['other', 'art/dance', 'art/film/short']);
});

it('keeps the options of a heading together', () => {
  const groups = directoryOptions(tree, true).map(({ group }) => group);
  assert.deepEqual(groups, [undefined, 'Art', 'Art', 'Film', 'Film']);
});

it('labels a stored path with its ancestors', () => {
  assert.deepEqual(directoryLabels(tree).get('art/film/short'), ['Art', 'Film', 'Short film']);
  assert.equal(directoryLabels(tree).get('gone'), undefined);
});

const places = directoryOptions(
  [
    term('africa', 'Africa', [term('africa/dz', 'Algeria')]),
    term('europe', 'Europe', [
      term('europe/cz', 'Czech Republic'),
      term('europe/fr', 'France'),
      term('europe/de', 'Germany'),
    ]),
  ],
  true,
);
const found = (typed: string) => matchingOptions(places, typed).map(({ id }) => id);

it('offers the term that was typed, never the branch above it', () => {
  assert.deepEqual(found('Fra'), ['europe/fr']);
  assert.deepEqual(found('eur'), ['europe']);
  assert.deepEqual(found('nowhere'), []);
});

it('puts a label that begins with what was typed before one that holds it', () => {
  assert.deepEqual(found('ger'), ['europe/de', 'africa/dz']);
  assert.deepEqual(found('rep'), ['europe/cz']);
});

it('offers what lies below a branch that is named in full', () => {
  assert.deepEqual(found('EUROPE'), ['europe', 'europe/cz', 'europe/fr', 'europe/de']);
});

it('offers everything while nothing is typed', () => {
  assert.equal(found(' ').length, places.length);
});
