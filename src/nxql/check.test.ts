import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './check.ts';
import { parse } from './parser.ts';
import { SAMPLE_VOCABULARY } from './sample-config.test-support.ts';

function findings(query: string): readonly string[] {
  return check(query, SAMPLE_VOCABULARY).diagnostics.map((one) => `${one.severity}: ${one.message}`);
}

const where = (condition: string): string => `SELECT * FROM Document WHERE ${condition}`;

const SOUND = [
  'SELECT * FROM Document, Relation, File',
  'SELECT ecm:uuid, dc:title AS t FROM File ORDER BY t',
  'SELECT COUNT(ecm:uuid) FROM Document',
  'SELECT DISTINCT dc:title FROM File ORDER BY dc:title DESC',
  "SELECT ecm:fulltextScore FROM File WHERE ecm:fulltext = 'a' ORDER BY ecm:fulltextScore DESC",
  where("dc:title = 'a' AND content/name = 'b' AND phonenumber = 'c'"),
  where("dc:subjects = 'art' AND dc:subjects/* LIKE 'a%' AND dc:subjects/0 IN ('x')"),
  where("files:files[*1]/file/name = 'a' AND files:files/*1/file/length > 10"),
  where("file:content IS NULL AND file:content/mime-type ILIKE 'image/%'"),
  where("dc:created > NOW('-P1D') AND dc:modified < now() AND DATE(dc:created) = DATE '2024-01-01'"),
  where('dc:created < dc:modified'),
  where("1 = 0 OR 'a' < 'b'"),
  where("DATE(my:dates) = DATE '2024-01-01'"),
  'SELECT DISTINCT dc:subjects/*1 FROM File ORDER BY dc:subjects/*1',
  'SELECT * FROM File, Note ORDER BY ecm:pos, dc:subjects/0',
  where('publicprofile = 1 AND ecm:isTrashed = 0 AND ecm:isProxy <> 1'),
  where("ecm:path STARTSWITH '/a' AND ecm:path != '/a/b' AND ecm:ancestorId = 'x'"),
  where("ecm:mixinType IN ('Folderish') AND ecm:mixinType != 'HiddenInNavigation'"),
  where("ecm:acl/*1/principal = 'bob' AND ecm:acl[*1]/grant = 1 AND ecm:tag/*1 = 'x'"),
  where("ecm:fulltext_title = 'a -b' AND ecm:fulltext.dc:title LIKE 'c%'"),
];

for (const query of SOUND) {
  test(`nothing against ${query}`, () => assert.deepEqual(findings(query), []));
}

const UNSOUND: readonly (readonly [string, string])[] = [
  ['SELECT * FROM Fil', 'Unknown type: Fil'],
  ['SELECT * FROM file', 'Unknown type: file'],
  ['SELECT * FROM Folderish', 'Unknown type: Folderish'],
  ['SELECT ecm:path FROM File', 'Cannot select on column: ecm:path'],
  ['SELECT file:content FROM File', 'Cannot select on column: file:content'],
  ['SELECT NOW() FROM File', 'Function not supported in SELECT clause: NOW()'],
  ['SELECT * FROM File ORDER BY ecm:mixinType', 'Cannot order by column: ecm:mixinType'],
  ['SELECT * FROM File, Note ORDER BY dc:subjects/*', 'Cannot order by column: dc:subjects/*'],
  ['SELECT * FROM File ORDER BY ecm:fulltextScore', 'ecm:fulltextScore cannot be used without ecm:fulltext'],
  [
    "SELECT ecm:fulltextScore FROM File WHERE ecm:fulltext = 'a' OR ecm:fulltext = 'b'",
    'ecm:fulltextScore needs exactly one ecm:fulltext condition',
  ],
  [
    'SELECT DISTINCT dc:title FROM File ORDER BY dc:created, ecm:name',
    'For SELECT DISTINCT the ORDER BY columns must be in the SELECT list, missing: [dc:created, ecm:name]',
  ],
  [where("foo:bar = 'x'"), 'No such property: foo:bar'],
  [where("description = 'x'"), 'No such property: description'],
  [where("1 = 'a'"), 'Syntax error: Invalid comparison without a property'],
  [where('ecm:foo = 1'), 'Unknown field: ecm:foo'],
  [where('ecm:fulltextScore > 1'), 'Cannot use in WHERE clause: ecm:fulltextScore'],
  [where("ecm:acl/0/principal = 'x'"), 'Cannot use explicit index in ACLs: ecm:acl/0/principal'],
  [where('ecm:isProxy = 2'), 'ecm:isProxy requires literal 0 or 1 as right argument'],
  [where("ecm:isProxy = '1'"), 'ecm:isProxy requires literal 0 or 1 as right argument'],
  [where('ecm:isProxy = true'), 'ecm:isProxy requires literal 0 or 1 as right argument'],
  [where('ecm:isProxy > 0'), 'ecm:isProxy requires = or <> operator'],
  [where('ecm:isProxy IN (0, 1)'), 'ecm:isProxy requires = or <> operator'],
  [where('ecm:isProxy IS NULL'), 'ecm:isProxy requires = or <> operator'],
  [where('1 = ecm:isProxy'), 'ecm:isProxy must stand on the left side of a comparison'],
  [where('publicprofile = 3'), 'publicprofile requires literal 0 or 1 as right argument'],
  [where("ecm:path LIKE '/a%'"), 'ecm:path requires = or <> or STARTSWITH operator'],
  [where('ecm:path = dc:title'), 'ecm:path requires literal path as right argument'],
  [where("ecm:ancestorId IN ('a')"), 'ecm:ancestorId requires = or <> operator'],
  [where("ecm:mixinType LIKE 'a'"), 'ecm:mixinType requires = or <> or IN or NOT IN operator'],
  [where("ecm:fulltext IN ('a')"), 'ecm:fulltext requires = or LIKE operator'],
  [where('ecm:fulltext = 1'), 'ecm:fulltext requires literal string as right argument'],
  [where("ecm:fulltext = 'a OR'"), 'Invalid fulltext query (final OR): a OR'],
  [where("ecm:fulltext.dc:nope = 'a'"), 'No such property: dc:nope'],
  [where("common:size LIKE '1%'"), 'LIKE cannot be used on long property: common:size'],
  [where("dc:created STARTSWITH 'x'"), 'STARTSWITH cannot be used on date property: dc:created'],
  [where("file:content = 'x'"), '= cannot be used on blob property: file:content'],
  [where("dc:created > NOW('yesterday')"), 'Invalid period: yesterday'],
  [where("dc:title = LOWER('A')"), "Function not supported in WHERE clause: LOWER('A')"],
  [where('common:size = 1 + 1'), 'Operator not supported: +'],
  [
    where("DATE(dc:created) = TIMESTAMP '2024-01-01 00:00:00'"),
    'DATE() cast must be used with DATE literal, not TIMESTAMP',
  ],
  [where("DATE(dc:title) = DATE '2024-01-01'"), 'Cannot cast to DATE: dc:title'],
];

for (const [query, message] of UNSOUND) {
  test(`refuses ${query}`, () => assert.deepEqual(findings(query), [`error: ${message}`]));
}

const DOUBTFUL: readonly (readonly [string, RegExp])[] = [
  [where("dc:created > '2024-01-01'"), /^warning: dc:created is a date/],
  [where("common:size = '12'"), /^warning: common:size is a long/],
  [where('dc:title = 12'), /^warning: dc:title holds text/],
  [where("dc:title = 'x' OR ecm:mixinType = 'A'"), /^warning: .*non-toplevel/],
];

for (const [query, message] of DOUBTFUL) {
  test(`warns about ${query}`, () => {
    const [first, ...more] = findings(query);
    assert.match(first ?? '', message);
    assert.deepEqual(more, []);
  });
}

const REPAIRS: readonly (readonly [string, string])[] = [
  ['SELECT * FROM Fiel', 'SELECT * FROM File'],
  [where("dc:titel = 'x'"), where("dc:title = 'x'")],
  [where('ecm:isTrahsed = 0'), where('ecm:isTrashed = 0')],
  [where('ecm:isTrashed = false'), where('ecm:isTrashed = 0')],
  [where('publicprofile = TRUE'), where('publicprofile = 1')],
  [where("common:size > '12'"), where('common:size > 12')],
  [where('dc:title = 12'), where("dc:title = '12'")],
  [where("dc:created > '2024-01-01'"), where("dc:created > DATE '2024-01-01'")],
  [where("dc:created > NOW('1 day')"), where("dc:created > NOW('-P1D')")],
  [where("ecm:fulltext.dc:titl = 'a'"), where("ecm:fulltext.dc:title = 'a'")],
];

for (const [broken, repaired] of REPAIRS) {
  test(`repairs ${broken}`, () => {
    const [finding] = check(broken, SAMPLE_VOCABULARY).diagnostics;
    const fix = finding?.fixes[0];
    assert.ok(finding && fix);
    const text = broken.slice(0, finding.start) + fix.replacement + broken.slice(finding.end);
    assert.equal(text, repaired);
    assert.deepEqual(findings(text), []);
  });
}

test('of thousands of faults all are reported, the first ones with repairs', () => {
  const condition = "dc:titel = 'x'";
  const { diagnostics } = check(where(`${condition} AND `.repeat(2000) + condition), SAMPLE_VOCABULARY);
  assert.equal(diagnostics.length, 2001);
  assert.equal(diagnostics.filter((one) => one.fixes.length > 0).length, 100);
});

test('a query that does not parse is not checked further', () => {
  const text = 'SELECT * FROM Nope WHERE';
  assert.deepEqual(check(text, SAMPLE_VOCABULARY), parse(text));
});

test('findings come in the order of the text', () => {
  assert.deepEqual(
    findings("SELECT * FROM Nope WHERE ecm:isProxy = 2 AND x:y = 'z' ORDER BY ecm:ancestorId"),
    [
      'error: Unknown type: Nope',
      'error: ecm:isProxy requires literal 0 or 1 as right argument',
      'error: No such property: x:y',
      'error: Cannot order by column: ecm:ancestorId',
    ],
  );
});
