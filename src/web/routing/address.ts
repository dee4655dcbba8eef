// The address in components: where one is, going elsewhere, and the values after "?".
// Invariant: addresses in here begin at the app; the folder that it is served from is history.ts's matter.
import { createContext, use, useCallback, useMemo } from 'react';
import type { AppHistory, Location } from './history.ts';
import type { Params } from './match-path.ts';

export interface AddressState {
  readonly history: AppHistory;
  readonly location: Location;
}

export const AddressContext = createContext<AddressState | null>(null);
export const ParamsContext = createContext<Params>({});

function useAddress(): AddressState {
  const state = use(AddressContext);
  if (state === null) throw new Error('There is no address outside of the router');
  return state;
}

export function useLocation(): Location {
  return useAddress().location;
}

export function useParams(): Params {
  return use(ParamsContext);
}

export interface NavigateOptions {
  /** Back then skips the address that one leaves. */
  readonly replace?: boolean | undefined;
}

/** A number goes so many steps through the history. */
export type Navigate = (to: string | number, options?: NavigateOptions) => void;

/** Always the same function. */
export function useNavigate(): Navigate {
  return useAddress().history.navigate;
}

/** For the browser: with the folder the app is served from, or after "#". */
export function useHref(to: string): string {
  return useAddress().history.hrefOf(to);
}

type SearchValues = URLSearchParams | Readonly<Record<string, string>>;
export type SetSearch = (
  next: SearchValues | ((current: URLSearchParams) => SearchValues),
  options?: NavigateOptions,
) => void;

export function useSearchParams(): readonly [URLSearchParams, SetSearch] {
  const { history, location } = useAddress();
  const values = useMemo(() => new URLSearchParams(location.search), [location.search]);
  const change = useCallback<SetSearch>(
    (next, options) => {
      const now = history.current();
      const wanted = typeof next === 'function' ? next(new URLSearchParams(now.search)) : next;
      history.navigate(`${now.pathname}?${new URLSearchParams(wanted)}`, options);
    },
    [history],
  );
  return [values, change];
}
