/** Aggregates of every kind on every field: both engines give the same buckets, values and errors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, SYSTEM_FIELDS } from '#nxql/index.ts';
import { nameMissingEngines } from '#server/adapters/sql/testing/test-engines.ts';
import type { AggregateRequest } from '#server/core/kernel/document-store.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { requestFor } from '#server/core/search/run-query.ts';
import type { AggregateType } from '#wire/search.ts';
import { corpusVocabulary, openCorpora } from './query-corpus.test-support.ts';

const repositories = await openCorpora();

type AggregateOptions = Pick<AggregateRequest, 'type'> & Partial<AggregateRequest>;

const plain: readonly AggregateType[] = ['min', 'max', 'avg', 'sum', 'cardinality', 'count', 'missing'];
const requests: readonly AggregateOptions[] = [
  ...plain.map((type) => ({ type })),
  { type: 'terms', properties: { size: '0' } },
  { type: 'terms', properties: { size: '5', order: 'term desc' } },
  { type: 'terms', properties: { size: '7', order: 'count asc', minDocCount: '2' } },
  { type: 'significant_terms' },
  {
    type: 'range',
    ranges: [{ key: 'low', to: -0.5 }, { key: 'mid', from: -0.5, to: 1e300 }, { key: 'all' }],
  },
  {
    type: 'date_range',
    ranges: [
      { key: 'before', to: '2024-02-29' },
      { key: 'day', from: '2024-02-29', to: '2024-03-01T00:00:00+01:00' },
    ],
  },
  ...['0.1', '3', '1e300'].map(
    (interval): AggregateOptions => ({ type: 'histogram', properties: { interval } }),
  ),
  ...['minute', 'week', 'quarter', 'year', 'aeon'].map(
    (interval): AggregateOptions => ({ type: 'date_histogram', properties: { interval } }),
  ),
];

async function answer(repository: Repository, field: string, options: AggregateOptions): Promise<unknown> {
  const { query } = parse('SELECT * FROM Document WHERE ecm:isProxy = 0');
  assert.ok(query);
  return inSession(repository, { principals: systemPrincipals }, async (session) => {
    const aggregate = { id: 'one', field, properties: {}, ranges: [], ...options };
    try {
      return await session.read.documents.aggregate(await requestFor(session, query), [aggregate]);
    } catch (error) {
      if (error instanceof RepositoryError && error.code === 'invalidQuery') return error.message;
      throw error;
    }
  });
}

const fields = [...SYSTEM_FIELDS.map(({ name }) => name), ...corpusVocabulary().properties.keys()];
for (const request of requests) {
  test(`${request.type} ${JSON.stringify(request.properties ?? {})} of every field`, async () => {
    for (const field of fields) {
      const answers = await Promise.all(repositories.map((one) => answer(one, field, request)));
      for (const one of answers) assert.deepEqual(one, answers[0], field);
    }
  });
}
nameMissingEngines(
  repositories.map(({ ports }) => ports.store),
  requests.length,
);
