import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSavedOrder } from './saved-order.ts';

test('what has a place stands there, what has none behind it by title, and what is gone leaves no gap', () => {
  const searches = ['b10', 'b9', 'a', 'z'].map((title) => ({ id: `id ${title}`, title }));
  const titles = (ids: readonly string[]) => inSavedOrder(searches, ids, 'en').map(({ title }) => title);
  assert.deepEqual(titles([]), ['a', 'b9', 'b10', 'z']);
  assert.deepEqual(titles(['id z', 'id gone', 'id b10']), ['z', 'b10', 'a', 'b9']);
});
