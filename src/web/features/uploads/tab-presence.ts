/**
 * Which tabs are alive, so that what another tab is uploading is not taken for interrupted. Each tab holds a lock of
 * its own name for as long as it lives; the browser lets go of it even after a crash.
 */

export interface TabPresence {
  readonly id: string;
  readonly others: () => Promise<ReadonlySet<string>>;
}

const prefix = 'muniment:uploads:';

export function createTabPresence(id: string): TabPresence {
  const { locks } = navigator;
  // The lock is never let go: the promise inside has no end.
  void locks?.request(`${prefix}${id}`, () => new Promise<never>(() => {}));
  return {
    id,
    others: async () => {
      const { held = [] } = (await locks?.query()) ?? {};
      const names = held.flatMap(({ name }) => (name?.startsWith(prefix) ? name.slice(prefix.length) : []));
      return new Set(names.filter((name) => name !== id));
    },
  };
}
