import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_TOKENS, parse } from './parser.ts';
import { formatQuery, print } from './printer.ts';

function printed(text: string): string {
  const { query, diagnostics } = parse(text);
  assert.ok(query, diagnostics[0]?.message ?? 'no query');
  return print(query);
}

function message(text: string): string | undefined {
  return parse(text).diagnostics[0]?.message;
}

const where = (condition: string): string => `SELECT * FROM Document WHERE ${condition}`;

const CONDITIONS: readonly (readonly [string, string])[] = [
  ["dc:title='a'", "dc:title = 'a'"],
  ['a <> 1', 'a != 1'],
  ['a = -5 AND b = -.5', 'a = -5 AND b = -0.5'],
  ['a = 1e3', 'a = 1000.0'],
  ['NOT a = 1 AND b = 2 OR c = 3', 'NOT a = 1 AND b = 2 OR c = 3'],
  ['(a = 1 AND b = 2) OR (c = 3)', 'a = 1 AND b = 2 OR c = 3'],
  ['a = 1 AND (b = 2 OR c = 3)', 'a = 1 AND (b = 2 OR c = 3)'],
  ['a = 1 AND (b = 2 AND (c = 3))', 'a = 1 AND b = 2 AND c = 3'],
  ['NOT (a = 1 OR b = 2)', 'NOT (a = 1 OR b = 2)'],
  ['NOT (NOT a = 1)', 'NOT NOT a = 1'],
  ['a not in (1, "x")', "a NOT IN (1, 'x')"],
  ['a BETWEEN 1 AND 2 AND b IS NOT NULL', 'a BETWEEN 1 AND 2 AND b IS NOT NULL'],
  ["a not ilike 'x%' or b like 'y'", "a NOT ILIKE 'x%' OR b LIKE 'y'"],
  ["ecm:path StartsWith '/a'", "ecm:path STARTSWITH '/a'"],
  ["DATE(dc:modified) = DATE '2024-01-31'", "DATE(dc:modified) = DATE '2024-01-31'"],
  ["a > TIMESTAMP '2024-01-01 10:00:00+02:00'", "a > TIMESTAMP '2024-01-01T08:00:00.000Z'"],
  ["a < timestamp '2024-01-01T10:00:00.5'", "a < TIMESTAMP '2024-01-01T10:00:00.500Z'"],
  ["dc:modified > now('-P1D')", "dc:modified > now('-P1D')"],
  ["/*+ES: INDEX(a) OPERATOR(b) */ a = 'x'", "/*+ES: INDEX(a) OPERATOR(b) */ a = 'x'"],
  ['a = b + 1 * 2', 'a = b + 1 * 2'],
  ["1 = a AND 'x' = b", "1 = a AND 'x' = b"],
];

for (const [condition, expected] of CONDITIONS) {
  test(`reads and prints ${condition}`, () => assert.equal(printed(where(condition)), where(expected)));
}

test('reads every clause', () => {
  assert.equal(
    printed(
      'select distinct ecm:uuid, COUNT(dc:title) as n from type File as f, Note order by n asc, dc:a desc limit 10 offset 0',
    ),
    'SELECT DISTINCT ecm:uuid, COUNT(dc:title) AS n FROM File, Note ORDER BY n, dc:a DESC LIMIT 10 OFFSET 0',
  );
  assert.equal(printed('SELECT ALL * FROM LOCATION X'), 'SELECT * FROM X');
});

test('says where each part stands', () => {
  const { query } = parse(where('(a = 1) AND b IN (2)'));
  assert.deepEqual(query?.where?.span, { start: 29, end: 49 });
  assert.deepEqual(query?.from[0]?.span, { start: 14, end: 22 });
});

const ERRORS: readonly (readonly [string, string])[] = [
  ['', 'Syntax error: Invalid token <null> at offset 0'],
  ['SELECT * FROM Document WHERE', 'Syntax error: Invalid token <null> at offset 28'],
  ['SELECT * FROM Document WHERE dc:title=:name', 'Lexical Error: Illegal character <:> at offset 38'],
  ['SELECT * FROM Document WHERE a = ?', 'Lexical Error: Illegal character <?> at offset 33'],
  ['SELECT * FROM Document;', 'Lexical Error: Illegal character <;> at offset 22'],
  ["SELECT * FROM Document WHERE a = 'b", "Lexical Error: Illegal character <'> at offset 33"],
  ['sElEcT * FROM Document', 'Syntax error: Invalid token <sElEcT> at offset 0'],
  ['SELECT * WHERE a = 1', 'Syntax error: Invalid token <WHERE> at offset 9'],
  ['SELECT * FROM Document ORDER  BY a', 'Syntax error: Invalid token <ORDER> at offset 23'],
  ['SELECT * FROM Document GROUP BY a', 'Syntax error: Invalid token <GROUP BY> at offset 23'],
  [where("a = 'x''y'"), "Syntax error: Invalid token <'y'> at offset 36"],
  [where('a = 007'), 'Syntax error: Invalid token <0> at offset 34'],
  [where('a = 9007199254740993'), 'Syntax error: Invalid token <9007199254740993> at offset 33'],
  [where('a = 1e999'), 'Syntax error: Invalid token <1e999> at offset 33'],
  [where("a = DATE '2024-02-30'"), "Syntax error: Invalid token <'2024-02-30'> at offset 38"],
  [
    where("a = TIMESTAMP '2024-01-01 25:00:00'"),
    "Syntax error: Invalid token <'2024-01-01 25:00:00'> at offset 43",
  ],
  [where('a IN ()'), 'Syntax error: Invalid token <)> at offset 35'],
  [where('a IN (NOW())'), 'Syntax error: Invalid token <NOW> at offset 35'],
  [where('a LIKE b'), 'Syntax error: Invalid token <b> at offset 36'],
  [where("1 LIKE 'b'"), 'Syntax error: Invalid token <LIKE> at offset 31'],
  [where("a NOT STARTSWITH 'b'"), 'Syntax error: Invalid token <STARTSWITH> at offset 35'],
  [where('(a = 1'), 'Syntax error: Invalid token <null> at offset 35'],
  [where('a = 1 /* note */'), 'Syntax error: Invalid token <*> at offset 36'],
  ['SELECT * FROM Document LIMIT -1', 'Syntax error: Invalid token <-> at offset 29'],
];

for (const [text, expected] of ERRORS) {
  test(`refuses ${text}`, () => {
    assert.equal(message(text), expected);
    assert.equal(parse(text).query, undefined);
  });
}

test('hostile texts are refused without exhausting the stack', () => {
  const deep = /Nesting deeper than 200/;
  assert.match(message(where('('.repeat(99_000))) ?? '', deep);
  assert.match(message(where('NOT '.repeat(25_000))) ?? '', deep);
  assert.match(message(`SELECT ${'F('.repeat(40_000)}`) ?? '', deep);
  assert.match(message(`SELECT 1${'+1'.repeat(40_000)}`) ?? '', deep);
  assert.match(message('(,'.repeat(MAX_TOKENS)) ?? '', /longer than 100000 tokens/);
  assert.match(message("'".repeat(100_001)) ?? '', /Invalid token <''> at offset 0/);
  assert.match(message(`'${"\\'".repeat(500_000)}`) ?? '', /Illegal character <'> at offset 0/);
});

test('a long but flat query is no trouble', () => {
  const ids = Array.from({ length: 5000 }, (_, index) => `'id-${index}'`).join(', ');
  assert.ok(parse(where(`ecm:uuid IN (${ids})`)).query);
  assert.ok(parse(where(`a = 1${' AND a = 1'.repeat(10_000)}`)).query);
});

test('lays a query out, a clause and a condition a line', () => {
  const { query } = parse(
    'SELECT * FROM File, Note WHERE a = 1 AND (b = 2 OR c = 3) AND NOT (d = 4 AND e = 5) ORDER BY a LIMIT 3',
  );
  assert.ok(query);
  assert.equal(
    formatQuery(query),
    [
      'SELECT *',
      'FROM File, Note',
      'WHERE a = 1',
      '  AND (',
      '    b = 2',
      '    OR c = 3',
      '  )',
      '  AND NOT (',
      '    d = 4',
      '    AND e = 5',
      '  )',
      'ORDER BY a',
      'LIMIT 3',
    ].join('\n'),
  );
});
