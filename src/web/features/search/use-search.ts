/** The search in the address, and changing it. Invariant: the address is enough to show the same search again. */

import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readState, type SearchState, writeState } from './search-state.ts';

export interface Search {
  readonly state: SearchState;
  /** `replace` adds no step to the history, as for each letter typed. */
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
