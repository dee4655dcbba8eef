import assert from 'node:assert/strict';
import { it } from 'node:test';
import { neighboursIn } from './neighbours.ts';
import { listAround } from './opened-from.ts';

const list = { ids: ['a', 'b', 'c'], offset: 40, total: 214 };

it('knows the place in the whole list and who stands beside', () => {
  assert.deepEqual(neighboursIn(list, 'b'), { previous: 'a', next: 'c', position: 42, total: 214 });
});

it('ends where the loaded rows end', () => {
  assert.equal(neighboursIn(list, 'a')?.previous, undefined);
  assert.equal(neighboursIn(list, 'c')?.next, undefined);
});

it('has nothing to say of a document from elsewhere', () => {
  assert.equal(neighboursIn(list, 'x'), null);
});

it('takes the loaded rows around the one opened, up to the first gap', () => {
  const rows = ['a', undefined, 'c', 'd', 'e', undefined, 'g'];
  assert.deepEqual(
    listAround(3, 7, (index) => rows[index]),
    { ids: ['c', 'd', 'e'], offset: 2, total: 7 },
  );
  assert.deepEqual(
    listAround(1, 7, (index) => rows[index]),
    { ids: [], offset: 0, total: 0 },
  );
});
