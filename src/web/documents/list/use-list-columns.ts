/** The columns that the reader chose for a place, and what rows must come with to show them. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { DocumentView } from '#web/api/documents.ts';
import { prefixOf, schemas } from '#web/api/server-config.ts';
import type { ColumnWidths } from '#web/ui/data-columns.ts';
import { columnsAtRest, columnsOffered, viewFor } from './list-columns.ts';
import { rememberColumns, useListPreferences } from './list-preferences.ts';

export interface ListColumns {
  readonly ids: readonly string[];
  readonly widths: ColumnWidths;
  readonly onWidths: (widths: ColumnWidths) => void;
  readonly view: DocumentView;
}

const noWidths: ColumnWidths = {};

export function useListColumns(place: string): ListColumns {
  const choice = useListPreferences((state) => state.byPlace[place]);
  const ids = choice?.columns ?? columnsAtRest;
  // Only a column of the reader's own needs to know which schema has its prefix.
  const own = ids.some((id) => !columnsOffered.includes(id));
  const { data } = useQuery({ ...schemas(), enabled: own });
  const view = useMemo(() => {
    const names = new Map(data?.map((schema) => [prefixOf(schema), schema.name]));
    return viewFor(ids, (prefix) => names.get(prefix) ?? prefix);
  }, [ids, data]);
  return {
    ids,
    widths: choice?.widths ?? noWidths,
    onWidths: (widths) => rememberColumns(place, { widths }),
    view,
  };
}
