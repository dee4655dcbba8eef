import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { Json } from '#wire/json.ts';
import { evaluate, evaluateText, resolveExpressions, type Scope } from './expression.ts';

const variables: Readonly<Record<string, Json>> = {
  name: 'Ada',
  count: 3,
  Document: { title: 'Plan', 'dc:title': 'Plan', tags: ['a', 'b'], isTrashed: false },
};
let spent = 0;
const scope: Scope = {
  valueOf: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
  spendBytes: (count) => {
    spent += count;
  },
};

for (const [source, value] of [
  ["'it''s'".replace("''", "\\'"), "it's"],
  ['name', 'Ada'],
  ['Document["dc:title"] + "!"', 'Plan!'],
  ['Document.tags[1]', 'b'],
  ['count + 2', 5],
  ['count + " items"', '3 items'],
  ['!Document.isTrashed && count == 3', true],
  ['count != 3 || name == "Ada"', true],
  ['(count == 1) == false', true],
  ['missing.member.deep', null],
  ['Document.constructor', null],
  ['toString', null],
] as const) {
  test(source, () => assert.deepEqual(evaluate(source, scope), value));
}

for (const source of [
  '',
  'name(',
  'name()',
  '1 +',
  'a; b',
  'Document.',
  '"open',
  `${'('.repeat(80)}1${')'.repeat(80)}`,
]) {
  test(`refuses ${source.slice(0, 20)}`, () =>
    assert.throws(
      () => evaluate(source, scope),
      (error) => error instanceof RepositoryError && error.status === 400,
    ));
}

test('refuses a text that is longer than anybody writes', () => {
  assert.throws(() => evaluateText(`"${'x'.repeat(30_000)}"`, scope), { status: 400 });
});

test('counts the texts that it makes', () => {
  spent = 0;
  evaluateText('@{name}@{Document.tags}', scope);
  assert.equal(spent, 'Ada["a","b"]'.length);
  spent = 0;
  evaluate('Document == Document', scope);
  assert.equal(spent, 2 * JSON.stringify(variables.Document).length);
});

test('templates and nested values', () => {
  assert.equal(evaluateText('@{name}: @{count}', scope), 'Ada: 3');
  assert.deepEqual(resolveExpressions({ a: ['expr:name', 'name'], b: 1 }, scope), {
    a: ['Ada', 'name'],
    b: 1,
  });
});
