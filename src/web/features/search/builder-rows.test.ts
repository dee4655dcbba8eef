import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse, print, vocabularyFromConfig } from '#nxql/index.ts';
import { isComplete, rowsOf, typesOf, withoutEach, withRows, withType } from './builder-rows.ts';

const vocabulary = vocabularyFromConfig({
  doctypes: { File: { parent: 'Document', facets: [], schemas: ['dublincore'] } },
  schemas: {
    dublincore: { '@prefix': 'dc', title: 'string', modified: 'date', subjects: 'string[]', size: 'long' },
  },
});

const oneLine = (text: string) => {
  const { query } = parse(text);
  return query === undefined ? text : print(query);
};

const queries = [
  'SELECT * FROM Document',
  "SELECT * FROM File WHERE dc:title = 'l\\'été' AND dc:modified >= DATE '2023-01-01' ORDER BY dc:title DESC",
  "SELECT * FROM Document WHERE dc:title NOT LIKE 'a%' AND dc:subjects IN ('x', 'y') AND ecm:isTrashed = 0 LIMIT 5",
  "SELECT dc:title FROM Document WHERE (dc:title = 'a' OR dc:title = 'b') AND NOT dc:title IS NULL",
  "SELECT * FROM Document WHERE dc:size BETWEEN 1 AND 9 AND ecm:path STARTSWITH '/a' AND dc:modified > NOW('-P7D')",
  "SELECT * FROM Document WHERE DATE(dc:modified) = DATE '2024-01-01' AND dc:title IS NOT NULL AND dc:size > 3",
];

it('takes a query apart and puts the same one together', () => {
  for (const query of queries) {
    const rows = rowsOf(query);
    assert.ok(rows, query);
    assert.equal(oneLine(withRows(query, rows, vocabulary)), oneLine(query));
  }
});

it('locks what a row cannot show', () => {
  const rows = rowsOf("SELECT * FROM Document WHERE (dc:title = 'a' OR dc:size > 1) AND dc:modified > NOW()");
  assert.deepEqual(
    rows?.map(({ kind }) => kind),
    ['raw', 'raw'],
  );
});

it('gives nothing for what is no query', () => {
  assert.equal(rowsOf('SELECT nonsense'), undefined);
  assert.deepEqual(rowsOf(''), []);
});

it('leaves rows without a value out of the query', () => {
  const row = { kind: 'condition', field: 'dc:title', operator: '=', values: [''] } as const;
  assert.equal(isComplete(row), false);
  assert.equal(oneLine(withRows('', [row], vocabulary)), 'SELECT * FROM Document');
});

it('changes the type and nothing else', () => {
  const changed = withType("SELECT * FROM Document WHERE dc:title = 'a' LIMIT 3", 'File');
  assert.equal(oneLine(changed), "SELECT * FROM File WHERE dc:title = 'a' LIMIT 3");
  assert.deepEqual(typesOf(changed), ['File']);
});

it('takes one condition away at a time', () => {
  assert.deepEqual(withoutEach("SELECT * FROM File WHERE dc:title = 'a' AND dc:size > 1"), [
    { left: "dc:title = 'a'", query: 'SELECT * FROM File WHERE dc:size > 1' },
    { left: 'dc:size > 1', query: "SELECT * FROM File WHERE dc:title = 'a'" },
  ]);
  assert.deepEqual(withoutEach('SELECT * FROM File WHERE dc:size > 1'), [
    { left: 'dc:size > 1', query: 'SELECT * FROM File' },
  ]);
});
