import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AggregateBucket, AggregateEntity } from '#wire/search.ts';
import { chosenFilters, facetsIn } from './facets.ts';

function terms(id: string, field: string, counts: Readonly<Record<string, number>>): AggregateEntity {
  const buckets = Object.entries(counts).map(([key, docCount]): AggregateBucket => ({ key, docCount }));
  return {
    'entity-type': 'aggregate',
    id,
    field,
    properties: {},
    ranges: [],
    selection: [],
    type: 'terms',
    buckets,
    extendedBuckets: buckets,
  };
}

const kinds = terms('m', 'file:content/mime-type', {
  'image/png': 2,
  'application/pdf': 7,
  'image/jpeg': 6,
  'text/plain': 0,
});

it('gathers what people call the same, most first, and leaves out what nothing has', () => {
  const [facet] = facetsIn({ m: kinds }, {});
  assert.deepEqual(
    facet?.values.map(({ name, keys, count }) => [name, keys, count]),
    [
      ['picture', ['image/png', 'image/jpeg'], 8],
      ['pdf', ['application/pdf'], 7],
    ],
  );
});

it('keeps a chosen value that nothing has any more', () => {
  const [facet] = facetsIn({ c: terms('c', 'dc:creator', { ada: 3 }) }, { c: ['gone'] });
  assert.deepEqual(
    facet?.values.map(({ name, count, chosen }) => [name, count, chosen]),
    [
      ['ada', 3, false],
      ['gone', 0, true],
    ],
  );
});

it('puts kinds before people, and fields it does not know last', () => {
  const all = { x: terms('x', 'own:field', { a: 1 }), c: terms('c', 'dc:creator', { a: 1 }), m: kinds };
  assert.deepEqual(
    facetsIn(all, {}).map(({ id }) => id),
    ['m', 'c', 'x'],
  );
});

it('makes one chip of the values that one word stands for', () => {
  const filters = { system_mimetype_agg: ['image/png', 'image/jpeg'], dc_creator_agg: ['ada'] };
  assert.deepEqual(
    chosenFilters(filters, undefined).map(({ id, name, naming }) => [id, name, naming.kind]),
    [
      ['system_mimetype_agg', 'picture', 'media-kind'],
      ['dc_creator_agg', 'ada', 'person'],
    ],
  );
});

it('knows a filter that the server has not', () => {
  const filters = { system_mimetype_agg: ['image/png'], other_agg: ['x'] };
  const applied = (aggregations?: typeof known) =>
    chosenFilters(filters, aggregations).map(({ isApplied }) => isApplied);
  const known = { system_mimetype_agg: kinds };
  assert.deepEqual(applied(known), [true, false]);
  assert.deepEqual(applied(), [true, true]);
});
