import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from '#nxql/index.ts';
import { conditionsOf, filterKindOf, periodKeys, sizeKeys } from './column-filters.ts';

const today = new Date(2026, 4, 20, 15);

it('takes values as parameters, and no value for itself', () => {
  assert.deepEqual(conditionsOf({ 'dc:nature': ['a', "b' OR 1=1"] }), [
    { text: '(dc:nature IN (?, ?))', params: ['a', "b' OR 1=1"] },
  ]);
  assert.deepEqual(conditionsOf({ 'dc:nature': ['', 'a'] }), [
    { text: '(dc:nature IN (?) OR dc:nature IS NULL)', params: ['a'] },
  ]);
});

it('writes periods and sizes that are a query', () => {
  const [period] = conditionsOf({ 'dc:modified': ['week'] }, today);
  assert.equal(period?.text, `(dc:modified >= TIMESTAMP '${new Date(2026, 4, 13).toISOString()}')`);
  const texts = conditionsOf({ 'dc:modified': periodKeys, 'file:content/length': sizeKeys }, today);
  assert.equal(texts.length, 2);
  for (const { text } of texts)
    assert.notEqual(parse(`SELECT * FROM Document WHERE ${text}`).query, undefined, text);
});

it('leaves out keys that it does not know', () => {
  assert.deepEqual(
    conditionsOf({ 'dc:modified': ["'x"], 'file:content/length': ['0'], 'dc:title': ['a'] }),
    [],
  );
  assert.equal(filterKindOf('dc:title'), undefined);
});

it('filters states as they are shown: a folder shows none', () => {
  assert.deepEqual(conditionsOf({ 'ecm:currentLifeCycleState': ['project', ''] }), [
    {
      text: "((ecm:currentLifeCycleState IN (?) AND ecm:mixinType != 'Folderish') OR ecm:currentLifeCycleState IS NULL OR ecm:mixinType = 'Folderish')",
      params: ['project'],
    },
  ]);
  const [one] = conditionsOf({ 'ecm:currentLifeCycleState': ['project'] });
  assert.notEqual(
    parse(`SELECT * FROM Document WHERE ${one?.text.replace('?', "'project'")}`).query,
    undefined,
  );
});
