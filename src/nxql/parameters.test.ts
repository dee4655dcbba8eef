import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bindParameters, type ParameterValue } from './parameters.ts';

function bound(text: string, ...positional: ParameterValue[]): string {
  return bindParameters(text, { positional, named: {} });
}

const POSITIONAL: readonly (readonly [ParameterValue, string])[] = [
  ['plain', "'plain'"],
  ["o'neil\\ \n", String.raw`'o\'neil\\ \n'`],
  [42, '42'],
  [-1.5, '-1.5'],
  [true, '1'],
  [false, '0'],
  [null, "''"],
  [['a', "b'"], String.raw`('a', 'b\'')`],
  [[1, true, null], "(1, 1, '')"],
  [[], "('')"],
  [Number.NaN, "''"],
];

for (const [value, expected] of POSITIONAL) {
  test(`writes ${JSON.stringify(value)} as ${expected}`, () => assert.equal(bound('?', value), expected));
}

test('takes ordered values in order and leaves what has none', () => {
  assert.equal(bound('a = ? AND b = ? AND c = ?', 1, 'x'), "a = 1 AND b = 'x' AND c = ?");
});

test('takes named values, not the colons of names', () => {
  const named = { title: 'x', t: 'short' };
  const text = 'dc:title = :title AND a IN :t AND b = :missing AND c = :toString';
  assert.equal(
    bindParameters(text, { positional: [], named }),
    "dc:title = 'x' AND a IN 'short' AND b = :missing AND c = :toString",
  );
});

test('takes named values whose names have a prefix', () => {
  const parameters = { positional: [], named: { 'np:title': 'x', np: 'y' } };
  assert.equal(bindParameters('dc:title = :np:title AND a = :np', parameters), "dc:title = 'x' AND a = 'y'");
});

test('values are not searched for placeholders', () => {
  assert.equal(bound('a = ? AND b = ?', '? :x', 'y'), "a = '? :x' AND b = 'y'");
});

test('literals and hints are left alone, finished or not', () => {
  assert.equal(
    bound(String.raw`a = 'it\'s ?' AND b = "?" AND c = ?`, 1),
    String.raw`a = 'it\'s ?' AND b = "?" AND c = 1`,
  );
  assert.equal(bound("a = 'open AND b = ?", ' OR 1=1'), "a = 'open AND b = ?");
  assert.equal(bound('/*+ES: INDEX(?) */ a = ?', 1), '/*+ES: INDEX(?) */ a = 1');
});

test('a pattern that quotes for itself is filled inside its literals', () => {
  const parameters = { positional: ["l'été"], named: {}, quote: false };
  assert.equal(bindParameters("dc:title ILIKE '?%'", parameters), String.raw`dc:title ILIKE 'l\'été%'`);
  assert.equal(
    bindParameters('?', {
      positional: ["SELECT * FROM File WHERE a = 'b'"],
      named: {},
      quote: false,
      escape: false,
    }),
    "SELECT * FROM File WHERE a = 'b'",
  );
});
