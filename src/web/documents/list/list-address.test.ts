import assert from 'node:assert/strict';
import { it } from 'node:test';
import { byName, readListAddress, writeListAddress } from './list-address.ts';

it('reads what it wrote', () => {
  const sort = { columnId: 'dc:modified', direction: 'desc' } as const;
  const written = writeListAddress(new URLSearchParams(), { sort, view: 'gallery', filter: 'bail 50%' });
  assert.deepEqual(readListAddress(written), { sort, view: 'gallery', filter: 'bail 50%' });
});

it('leaves out what is at rest and keeps what is not its own', () => {
  const before = new URLSearchParams('sort=dc:modified&order=desc&filter=x&other=1');
  assert.equal(writeListAddress(before, { sort: byName, filter: '' }).toString(), 'other=1');
});

it('does not sort by what is no field', () => {
  assert.deepEqual(readListAddress(new URLSearchParams("sort=dc:title'--")).sort, byName);
});
