/**
 * A store kept in this browser: read when it is made, written at each change, as `{ state, version }`. Invariant: if it cannot be
 * read or written (no space, storage blocked, another version), the app only forgets it.
 */
import { create } from 'zustand';

interface PersistedOptions<T> {
  readonly name: string;
  /** "sessionStorage" keeps it for this tab only. */
  readonly storage?: 'localStorage' | 'sessionStorage';
  readonly version?: number;
  /** Makes the state from what was read; without it, that is spread over the initial state. */
  readonly merge?: (stored: unknown, initial: T) => T;
  /** The part that is written. */
  readonly partialize?: (state: T) => Partial<T>;
}

export function persisted<T extends object>(initial: T, options: PersistedOptions<T>) {
  const { name, storage = 'localStorage', version = 0, partialize = (state: T) => state } = options;
  const { merge = (stored: unknown) => Object.assign({}, initial, stored) } = options;
  const read = (): T => {
    try {
      const found: { readonly state: unknown; readonly version: unknown } | null = JSON.parse(
        window[storage].getItem(name) ?? 'null',
      );
      return found?.version === version ? merge(found.state, initial) : initial;
    } catch {
      return initial;
    }
  };
  const useStore = create<T>(read);
  useStore.subscribe((state) => {
    try {
      window[storage].setItem(name, JSON.stringify({ state: partialize(state), version }));
    } catch {
      // The state lasts until the page is left.
    }
  });
  return useStore;
}
