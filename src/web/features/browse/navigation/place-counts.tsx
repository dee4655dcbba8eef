/**
 * The number of documents in trash, collections and favourites, beside their names in the navigation. Loaded after the
 * first screen.
 */
import { useQuery } from '@tanstack/react-query';
import { favouritesCollection } from '#web/api/collections.ts';
import { nxqlSearch } from '#web/api/search.ts';
import type { ListSource } from '#web/documents/list/list-source.ts';
import type { PlaceCountProps } from '#web/frame/place-counts.ts';
import { collectionsSource, favouritesSource, trashSource } from '../pages/place-sources.ts';

const shape = { filter: '', filters: {}, sort: [], view: {} };
const trash = trashSource(shape);
const collections = collectionsSource(shape);

export function TrashCount({ children }: PlaceCountProps) {
  return shown(useTrashCount(), children);
}

export function CollectionsCount({ children }: PlaceCountProps) {
  return shown(useCount(collections), children);
}

export function FavouritesCount({ children }: PlaceCountProps) {
  const uid = useQuery(favouritesCollection()).data?.uid ?? null;
  return shown(useCount(uid === null ? null : favouritesSource(uid, shape)), children);
}

export function useTrashCount(): number {
  return useCount(trash);
}

function shown(count: number, children: PlaceCountProps['children']) {
  return count === 0 ? null : children(count);
}

/** Requests one row of each section only for its total: the cheapest request that gives a count. */
function useCount(source: ListSource | null): number {
  return useSectionCount(source, 0) + useSectionCount(source, 1);
}

function useSectionCount(source: ListSource | null, index: number): number {
  const section = source?.sections[index];
  const { data } = useQuery({
    ...nxqlSearch(section?.query ?? '', { params: section?.params, pageSize: 1, view: {} }),
    enabled: section !== undefined,
  });
  return Math.max(0, data?.resultsCount ?? 0);
}
