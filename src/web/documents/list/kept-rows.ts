/** How far the rows on screen have moved because others came or went above them. Pure. */

export interface SeenRow {
  readonly id: string;
  readonly index: number;
}

/**
 * By how many places the rows that were on screen have moved: what most of them did, so that one that was renamed and
 * went elsewhere takes nobody along. 0 when none of them is there any more.
 */
export function movedBy(seen: readonly SeenRow[], indexOf: (id: string) => number | undefined): number {
  const votes = new Map<number, number>();
  for (const { id, index } of seen) {
    const now = indexOf(id);
    if (now !== undefined) votes.set(now - index, (votes.get(now - index) ?? 0) + 1);
  }
  let most = 0;
  let moved = 0;
  for (const [step, count] of votes) if (count > most) [moved, most] = [step, count];
  return moved;
}
