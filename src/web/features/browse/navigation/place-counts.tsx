/** How much lies in trash, collections and favourites, beside their names in the navigation. Comes apart from the first screen. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { favouritesCollection } from '#web/api/collections.ts';
import { nxqlSearch } from '#web/api/search.ts';
import type { ListSource } from '#web/documents/list/list-source.ts';
import { type CountedPlace, setNavCount } from '#web/frame/nav-counts.ts';
import { collectionsSource, favouritesSource, trashSource } from '../pages/place-sources.ts';

const shape = { filter: '', filters: {}, sort: [], view: {} };

export function PlaceCounts() {
  const favourites = useQuery(favouritesCollection());
  const favouritesId = favourites.data?.uid ?? null;
  useCount('trash', trashSource(shape));
  useCount('collections', collectionsSource(shape));
  useCount('favourites', favouritesId === null ? null : favouritesSource(favouritesId, shape));
  return null;
}

/** Two counts beside words are worth no more than asking for one row of each section. */
function useCount(place: CountedPlace, source: ListSource | null): void {
  const first = useSectionCount(source, 0);
  const second = useSectionCount(source, 1);
  useEffect(() => {
    setNavCount(place, first + second === 0 ? undefined : { count: first + second });
  }, [place, first, second]);
}

function useSectionCount(source: ListSource | null, index: number): number {
  const section = source?.sections[index];
  const { data } = useQuery({
    ...nxqlSearch(section?.query ?? '', { params: section?.params, pageSize: 1, view: {} }),
    enabled: section !== undefined,
  });
  return Math.max(0, data?.resultsCount ?? 0);
}
