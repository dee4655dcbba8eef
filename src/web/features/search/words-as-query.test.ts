import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from '#nxql/index.ts';
import type { AggregateEntity } from '#wire/search.ts';
import { wordsAsQuery } from './words-as-query.ts';

const aggregate = (part: Pick<AggregateEntity, 'id' | 'field' | 'type' | 'buckets'>): AggregateEntity => ({
  'entity-type': 'aggregate',
  properties: {},
  ranges: [],
  selection: [],
  ...part,
});

const aggregations = {
  who: aggregate({ id: 'who', field: 'dc:creator', type: 'terms', buckets: [] }),
  when: aggregate({
    id: 'when',
    field: 'dc:modified',
    type: 'date_range',
    buckets: [
      { key: 'lastWeek', docCount: 1, from: Date.UTC(2024, 0, 1), to: Date.UTC(2024, 0, 8) },
      { key: 'before', docCount: 1, to: Date.UTC(2024, 0, 1) },
    ],
  }),
};

it('quotes words and joins filters', () => {
  const written = wordsAsQuery(
    {
      text: "l'été",
      filters: { who: ['ada', "o'brien"] },
      within: "/domain/l'hiver",
      sort: { by: 'dc:title', order: 'desc' },
    },
    aggregations,
  );
  assert.match(written, /ecm:fulltext = 'l\\'été'/);
  assert.match(written, /dc:creator IN \('ada', 'o\\'brien'\)/);
  assert.match(written, /ecm:path STARTSWITH '\/domain\/l\\'hiver'/);
  assert.match(written, /ORDER BY dc:title DESC$/);
});

it('writes ranges as bounds, several as alternatives', () => {
  const written = wordsAsQuery(
    { text: '', filters: { when: ['lastWeek', 'before'] }, within: null, sort: null },
    aggregations,
  );
  assert.notEqual(parse(written).query, undefined);
  assert.match(written, /dc:modified >= TIMESTAMP '2024-01-01[^']*' AND dc:modified < TIMESTAMP '2024-01-08/);
  assert.match(written, / OR dc:modified < TIMESTAMP '2024-01-01/);
});

it('parses whatever was typed', () => {
  for (const text of ["'", '\\', '";--', '\u0000\n']) {
    assert.notEqual(
      parse(wordsAsQuery({ text, filters: {}, within: null, sort: null }, undefined)).query,
      undefined,
      text,
    );
  }
});
