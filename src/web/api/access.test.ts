import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksInheritance } from './access.ts';
import { ace } from './access-entry.test-support.ts';

test('a block that comes from a folder above is none of the document itself', () => {
  const aces = [ace('ada', 'ReadWrite'), ace('Everyone', 'Everything', { granted: false })];
  assert.equal(blocksInheritance([{ name: 'inherited', aces }]), false);
  assert.equal(blocksInheritance([{ name: 'local', aces }]), true);
  assert.equal(blocksInheritance([{ name: 'local', aces: [ace('Everyone', 'Everything')] }]), false);
  assert.equal(blocksInheritance([]), false);
});
