// Ranges of row indexes. Pure.

/** Both ends included; empty when `to` is before `from`. */
export function indexesBetween(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, step) => from + step);
}

/** The range limited to the list's length, plus the cursor's index if that is outside, so that the focus is not lost. */
export function indexesWith(from: number, to: number, count: number, cursor: number): number[] {
  const first = Math.max(0, from);
  const last = Math.min(count - 1, to);
  const indexes = indexesBetween(first, last);
  if (cursor < 0 || cursor >= count || (cursor >= first && cursor <= last)) return indexes;
  return cursor < first ? [cursor, ...indexes] : [...indexes, cursor];
}
