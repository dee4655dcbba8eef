/**
 * Which tabs are alive, so that what another tab is uploading is not taken for interrupted. Each tab holds a lock of
 * its own name for as long as it lives; the browser lets go of it even after a crash.
 * Invariant: one tab at a time takes up what was left behind, so that no line is taken up twice.
 */

export interface TabPresence {
  readonly id: string;
  /** Runs `task` while no other tab runs its own. */
  readonly claim: (task: (others: ReadonlySet<string>) => Promise<void>) => Promise<void>;
  /** Resolves when that tab is there no more; without locks, never. */
  readonly gone: (tab: string) => Promise<void>;
}

const prefix = 'muniment:uploads:';
const claiming = 'muniment:uploads-claim';

/** @param locks missing on plain http, where every tab takes itself for the only one */
export function createTabPresence(id: string, locks: LockManager | undefined): TabPresence {
  const present = new Promise<void>((resolve) => {
    if (locks === undefined) resolve();
    // The lock is never let go: the promise inside has no end.
    void locks?.request(`${prefix}${id}`, () => {
      resolve();
      return new Promise<never>(() => {});
    });
  });
  return {
    id,
    claim: async (task) => {
      await present;
      if (locks === undefined) return task(new Set());
      await locks.request(claiming, async () => {
        const { held = [] } = await locks.query();
        // Held together with others it is a sign that somebody waited for its tab to go.
        const names = held.flatMap(({ name, mode }) =>
          mode === 'exclusive' && name?.startsWith(prefix) ? name.slice(prefix.length) : [],
        );
        await task(new Set(names.filter((name) => name !== id)));
      });
    },
    // All that wait for it get it together, and give it back at once: whoever claims after that finds nobody there.
    gone: (tab) =>
      locks === undefined
        ? new Promise(() => {})
        : locks.request(`${prefix}${tab}`, { mode: 'shared' }, () => undefined),
  };
}
