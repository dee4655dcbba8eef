import assert from 'node:assert/strict';
import { test } from 'node:test';
import { complete } from './complete.ts';
import { parse } from './parser.ts';
import { SAMPLE_VOCABULARY } from './sample-config.test-support.ts';
import { CONDITION_SNIPPETS, QUERY_SNIPPETS } from './suggestions.ts';

/** `|` is the caret. */
function at(marked: string) {
  const caret = marked.indexOf('|');
  return complete(marked.replace('|', ''), caret, SAMPLE_VOCABULARY);
}

function labels(marked: string): readonly string[] {
  return at(marked).items.map((item) => item.label);
}

const W = 'SELECT * FROM Document WHERE ';

const WHOLE: readonly (readonly [string, readonly string[]])[] = [
  ['sel|', ['SELECT']],
  ['SELECT * |', ['FROM']],
  ['SELECT dc:title |', ['FROM', 'AS']],
  ['SELECT * FROM |', ['Document', 'Relation', 'Folder', 'File', 'Note']],
  ['SELECT * FROM Do|', ['Document']],
  ['SELECT * FROM File, no|', ['Note']],
  ['SELECT * FROM File |', ['WHERE', 'ORDER BY', 'LIMIT']],
  ['SELECT * FROM File whe|', ['WHERE']],
  ['SELECT * FROM File order |', ['ORDER BY']],
  ['SELECT * FROM File ORDER b|', ['ORDER BY']],
  [`${W}dc:ti|`, ['dc:title']],
  [`${W}ecm:isT|`, ['ecm:isTrashed']],
  [`${W}(dc:title = 'a' or NOT dc:ti|`, ['dc:title']],
  [`${W}files:files/*2/file/n|`, ['files:files/*2/file/name']],
  [`${W}ecm:acl/*1/pr|`, ['ecm:acl/*1/principal']],
  [`${W}ecm:isTrashed |`, ['=', '!=']],
  [`${W}ecm:fulltext |`, ['=', 'LIKE']],
  [`${W}dc:title NOT |`, ['IN', 'BETWEEN', 'LIKE', 'ILIKE']],
  [`${W}dc:title IS |`, ['NULL', 'NOT NULL']],
  [`${W}dc:title IS NOT |`, ['NULL']],
  [`${W}ecm:isTrashed = |`, ['1', '0']],
  [`${W}dc:created BETWEEN |`, ['DATE', 'TIMESTAMP']],
  [`${W}dc:created BETWEEN DATE '2024-01-01' |`, ['AND']],
  [`${W}dc:created BETWEEN DATE '2024-01-01' AND DATE '2024-02-01' |`, ['AND', 'OR', 'ORDER BY', 'LIMIT']],
  [`${W}DATE(dc:m|`, ['dc:modified']],
  [`${W}dc:title IN ('a') |`, ['AND', 'OR', 'ORDER BY', 'LIMIT']],
  [`${W}dc:created > NOW('-P|')`, ['-PT1H', '-P1D', '-P7D', '-P1M', '-P1Y']],
  [`${W}ecm:primaryType = 'F|'`, ['Folder', 'File']],
  [`${W}ecm:mixinType IN ('Folderish', 'V|`, ['Versionable']],
  ['SELECT * FROM File ORDER BY dc:t|', ['dc:title']],
  ['SELECT * FROM File ORDER BY dc:title |', ['ASC', 'DESC', 'LIMIT']],
  ['SELECT * FROM File ORDER BY dc:title DESC |', ['LIMIT']],
  ['SELECT * FROM File LIMIT |', []],
  ['SELECT * FROM File LIMIT 10 |', ['OFFSET']],
  ['SELECT MAX(common:s|', ['common:size']],
  [`${W}dc:title = '|'`, []],
  [`${W}dc:title = 'a'|`, []],
  [`${W}dc:title |= 'a'`, labels(`${W}dc:title |`)],
];

for (const [marked, expected] of WHOLE) {
  test(`offers at ${marked}`, () => assert.deepEqual(labels(marked), expected));
}

const SOME: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['|', ['SELECT', 'In the trash'], ['FROM']],
  ['SELECT |', ['*', 'DISTINCT', 'dc:title', 'COUNT'], ['ecm:path', 'file:content', 'files:files']],
  [
    W.concat('|'),
    ['dc:title', 'ecm:path', 'NOT', 'Live documents only'],
    ['ecm:fulltextScore', 'file:content'],
  ],
  [`${W}dc:title |`, ['=', 'LIKE', 'STARTSWITH', 'IS NULL'], []],
  [`${W}common:size |`, ['=', 'BETWEEN'], ['LIKE', 'STARTSWITH']],
  [`${W}ecm:path |`, ['=', 'STARTSWITH'], ['LIKE', 'IN']],
  [`${W}dc:created > |`, ['NOW()', "NOW('-P1D')", 'DATE'], []],
  [
    'SELECT * FROM File ORDER BY |',
    ['dc:title', 'ecm:pos'],
    ['ecm:ancestorId', 'dc:subjects', 'dc:subjects/*'],
  ],
  [`${W}ti|`, ['dc:title', 'uid:title'], ['dc:nature']],
];

for (const [marked, offered, withheld] of SOME) {
  test(`offers the fitting names at ${marked}`, () => {
    const found = new Set(labels(marked));
    assert.deepEqual(
      offered.filter((label) => !found.has(label)),
      [],
    );
    assert.deepEqual(
      withheld.filter((label) => found.has(label)),
      [],
    );
  });
}

const REPLACED: readonly (readonly [string, string])[] = [
  ['SELECT * FROM Do|', 'SELECT * FROM Document'],
  [`${W}dc:ti|tle = 'a'`, `${W}dc:title = 'a'`],
  [`${W}ecm:primaryType = 'Fol|der'`, `${W}ecm:primaryType = 'Folder'`],
  [`${W}ecm:primaryType = Fol|`, `${W}ecm:primaryType = 'Folder'`],
  ['SELECT * FROM File ORDER b|', 'SELECT * FROM File ORDER BY'],
  [`${W}dc:title NOT I|`, `${W}dc:title NOT IN (`],
];

for (const [marked, expected] of REPLACED) {
  test(`the first choice at ${marked} gives ${expected}`, () => {
    const [item] = at(marked).items;
    assert.ok(item);
    const text = marked.replace('|', '');
    assert.equal(text.slice(0, item.from) + item.insert + text.slice(item.to), expected);
  });
}

const nature = { kind: 'directory', name: 'nature' };

test('asks for the values of a vocabulary, between quotes or not', () => {
  assert.deepEqual(at("SELECT * FROM File WHERE dc:nature = '|'").valuesOf, {
    source: nature,
    typed: '',
    quoted: true,
    from: 38,
    to: 38,
  });
  assert.deepEqual(at("SELECT * FROM File WHERE dc:nature IN ('a', 'b|c')").valuesOf, {
    source: nature,
    typed: 'b',
    quoted: true,
    from: 45,
    to: 47,
  });
  assert.deepEqual(at('SELECT * FROM File WHERE dc:nature = |').valuesOf, {
    source: nature,
    typed: '',
    quoted: false,
    from: 37,
    to: 37,
  });
});

test('asks for users where users stand, and for nothing elsewhere', () => {
  assert.deepEqual(at(`${W}dc:creator = 'a|`).valuesOf?.source, { kind: 'users' });
  assert.deepEqual(at(`${W}ecm:acl/*1/principal = '|'`).valuesOf?.source, { kind: 'users' });
  assert.equal(at(`${W}dc:title = '|'`).valuesOf, undefined);
  assert.equal(at(`${W}dc:nature |`).valuesOf, undefined);
});

test('every snippet parses where it is offered', () => {
  for (const { insert } of QUERY_SNIPPETS) assert.deepEqual(parse(insert).diagnostics, []);
  for (const { insert } of CONDITION_SNIPPETS) assert.deepEqual(parse(W + insert).diagnostics, []);
});
