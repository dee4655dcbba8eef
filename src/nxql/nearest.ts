/**
 * "Did you mean": the known names nearest to a misspelt one. Invariant: only close names are suggested, whose distance is at most
 * a third of the letters after the prefix.
 */

/** Damerau-Levenshtein distance (a swap of neighbours is one step), or `limit + 1` if it exceeds `limit`. */
export function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const steps = [
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      ];
      current.push(Math.min(...steps));
    }
    if (Math.min(...current) > limit) return limit + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(at(last, b.length), limit + 1);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY;
}

const LONGEST = 100;

/** Up to `count` names near `written`, the nearest first; letter case is ignored. */
export function nearest(written: string, names: Iterable<string>, count = 3): readonly string[] {
  if (written.length > LONGEST) return [];
  const lower = written.toLowerCase();
  const ownLetters = written.length - (written.indexOf(':') + 1);
  const limit = Math.max(1, Math.floor(ownLetters / 3));
  const close: { name: string; steps: number }[] = [];
  for (const name of names) {
    const steps = distance(lower, name.toLowerCase(), limit);
    if (steps <= limit) close.push({ name, steps });
  }
  return close
    .sort((one, other) => one.steps - other.steps || one.name.localeCompare(other.name))
    .slice(0, count)
    .map((one) => one.name);
}
