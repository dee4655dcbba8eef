/** What this page itself has just changed and asked for again: the server's word of it is no news (live-changes.ts). */

/** Longer than the word of a change takes. */
export const ownMs = 5_000;

const changed = new Map<string, number>();

export function noteOwnChange(ids: readonly string[]): void {
  const now = Date.now();
  for (const [id, at] of changed) if (now - at > ownMs) changed.delete(id);
  for (const id of ids) changed.set(id, now);
}

export function isOwnChange(id: string): boolean {
  return Date.now() - (changed.get(id) ?? 0) < ownMs;
}
