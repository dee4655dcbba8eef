import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from '#nxql/index.ts';
import { explainQuery } from './explain-query.ts';

function explained(text: string) {
  const { query } = parse(text);
  assert.ok(query, text);
  return explainQuery(query);
}

it('says everything when there is no condition', () => {
  assert.deepEqual(explained('SELECT * FROM Document'), {
    types: ['Document'],
    condition: null,
    order: [],
    limit: undefined,
    offset: undefined,
  });
});

it('keeps what belongs together, together', () => {
  const { condition } = explained(
    "SELECT * FROM File, Note WHERE dc:title LIKE 'a%' AND (ecm:tag = 'x' OR NOT ecm:isTrashed = 0)",
  );
  assert.deepEqual(condition, {
    kind: 'all',
    items: [
      { kind: 'clause', field: 'dc:title', operator: 'LIKE', values: [{ kind: 'text', text: 'a%' }] },
      {
        kind: 'any',
        items: [
          { kind: 'clause', field: 'ecm:tag', operator: '=', values: [{ kind: 'text', text: 'x' }] },
          {
            kind: 'none',
            items: [{ kind: 'clause', field: 'ecm:isTrashed', operator: '=', values: [{ kind: 'no' }] }],
          },
        ],
      },
    ],
  });
});

it('tells words, days, lists and ranges', () => {
  const { condition, order, limit } = explained(
    "SELECT * FROM Document WHERE ecm:fulltext = 'quay lease' AND dc:modified >= DATE '2024-05-06' AND dc:nature IN ('a', 'b') AND file:content/length BETWEEN 1 AND 9 AND dc:source IS NULL ORDER BY dc:modified DESC, dc:title LIMIT 10",
  );
  assert.deepEqual(condition?.kind === 'all' ? condition.items : [], [
    { kind: 'words', words: 'quay lease' },
    { kind: 'clause', field: 'dc:modified', operator: '>=', values: [{ kind: 'day', date: '2024-05-06' }] },
    {
      kind: 'clause',
      field: 'dc:nature',
      operator: 'IN',
      values: [
        { kind: 'text', text: 'a' },
        { kind: 'text', text: 'b' },
      ],
    },
    {
      kind: 'clause',
      field: 'file:content/length',
      operator: 'BETWEEN',
      values: [
        { kind: 'number', number: 1 },
        { kind: 'number', number: 9 },
      ],
    },
    { kind: 'clause', field: 'dc:source', operator: 'IS NULL', values: [] },
  ]);
  assert.deepEqual(order, [
    { field: 'dc:modified', descending: true },
    { field: 'dc:title', descending: false },
  ]);
  assert.equal(limit, 10);
});

it('gives what has no words as it is written', () => {
  const { condition } = explained("SELECT * FROM Document WHERE dc:modified > NOW('-P7D')");
  assert.deepEqual(condition, { kind: 'written', text: "dc:modified > NOW('-P7D')" });
});
