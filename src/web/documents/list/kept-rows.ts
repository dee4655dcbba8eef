/** How far the rows on screen have moved because rows above them were added or removed. Pure. */

export interface SeenRow {
  readonly id: string;
  readonly index: number;
}

/**
 * The distance in rows that most of the visible rows have moved; a single renamed row that moved elsewhere does not count.
 * Undefined if none of them is found.
 */
export function movedBy(
  seen: readonly SeenRow[],
  indexOf: (id: string) => number | undefined,
): number | undefined {
  const votes = new Map<number, number>();
  for (const { id, index } of seen) {
    const now = indexOf(id);
    if (now !== undefined) votes.set(now - index, (votes.get(now - index) ?? 0) + 1);
  }
  let most = 0;
  let moved = seen.length === 0 ? 0 : undefined;
  for (const [step, count] of votes) if (count > most) [moved, most] = [step, count];
  return moved;
}
