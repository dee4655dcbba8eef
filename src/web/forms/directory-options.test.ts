import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DirectorySuggestion } from '#web/api/directories.ts';
import { directoryLabels, directoryOptions } from './directory-options.ts';

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
