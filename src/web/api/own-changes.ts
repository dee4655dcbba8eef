/**
 * Changes that this page has just made and refreshed: when the server's stream reports them, it need not refresh again
 * (live-changes.ts).
 */

/** Longer than the stream takes to report a change. */
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
