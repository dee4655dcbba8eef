/** Sums, counts and groups that every engine must compute for sample-library.ts. */
import assert from 'node:assert/strict';
import type { AggregateRequest } from '#server/core/kernel/document-store.ts';
import { request } from './queries.contract.ts';
import type { StoreCase } from './sample-documents.ts';
import { plantLibrary } from './sample-library.ts';

const aggregates: readonly { request: Partial<AggregateRequest>; expected: unknown }[] = [
  {
    request: { type: 'terms', field: 'dc:subjects' },
    expected: [
      { key: 'music', docCount: 2 },
      { key: 'art', docCount: 1 },
    ],
  },
  {
    request: { type: 'terms', field: 'dc:creator', properties: { size: '1' } },
    expected: [{ key: 'joe', docCount: 3 }],
  },
  {
    request: { type: 'terms', field: 'dc:creator', properties: { order: 'key asc' } },
    expected: [
      { key: 'ann', docCount: 1 },
      { key: 'joe', docCount: 3 },
    ],
  },
  {
    request: {
      type: 'range',
      field: 'file:content/length',
      ranges: [
        { key: 'small', to: 1000 },
        { key: 'big', from: 1000 },
      ],
    },
    expected: [
      { key: 'small', docCount: 1, from: null, to: 1000 },
      { key: 'big', docCount: 1, from: 1000, to: null },
    ],
  },
  {
    request: { type: 'date_range', field: 'dc:modified', ranges: [{ key: 'new', from: '2024-01-01' }] },
    expected: [{ key: 'new', docCount: 2, from: Date.UTC(2024, 0, 1), to: null }],
  },
  {
    request: { type: 'histogram', field: 'my:count', properties: { interval: '5' } },
    expected: [
      { key: '0', docCount: 1, from: 0, to: 5 },
      { key: '10', docCount: 1, from: 10, to: 15 },
    ],
  },
  {
    request: { type: 'date_histogram', field: 'dc:created', properties: { interval: 'quarter' } },
    expected: [
      {
        key: '2024-01-01T00:00:00.000Z',
        docCount: 3,
        from: Date.UTC(2024, 0, 1),
        to: Date.UTC(2024, 3, 1),
      },
    ],
  },
  { request: { type: 'min', field: 'my:count' }, expected: 2 },
  { request: { type: 'max', field: 'dc:modified' }, expected: Date.UTC(2024, 2, 2, 8) },
  { request: { type: 'avg', field: 'my:numbers' }, expected: 13 / 3 },
  { request: { type: 'sum', field: 'my:ratio' }, expected: 0.5 },
  { request: { type: 'cardinality', field: 'dc:creator' }, expected: 2 },
  { request: { type: 'count', field: 'dc:subjects' }, expected: 3 },
  { request: { type: 'missing', field: 'my:flag' }, expected: 8 },
];

const requests = aggregates.map(
  ({ request: aggregation }, index): AggregateRequest => ({
    id: `${index}`,
    type: 'terms',
    field: '',
    properties: {},
    ranges: [],
    ...aggregation,
  }),
);

export const aggregateCases: readonly StoreCase[] = [
  ...requests.map(
    (one, index): StoreCase => ({
      name: `aggregates ${one.type} of ${one.field} ${JSON.stringify(one.properties)}`,
      run: async (store) => {
        await plantLibrary(store);
        const { documents } = store.begin().stores;
        const [result] = await documents.aggregate(request('SELECT * FROM Document'), [one]);
        assert.deepEqual(result?.value ?? result?.buckets, aggregates[index]?.expected);
      },
    }),
  ),
  {
    name: 'aggregates together give what each gives alone',
    run: async (store) => {
      await plantLibrary(store);
      const { documents } = store.begin().stores;
      const more = ['my:ratio', 'my:flag', 'my:numbers', 'files:files/*/file/name', 'ecm:path@level1'].map(
        (field): AggregateRequest => ({ id: field, type: 'terms', field, properties: {}, ranges: [] }),
      );
      for (const text of [
        'SELECT * FROM Document',
        "SELECT * FROM Document WHERE dc:title LIKE '%a%' AND ecm:fulltext = 'music'",
        "SELECT * FROM Document WHERE ecm:uuid = 'none'",
      ]) {
        const all = [...requests, ...more];
        const alone = await Promise.all(all.map((one) => documents.aggregate(request(text), [one])));
        assert.deepEqual(await documents.aggregate(request(text), all), alone.flat());
      }
    },
  },
];
