/**
 * Waiting changes on this device (IndexedDB), so that a reload or a closed browser loses none. Invariants: it never has
 * credentials; a failed write rejects, and the caller must not report the change as kept.
 */
import { openLocalDatabase } from '../local-database.ts';
import { isWaitingChange, type WaitingChange } from './waiting-change.ts';

export interface WaitingStorage {
  readonly load: (owner: string) => Promise<readonly WaitingChange[]>;
  /** Both or neither. */
  readonly write: (put: readonly WaitingChange[], remove: readonly string[]) => Promise<void>;
}

const changes = 'changes';

export function createWaitingStorage(name: string): WaitingStorage {
  const database = openLocalDatabase({
    name,
    version: 1,
    upgrade: (made) => made.createObjectStore(changes, { keyPath: 'id' }),
  });
  return {
    load: async (owner) => {
      const all: unknown[] = await database.read(changes, (store) => store.getAll());
      return all
        .filter(isWaitingChange)
        .filter((change) => change.owner === owner)
        .sort((one, other) => one.at - other.at);
    },
    write: (put, remove) =>
      database.write([changes], (storeOf) => {
        for (const id of remove) storeOf(changes).delete(id);
        for (const change of put) storeOf(changes).put(change);
      }),
  };
}
