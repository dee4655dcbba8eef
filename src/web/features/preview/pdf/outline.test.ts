import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type OutlineItem, type OutlineNode, outlineNodes } from './outline.ts';

function count(nodes: readonly OutlineNode[]): number {
  return nodes.reduce((sum, { children }) => sum + 1 + count(children), 0);
}

test('an outline that holds itself, or far too many entries, comes to an end', () => {
  const items: OutlineItem[] = [];
  items.push({ title: 'Round', dest: null, items }, { title: 'And round', dest: null, items });
  assert.ok(count(outlineNodes(items)) <= 3000);
  const wide = Array.from({ length: 50_000 }, () => ({ title: 'x', dest: null, items: [] }));
  assert.equal(outlineNodes(wide).length, 3000);
});

test('entries keep their order, their levels and an id of their own', () => {
  const nodes = outlineNodes([
    { title: ' Lease ', dest: 'a', items: [{ title: 'Rent', dest: [1], items: [] }] },
    { title: 'Annex', dest: null, items: [] },
  ]);
  assert.deepEqual(
    nodes.map(({ id, label, hasChildren }) => [id, label, hasChildren]),
    [
      ['0', 'Lease', true],
      ['1', 'Annex', false],
    ],
  );
  assert.deepEqual(nodes[0]?.children[0], {
    id: '0.0',
    label: 'Rent',
    dest: [1],
    children: [],
    hasChildren: false,
  });
});
