import assert from 'node:assert/strict';
import { it } from 'node:test';
import { movedColumn, nextSort } from './data-columns.ts';

const up = (columnId: string) => ({ columnId, direction: 'asc' }) as const;
const down = (columnId: string) => ({ columnId, direction: 'desc' }) as const;

it('sorts by one column alone, and the other way when pressed again', () => {
  assert.deepEqual(nextSort('name', []), [up('name')]);
  assert.deepEqual(nextSort('name', [up('name'), up('size')]), [down('name')]);
  assert.deepEqual(nextSort('size', [up('name'), down('size')]), [up('size')]);
});

it('adds a column to the order, turns it, and takes it out again', () => {
  assert.deepEqual(nextSort('size', [up('name')], true), [up('name'), up('size')]);
  assert.deepEqual(nextSort('name', [up('name'), up('size')], true), [down('name'), up('size')]);
  assert.deepEqual(nextSort('name', [down('name'), up('size')], true), [up('size')]);
  assert.deepEqual(nextSort('name', [down('name')], true), [up('name')]);
});

it('moves a column before or after another', () => {
  const ids = ['a', 'b', 'c', 'd'];
  assert.deepEqual(movedColumn(ids, 'd', 'b', 'before'), ['a', 'd', 'b', 'c']);
  assert.deepEqual(movedColumn(ids, 'a', 'c', 'after'), ['b', 'c', 'a', 'd']);
  assert.deepEqual(movedColumn(ids, 'c', 'c', 'after'), ['c', 'a', 'b', 'd']);
  // A fixed column (the name) is not in the list: behind it is the beginning.
  assert.deepEqual(movedColumn(ids, 'c', 'name', 'after'), ['c', 'a', 'b', 'd']);
});
