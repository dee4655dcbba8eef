/** How the list on screen is shown: from the address, else from the user's preferences for such places, else the defaults. */

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { prefixOf, schemas } from '#web/api/server-config.ts';
import type { ColumnWidths, SortOrders } from '#web/ui/data-columns.ts';
import { byName, type ListAddress, readListAddress, writeListAddress } from './list-address.ts';
import { columnsOffered, defaultColumns, viewFor } from './list-columns.ts';
import {
  choiceFor,
  type ListPlace,
  type ListView,
  remember,
  type TileSize,
  useListPreferences,
} from './list-preferences.ts';
import { type ListShape, shapeOf } from './list-source.ts';

export interface ListState {
  readonly place: ListPlace;
  readonly address: Omit<ListAddress, 'view'>;
  readonly view: ListView;
  /** Changes the address; an order or a view chosen by the user also becomes the preference for places of this kind. */
  readonly change: (change: Partial<ListAddress>) => void;
  /** Without the name, which is always first. */
  readonly columns: readonly string[];
  readonly widths: ColumnWidths;
  readonly tiles: TileSize;
  /** The shape of the requests for rows. */
  readonly shape: ListShape;
}

const noWidths: ColumnWidths = {};

export function useListState(id: string, kind = id, initialSort: SortOrders = byName): ListState {
  const place = useMemo(() => ({ id, kind }), [id, kind]);
  const [search, setSearch] = useSearchParams();
  const choice = useListPreferences((state) => choiceFor(place, state));
  const {
    columns = defaultColumns,
    widths = noWidths,
    sort: defaultSort = initialSort,
    tiles = 'medium',
  } = choice;
  const written = search.toString();
  const address = useMemo(
    () => readListAddress(new URLSearchParams(written), defaultSort),
    [written, defaultSort],
  );
  // Only columns added by the user need the schema of their prefix.
  const own = columns.some((column) => !columnsOffered.includes(column));
  const { data } = useQuery({ ...schemas(), enabled: own });
  const shape = useMemo(() => {
    const names = new Map(data?.map((schema) => [prefixOf(schema), schema.name]));
    return shapeOf(
      address,
      viewFor(columns, (prefix) => names.get(prefix) ?? prefix),
    );
  }, [address, columns, data]);
  return {
    place,
    address,
    view: address.view ?? choice.view ?? 'list',
    change: (change) => {
      const { sort, view } = change;
      if (sort !== undefined) remember(place, { sort });
      if (view !== undefined) remember(place, { view });
      setSearch((current) => writeListAddress(current, change, defaultSort), { replace: true });
    },
    columns,
    widths,
    tiles,
    shape,
  };
}
