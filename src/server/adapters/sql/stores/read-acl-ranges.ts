/**
 * Read lists of nested subtrees as ranges of paths, each path in one of them: the innermost subtree's list holds.
 * Invariant: paths compare by their bytes, as both engines compare them, and hold no character below U+0001.
 */
export interface ListedTree {
  readonly path: string;
  readonly readAclId: number;
}

/** From `start`, and not as far as `end`. */
export interface PathRange {
  readonly start: string;
  readonly end: string;
  readonly readAclId: number;
}

export function readAclRanges(trees: readonly ListedTree[]): readonly PathRange[] {
  const ranges: PathRange[] = [];
  const open: PathRange[] = [];
  let start = '';
  const close = (end: string, range: PathRange | undefined): void => {
    if (range !== undefined && start !== end) ranges.push({ start, end, readAclId: range.readAclId });
    start = end;
  };
  const outermostFirst = trees
    .flatMap(rangesOf)
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

/** Other paths may stand between a path and those below it: `/a!` comes before `/a/b`. */
function rangesOf({ path, readAclId }: ListedTree): readonly PathRange[] {
  if (path === '/') return [{ start: '/', end: '0', readAclId }];
  return [
    { start: path, end: `${path}\u0001`, readAclId },
    { start: `${path}/`, end: `${path}0`, readAclId },
  ];
}

function inBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
