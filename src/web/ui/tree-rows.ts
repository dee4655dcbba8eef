// The visible rows of a tree, top to bottom, and where keys lead. Pure.

export interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly hasChildren: boolean;
}

/** Children of an open node: loaded, loading, or failed. */
export type TreeChildren<Node extends TreeNode> =
  | { readonly status: 'ready'; readonly nodes: readonly Node[] }
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly reason: string };

export interface TreeRow<Node extends TreeNode> {
  readonly node: Node;
  /** From 1. */
  readonly level: number;
  readonly position: number;
  readonly setSize: number;
  readonly open: boolean;
  readonly parent: string | null;
  readonly children: TreeChildren<Node> | null;
}

export function treeRows<Node extends TreeNode>(
  roots: readonly Node[],
  expanded: ReadonlySet<string>,
  childrenOf: (node: Node) => TreeChildren<Node>,
): readonly TreeRow<Node>[] {
  const rows: TreeRow<Node>[] = [];
  const add = (nodes: readonly Node[], level: number, parent: string | null) => {
    for (const [index, node] of nodes.entries()) {
      const open = node.hasChildren && expanded.has(node.id);
      const children = open ? childrenOf(node) : null;
      rows.push({ node, level, position: index + 1, setSize: nodes.length, open, parent, children });
      if (children?.status === 'ready') add(children.nodes, level + 1, node.id);
    }
  };
  add(roots, 1, null);
  return rows;
}

export type TreeMove =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'open' | 'close'; readonly id: string };

/** What a key does at row `index`; undefined if nothing. */
export function treeMove<Node extends TreeNode>(
  rows: readonly TreeRow<Node>[],
  index: number,
  key: string,
  rtl: boolean,
): TreeMove | undefined {
  const row = rows[index];
  if (row === undefined) return undefined;
  const inward = rtl ? 'ArrowLeft' : 'ArrowRight';
  const outward = rtl ? 'ArrowRight' : 'ArrowLeft';
  const go = (to: number): TreeMove => ({ kind: 'go', index: Math.min(rows.length - 1, Math.max(0, to)) });
  switch (key) {
    case 'ArrowDown':
      return go(index + 1);
    case 'ArrowUp':
      return go(index - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case inward: {
      if (!row.node.hasChildren) return undefined;
      if (!row.open) return { kind: 'open', id: row.node.id };
      return rows[index + 1]?.parent === row.node.id ? go(index + 1) : undefined;
    }
    case outward: {
      if (row.open) return { kind: 'close', id: row.node.id };
      const parent = rows.findIndex(({ node }) => node.id === row.parent);
      return parent === -1 ? undefined : go(parent);
    }
    default:
      return undefined;
  }
}
