import assert from 'node:assert/strict';
import { it } from 'node:test';
import { columnsOffered, defaultColumns, viewFor } from './list-columns.ts';

it('asks for the same rows before and after the server has named its schemas', () => {
  const names = new Map([
    ['dc', 'dublincore'],
    ['file', 'file'],
    ['uid', 'uid'],
  ]);
  for (const columns of [defaultColumns, columnsOffered])
    assert.deepEqual(
      viewFor(columns, (prefix) => names.get(prefix) ?? prefix),
      viewFor(columns, (prefix) => prefix),
    );
});

it('asks for the schemas of columns of the reader’s own, and of those of extensions', () => {
  const view = viewFor(['inv:total', 'sums.ship--inv:net--dc:title'], (prefix) => `${prefix}-schema`);
  assert.deepEqual(view.schemas, ['dublincore', 'common', 'uid', 'file', 'note', 'inv-schema']);
});
