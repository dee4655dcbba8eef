import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isWithin, parentPath } from './stored-document.ts';

it('knows the folder above, up to the root', () => {
  assert.equal(parentPath('/domain/leases/2024'), '/domain/leases');
  assert.equal(parentPath('/domain'), '/');
  assert.equal(parentPath('/'), '/');
});

it('tells what lies within a folder from what merely begins like it', () => {
  assert.ok(isWithin('/domain/leases/2024', '/domain/leases'));
  assert.ok(isWithin('/domain/leases', '/domain/leases'));
  assert.ok(isWithin('/domain', '/'));
  assert.ok(!isWithin('/domain/leases-old', '/domain/leases'));
});
