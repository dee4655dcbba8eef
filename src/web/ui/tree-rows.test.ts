import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type TreeChildren, type TreeNode, treeMove, treeRows } from './tree-rows.ts';

const node = (id: string, hasChildren = false): TreeNode => ({ id, label: id, hasChildren });
const childrenOf = ({ id }: TreeNode): TreeChildren<TreeNode> =>
  id === 'a' ? { status: 'ready', nodes: [node('a1'), node('a2')] } : { status: 'loading' };
const rows = treeRows([node('a', true), node('b', true), node('c')], new Set(['a', 'b']), childrenOf);

it('lays open nodes out with their level and place', () => {
  assert.deepEqual(
    rows.map((row) => [row.node.id, row.level, row.position, row.setSize]),
    [
      ['a', 1, 1, 3],
      ['a1', 2, 1, 2],
      ['a2', 2, 2, 2],
      ['b', 1, 2, 3],
      ['c', 1, 3, 3],
    ],
  );
  assert.equal(rows[3]?.children?.status, 'loading');
});

it('opens, enters, closes and leaves with the arrows', () => {
  assert.deepEqual(treeMove(rows, 0, 'ArrowRight', false), { kind: 'go', index: 1 });
  assert.deepEqual(treeMove(rows, 0, 'ArrowLeft', false), { kind: 'close', id: 'a' });
  assert.deepEqual(treeMove(rows, 2, 'ArrowLeft', false), { kind: 'go', index: 0 });
  assert.equal(treeMove(rows, 3, 'ArrowRight', false), undefined);
  assert.equal(treeMove(rows, 4, 'ArrowRight', false), undefined);
  assert.deepEqual(treeMove(rows, 0, 'ArrowLeft', true), { kind: 'go', index: 1 });
  assert.deepEqual(treeMove(rows, 4, 'ArrowDown', false), { kind: 'go', index: 4 });
});
