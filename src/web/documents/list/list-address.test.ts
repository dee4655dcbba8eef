import assert from 'node:assert/strict';
import { it } from 'node:test';
import { byName, readListAddress, writeListAddress } from './list-address.ts';

it('reads what it wrote', () => {
  const list = {
    sort: [
      { columnId: 'dc:nature', direction: 'asc' },
      { columnId: 'dc:modified', direction: 'desc' },
    ],
    view: 'gallery',
    filter: 'bail 50%',
    filters: { 'ecm:primaryType': ['File', 'Note'], 'dc:nature': ['', 'a~b'] },
  } as const;
  const written = writeListAddress(new URLSearchParams(), list);
  assert.deepEqual(readListAddress(new URLSearchParams(written.toString())), list);
});

it('leaves out what is at rest and keeps what is not its own', () => {
  const before = new URLSearchParams('sort=dc:modified&order=desc&filter=x&only=dc:nature~a&other=1');
  assert.equal(writeListAddress(before, { sort: byName, filter: '', filters: {} }).toString(), 'other=1');
});

it('reads addresses of one order, and leaves out what is no field', () => {
  const { sort } = readListAddress(new URLSearchParams('sort=dc:modified&order=desc'));
  assert.deepEqual(sort, [{ columnId: 'dc:modified', direction: 'desc' }]);
  const wrong = readListAddress(new URLSearchParams("sort=dc:title'--&only=x'~1&only=alone"));
  assert.deepEqual([wrong.sort, wrong.filters], [byName, {}]);
});
