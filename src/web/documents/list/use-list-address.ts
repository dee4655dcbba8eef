/** Order, view and filter of the list on screen: from the address, and back into it. */
import { useSearchParams } from '#web/routing/address.ts';
import type { SortOrder } from '#web/ui/data-columns.ts';
import { byName, type ListAddress, readListAddress, writeListAddress } from './list-address.ts';
import { type ListView, rememberView, useListPreferences } from './list-preferences.ts';

export interface ListAddressState {
  readonly sort: SortOrder;
  readonly view: ListView;
  readonly filter: string;
  readonly change: (change: Partial<ListAddress>) => void;
}

export function useListAddress(atRest: SortOrder = byName): ListAddressState {
  const [search, setSearch] = useSearchParams();
  const preferred = useListPreferences((state) => state.view);
  const { sort, view = preferred, filter } = readListAddress(search, atRest);
  return {
    sort,
    view,
    filter,
    change: (change) => {
      if (change.view !== undefined) rememberView(change.view);
      setSearch((current) => writeListAddress(current, change, atRest), { replace: true });
    },
  };
}
