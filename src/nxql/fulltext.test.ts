import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFulltext } from './fulltext.ts';

/** Groups in a short notation: `-` negated, `*` prefix, `_` between the words of a phrase. */
function brief(text: string): string {
  const result = parseFulltext(text);
  if (!result.ok) return result.message;
  return result.expression.groups
    .map((group) =>
      group
        .map((term) => `${term.negated ? '-' : ''}${term.words.join('_')}${term.prefix ? '*' : ''}`)
        .join(' '),
    )
    .join(' | ');
}

const TABLE: readonly (readonly [string, string])[] = [
  ['foo bar', 'foo bar'],
  ['foo OR bar baz or qux', 'foo | bar baz | qux'],
  ['+foo -bar', 'foo -bar'],
  ['"exact phrase" -"not this"', 'exact_phrase -not_this'],
  ['"this OR that"', 'this_OR_that'],
  ['foo* bar%', 'foo* bar*'],
  ['"new yo*"', 'new_yo*'],
  ['%foo%', 'foo*'],
  [', . !', ''],
  ['', ''],
  ['-only OR yes', 'yes'],
  ['-only', ''],
  ['well-known', 'well-known'],
  ['été 中文', 'été 中文'],
];

for (const [text, expected] of TABLE) {
  test(`reads ${JSON.stringify(text)}`, () => assert.equal(brief(text), expected));
}

const REFUSED: readonly (readonly [string, string])[] = [
  ['fo"o', 'double quotes in word'],
  ['"foo"bar', 'double quotes in word'],
  ['"foo bar', 'unterminated phrase'],
  ['foo OR OR bar', 'OR OR'],
  ['OR foo', 'standalone OR'],
  ['OR', 'standalone OR'],
  ['foo OR', 'final OR'],
  ['foo - bar', 'standalone -'],
  ['+', 'standalone +'],
  ['a '.repeat(5_001), 'too long'],
];

for (const [text, reason] of REFUSED) {
  test(`refuses ${text.slice(0, 20)}`, () =>
    assert.equal(brief(text), `Invalid fulltext query (${reason}): ${text}`));
}
