/**
 * Read ACLs of nested subtrees as ranges of chains that do not overlap: the innermost subtree's read ACL applies.
 * Invariant: chains compare by their bytes, as on both engines.
 */
import { type ChainRange, endOf } from '../nxql/path-range.ts';

export interface ListedTree {
  readonly chain: string;
  /** Null: it keeps its read ACL, except in trees inside it. */
  readonly readAclId: number | null;
}

export interface ListedRange extends ChainRange {
  readonly readAclId: number;
}

/** The old and new read ACL of its top, which apply to everything in it except trees with ACLs of their own. */
export interface ChangedTree {
  readonly chain: string;
  readonly before: number;
  readonly after: number;
}

export interface ReadAclChanges {
  /** To be written first. */
  readonly ranges: readonly ListedRange[];
  /** The rest of the tree around all others: wherever it has the old read ACL, it gets the new one. */
  readonly around: (ChainRange & Pick<ChangedTree, 'before' | 'after'>) | undefined;
}

/** Leaves out trees whose read ACL stays. */
export function readAclChanges(trees: readonly ChangedTree[]): ReadAclChanges {
  const [top, ...inside] = trees.toSorted((one, other) => one.chain.length - other.chain.length);
  const isAround =
    top !== undefined &&
    top.before !== top.after &&
    inside.every(({ chain, after }) => chain.startsWith(top.chain) && after !== top.before);
  const written = trees.map((tree): ListedTree => {
    const isLeft = tree.before === tree.after || (isAround && tree === top);
    return { chain: tree.chain, readAclId: isLeft ? null : tree.after };
  });
  return {
    ranges: readAclRanges(written),
    around: isAround
      ? { start: top.chain, end: endOf(top.chain), before: top.before, after: top.after }
      : undefined,
  };
}

interface TreeRange extends ChainRange, Pick<ListedTree, 'readAclId'> {}

export function readAclRanges(trees: readonly ListedTree[]): readonly ListedRange[] {
  const ranges: ListedRange[] = [];
  const open: TreeRange[] = [];
  let start = '';
  const close = (end: string, { readAclId = null }: Partial<TreeRange> = {}): void => {
    if (readAclId !== null && start !== end) ranges.push({ start, end, readAclId });
    start = end;
  };
  const outermostFirst = trees
    .map(({ chain, readAclId }): TreeRange => ({ start: chain, end: endOf(chain), readAclId }))
    .sort((one, other) => inBytes(one.start, other.start) || inBytes(other.end, one.end));
  for (const range of outermostFirst) {
    for (
      let last = open.at(-1);
      last !== undefined && inBytes(last.end, range.start) <= 0;
      last = open.at(-1)
    )
      close(last.end, open.pop());
    close(range.start, open.at(-1));
    open.push(range);
  }
  for (let last = open.pop(); last !== undefined; last = open.pop()) close(last.end, last);
  return ranges;
}

function inBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
