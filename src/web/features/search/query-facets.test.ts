import assert from 'node:assert/strict';
import { it } from 'node:test';
import { vocabularyFromConfig } from '#nxql/index.ts';
import { splitQuery, withFacetValues } from './query-facets.ts';

const vocabulary = vocabularyFromConfig({ doctypes: {}, schemas: {} });
const facets = [
  { id: 'type_agg', type: 'terms', field: 'ecm:primaryType' },
  { id: 'creator_agg', type: 'terms', field: 'dc:creator' },
];

it('leaves a query alone that cannot be read, and one without filters', () => {
  assert.equal(withFacetValues('SELECT', 'dc:creator', ['ada'], vocabulary), 'SELECT');
  const query = "SELECT * FROM Document WHERE dc:title LIKE 'x%'";
  assert.deepEqual(splitQuery(query, facets, vocabulary), { base: query, filters: {} });
});

it('does not take a condition within an OR, or a negated one, for a filter', () => {
  const query =
    "SELECT * FROM Document WHERE (dc:creator = 'ada' OR dc:title = 'x') AND ecm:primaryType NOT IN ('File')";
  assert.deepEqual(splitQuery(query, facets, vocabulary).filters, {});
});

it('adds a value, takes it for a filter again, and removes it', () => {
  const base = "SELECT * FROM Document WHERE ecm:fulltext = 'lease' ORDER BY dc:title";
  const one = withFacetValues(base, 'dc:creator', ['ada'], vocabulary);
  const two = withFacetValues(one, 'dc:creator', ['ada', "o'neil"], vocabulary);
  assert.deepEqual(splitQuery(one, facets, vocabulary).filters, { creator_agg: ['ada'] });
  const split = splitQuery(two, facets, vocabulary);
  assert.deepEqual(split.filters, { creator_agg: ['ada', "o'neil"] });
  assert.match(split.base, /ORDER BY dc:title/);
  assert.doesNotMatch(split.base, /dc:creator/);
  assert.equal(withFacetValues(two, 'dc:creator', [], vocabulary), split.base);
});
