/** The state of a list in the address: order, view and filters, so that a reload or a shared link keeps them. Pure. */
import type { SortOrder, SortOrders } from '#web/ui/data-columns.ts';
import type { ColumnFilters } from './column-filters.ts';
import type { ListView } from './list-preferences.ts';

export interface ListAddress {
  readonly sort: SortOrders;
  readonly view: ListView | undefined;
  /** Text to find in names. */
  readonly filter: string;
  readonly filters: ColumnFilters;
}

const field = /^[\w:/.-]+$/;

export function readListAddress(search: URLSearchParams, defaultSort: SortOrders = byName): ListAddress {
  const orders = search.getAll('order');
  const sort = search.getAll('sort').flatMap((columnId, index): SortOrder[] => {
    return field.test(columnId) ? [{ columnId, direction: orders[index] === 'desc' ? 'desc' : 'asc' }] : [];
  });
  const view = search.get('view');
  return {
    sort: sort.length === 0 ? defaultSort : sort,
    view: view === 'list' || view === 'gallery' ? view : undefined,
    filter: search.get('filter') ?? '',
    filters: readFilters(search.getAll('only')),
  };
}

function readFilters(written: readonly string[]): ColumnFilters {
  const pairs = written.flatMap((one): (readonly [string, string])[] => {
    const cut = one.indexOf('~');
    const column = one.slice(0, Math.max(0, cut));
    return field.test(column) ? [[column, one.slice(cut + 1)]] : [];
  });
  const byColumn = Map.groupBy(pairs, ([column]) => column);
  return Object.fromEntries([...byColumn].map(([column, some]) => [column, some.map(([, key]) => key)]));
}

export const byName: SortOrders = [{ columnId: 'dc:title', direction: 'asc' }];

/** The same parameters with these changes; default values are left out of the address. */
export function writeListAddress(
  search: URLSearchParams,
  change: Partial<ListAddress>,
  defaultSort: SortOrders = byName,
): URLSearchParams {
  const next = new URLSearchParams(search);
  // The scroll position means nothing in another order or with another filter.
  next.delete('at');
  const put = (name: string, values: readonly string[]) => {
    next.delete(name);
    for (const value of values) next.append(name, value);
  };
  const { sort, filters } = change;
  if (sort !== undefined) {
    const isDefault = isSameOrder(sort, defaultSort);
    const rising = sort.every(({ direction }) => direction === 'asc');
    put('sort', isDefault ? [] : sort.map(({ columnId }) => columnId));
    put('order', isDefault || rising ? [] : sort.map(({ direction }) => direction));
  }
  if ('view' in change) put('view', change.view === undefined ? [] : [change.view]);
  if (change.filter !== undefined) put('filter', change.filter === '' ? [] : [change.filter]);
  if (filters !== undefined) {
    put(
      'only',
      Object.entries(filters).flatMap(([column, keys]) => keys.map((key) => `${column}~${key}`)),
    );
  }
  return next;
}

function isSameOrder(one: SortOrders, other: SortOrders): boolean {
  return (
    one.length === other.length &&
    one.every(({ columnId, direction }, index) => {
      const same = other[index];
      return same?.columnId === columnId && same.direction === direction;
    })
  );
}
