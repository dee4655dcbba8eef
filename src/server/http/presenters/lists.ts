/** Lists with and without the paging block. */
import type { Paged } from '#server/core/search/page.ts';
import type { ListEntity } from '#wire/document.ts';

export function pagedList<Entry, Kind extends string>(
  kind: Kind,
  paged: Paged<unknown>,
  entries: readonly Entry[],
): ListEntity<Entry, Kind> {
  return { 'entity-type': kind, ...paged.page, entries };
}

export function plainList<Entry, Kind extends string>(
  kind: Kind,
  entries: readonly Entry[],
): ListEntity<Entry, Kind> {
  return { 'entity-type': kind, entries };
}
