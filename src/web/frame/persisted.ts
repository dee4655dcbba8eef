/**
 * A store that this browser keeps: read when it is made, written at each change, as `{ state, version }`.
 * Invariant: what cannot be read or written (no room, storage closed, another version's) costs only the memory of it.
 */
import { create } from 'zustand';

interface PersistedOptions<T> {
  readonly name: string;
  /** "sessionStorage" keeps it for this tab only. */
  readonly storage?: 'localStorage' | 'sessionStorage';
  readonly version?: number;
  /** What is read becomes the state in this way; without it, it stands over the state at rest. */
  readonly merge?: (stored: unknown, atRest: T) => T;
  /** The part that is written. */
  readonly partialize?: (state: T) => Partial<T>;
}

export function persisted<T extends object>(atRest: T, options: PersistedOptions<T>) {
  const { name, storage = 'localStorage', version = 0, partialize = (state: T) => state } = options;
  const { merge = (stored: unknown) => Object.assign({}, atRest, stored) } = options;
  const read = (): T => {
    try {
      const found: { readonly state: unknown; readonly version: unknown } | null = JSON.parse(
        window[storage].getItem(name) ?? 'null',
      );
      return found?.version === version ? merge(found.state, atRest) : atRest;
    } catch {
      return atRest;
    }
  };
  const useStore = create<T>(read);
  useStore.subscribe((state) => {
    try {
      window[storage].setItem(name, JSON.stringify({ state: partialize(state), version }));
    } catch {
      // It is remembered until the page is left.
    }
  });
  return useStore;
}
