/**
 * Finds which tabs are open, so that another tab's running uploads are not taken for interrupted ones. Each tab holds a
 * lock with its own name as long as it is open; the browser releases it even after a crash.
 * Invariant: only one tab at a time takes over lines left behind, so that no line is taken over twice.
 */

export interface TabPresence {
  readonly id: string;
  /** Runs `task` while no other tab runs its own. `others` are the ids of the other open tabs. */
  readonly claim: (task: (others: ReadonlySet<string>) => Promise<void>) => Promise<void>;
  /** Resolves when that tab is closed; without locks, never. */
  readonly gone: (tab: string) => Promise<void>;
}

const prefix = 'muniment:uploads:';
const claiming = 'muniment:uploads-claim';

/** @param locks missing on plain http, where every tab assumes it is the only one */
export function createTabPresence(id: string, locks: LockManager | undefined): TabPresence {
  const present = new Promise<void>((resolve) => {
    if (locks === undefined) resolve();
    // The promise inside never resolves, so the lock is held until the tab is closed.
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
        // A shared lock is not the tab's own: it is held by `gone`, after that tab was closed.
        const names = held.flatMap(({ name, mode }) =>
          mode === 'exclusive' && name?.startsWith(prefix) ? name.slice(prefix.length) : [],
        );
        await task(new Set(names.filter((name) => name !== id)));
      });
    },
    // Shared, so that all who wait get it together and release it at once; a `claim` after that does not see the tab.
    gone: (tab) =>
      locks === undefined
        ? new Promise(() => {})
        : locks.request(`${prefix}${tab}`, { mode: 'shared' }, () => undefined),
  };
}
