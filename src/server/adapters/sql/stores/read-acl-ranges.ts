/**
 * Read lists of nested subtrees as ranges of chains, each chain in one of them: the innermost subtree's list holds.
 * Invariant: chains compare by their bytes, as both engines compare them.
 */
import { endOf } from '../nxql/path-range.ts';

export interface ListedTree {
  readonly chain: string;
  readonly readAclId: number;
}

/** From `start`, and not as far as `end`. */
export interface ChainRange {
  readonly start: string;
  readonly end: string;
  readonly readAclId: number;
}

export function readAclRanges(trees: readonly ListedTree[]): readonly ChainRange[] {
  const ranges: ChainRange[] = [];
  const open: ChainRange[] = [];
  let start = '';
  const close = (end: string, range: ChainRange | undefined): void => {
    if (range !== undefined && start !== end) ranges.push({ start, end, readAclId: range.readAclId });
    start = end;
  };
  const outermostFirst = trees
    .map(({ chain, readAclId }) => ({ start: chain, end: endOf(chain), readAclId }))
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
