/**
 * Read lists of nested subtrees as ranges of chains, each chain in one of them: the innermost subtree's list holds.
 * Invariant: chains compare by their bytes, as both engines compare them.
 */
import { type ChainRange, endOf } from '../nxql/path-range.ts';

export interface ListedTree {
  readonly chain: string;
  /** Null: it is left as it is, but for trees inside of it. */
  readonly readAclId: number | null;
}

export interface ListedRange extends ChainRange {
  readonly readAclId: number;
}

/** The list that its top has and shall have: both hold for all in it but trees with lists of their own. */
export interface ChangedTree {
  readonly chain: string;
  readonly before: number;
  readonly after: number;
}

export interface ReadAclChanges {
  /** To be written first. */
  readonly ranges: readonly ListedRange[];
  /** What is left of the tree that all others lie in: whatever has the one list there gets the other. */
  readonly around: (ChainRange & Pick<ChangedTree, 'before' | 'after'>) | undefined;
}

/** Nothing is written where a list stays. */
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
