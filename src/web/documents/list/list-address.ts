/** How a list stands in the address: order, view and filter, so that a reload or a shared link keeps them. Pure. */
import type { SortOrder } from '#web/ui/data-columns.ts';
import type { ListView } from './list-preferences.ts';

export interface ListAddress {
  readonly sort: SortOrder;
  readonly view: ListView | undefined;
  readonly filter: string;
}

export function readListAddress(search: URLSearchParams, atRest: SortOrder = byName): ListAddress {
  const columnId = search.get('sort');
  const view = search.get('view');
  return {
    sort:
      columnId === null || !/^[\w:/.-]+$/.test(columnId)
        ? atRest
        : { columnId, direction: search.get('order') === 'desc' ? 'desc' : 'asc' },
    view: view === 'list' || view === 'gallery' ? view : undefined,
    filter: search.get('filter') ?? '',
  };
}

export const byName: SortOrder = { columnId: 'dc:title', direction: 'asc' };

/** The same parameters with these changes; what is at rest is left out of the address. */
export function writeListAddress(
  search: URLSearchParams,
  change: Partial<ListAddress>,
  atRest: SortOrder = byName,
): URLSearchParams {
  const next = new URLSearchParams(search);
  const put = (name: string, value: string | undefined) => {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  };
  if (change.sort !== undefined) {
    const { columnId, direction } = change.sort;
    const resting = columnId === atRest.columnId && direction === atRest.direction;
    put('sort', resting ? undefined : columnId);
    put('order', resting || direction === 'asc' ? undefined : direction);
  }
  if ('view' in change) put('view', change.view);
  if (change.filter !== undefined) put('filter', change.filter);
  return next;
}
