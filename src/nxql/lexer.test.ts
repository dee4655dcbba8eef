import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteString, tokenize, unquote } from './lexer.ts';

function kinds(text: string): string {
  return tokenize(text)
    .filter((token) => token.kind !== 'end')
    .map((token) => `${token.kind}:${token.text}`)
    .join(' ');
}

const TABLE: readonly (readonly [string, string])[] = [
  ['SELECT * FROM File', 'keyword:SELECT operator:* keyword:FROM type:File'],
  ['FROM A, B WHERE c', 'keyword:FROM type:A punctuation:, type:B keyword:WHERE field:c'],
  ['select Select sElEcT', 'keyword:select keyword:Select field:sElEcT'],
  [
    'ILike Ilike StartsWith Startswith TimeStamp',
    'keyword:ILike keyword:Ilike keyword:StartsWith keyword:Startswith keyword:TimeStamp',
  ],
  ['ORDER BY x', 'keyword:ORDER BY field:x'],
  ['ORDER  BY x', 'field:ORDER field:BY field:x'],
  ['ORDER BYx', 'field:ORDER field:BYx'],
  ['files:files/*1/file/name', 'field:files:files/*1/file/name'],
  ['files:files[*1]/file/name', 'field:files:files[*1]/file/name'],
  ['dc:subjects/0 dc:subjects/*', 'field:dc:subjects/0 field:dc:subjects/*'],
  ['file:content/mime-type', 'field:file:content/mime-type'],
  ['ecm:fulltext.dc:title', 'field:ecm:fulltext.dc:title'],
  ['NOW ()', 'function:NOW punctuation:( punctuation:)'],
  ['1 1.5 .5 1e3 -2', 'number:1 number:1.5 number:.5 number:1e3 operator:- number:2'],
  ['007', 'number:0 number:0 number:7'],
  ['a<>b!=c<=d', 'field:a operator:<> field:b operator:!= field:c operator:<= field:d'],
  [`'it\\'s' "a 'b'"`, `string:'it\\'s' string:"a 'b'"`],
  ["'' ''", "string:'' string:''"],
  ["'a\nb", "invalid:'a field:b"],
  [
    '/*+ES: INDEX(a) */ a /* b */',
    'hint:/*+ES: INDEX(a) */ field:a operator:/ operator:* field:b operator:* operator:/',
  ],
  [': ? ; 💥', 'invalid:: invalid:? invalid:; invalid:💥'],
];

for (const [text, expected] of TABLE) {
  test(`tokens of ${JSON.stringify(text)}`, () => assert.equal(kinds(text), expected));
}

test('escapes are resolved, unknown ones keep their backslash', () => {
  assert.equal(unquote(String.raw`'a\n\t\r\\b'`), 'a\n\t\r\\b');
  assert.equal(unquote(String.raw`'\'\"'`), String.raw`'\"`);
  assert.equal(unquote(String.raw`"\'\""`), String.raw`\'"`);
  assert.equal(unquote(String.raw`'100\%'`), String.raw`100\%`);
  assert.equal(unquote(String.raw`'100\\%'`), String.raw`100\%`);
});

test('a quoted string stands on one line and reads back', () => {
  const value = 'l\'été\n\\%"\t';
  assert.equal(quoteString(value), String.raw`'l\'été\n\\%"\t'`);
  assert.equal(unquote(quoteString(value)), value);
});
