import assert from 'node:assert/strict';
import { it } from 'node:test';
import { foldCrumbs } from './fold-crumbs.ts';

const crumbs = ['domain', 'estates', 'quay', 'leases'];

it('keeps the first and as many of the last as have room', () => {
  assert.deepEqual(foldCrumbs(crumbs, 1000), {
    first: 'domain',
    folded: [],
    last: ['estates', 'quay', 'leases'],
  });
  assert.deepEqual(foldCrumbs(crumbs, 360), {
    first: 'domain',
    folded: ['estates'],
    last: ['quay', 'leases'],
  });
});

it('always shows where one is', () => {
  assert.deepEqual(foldCrumbs(crumbs, 0), { first: 'domain', folded: ['estates', 'quay'], last: ['leases'] });
  assert.deepEqual(foldCrumbs(['domain'], 0), { first: 'domain', folded: [], last: [] });
  assert.deepEqual(foldCrumbs([], 500), { first: undefined, folded: [], last: [] });
});
