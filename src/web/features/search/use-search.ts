/** The search in the address, and the ways to change it. Invariant: what is on screen can be had again from the address. */

import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readState, type SearchState, writeState } from './search-state.ts';

export interface Search {
  readonly state: SearchState;
  /** `replace` where Back should not stop: while someone is typing. */
  readonly change: (next: Partial<SearchState>, how?: { readonly replace?: boolean }) => void;
}

export function useSearch(): Search {
  const [address, setAddress] = useSearchParams();
  const state = useMemo(() => readState(address), [address]);
  const change = useCallback<Search['change']>(
    (next, how) => setAddress((current) => writeState({ ...readState(current), ...next }), how),
    [setAddress],
  );
  return { state, change };
}
