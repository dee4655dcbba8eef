/** What this feature adds to the frame on every page: the tree, and how much lies in trash and favourites. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { favouritesCollection } from '#web/api/collections.ts';
import { nxqlSearch } from '#web/api/search.ts';
import { InSlot } from '#web/ui/frame-slots.tsx';
import { type CountedPlace, setNavCount } from '#web/ui/nav-counts.ts';
import { collectionsSource, favouritesSource, type ListSource, trashSource } from './list-source.ts';
import { NavigationTree } from './navigation-tree.tsx';

const shape = { filter: '', sort: [], view: {} };

export function BrowseNavigation() {
  const favourites = useQuery(favouritesCollection());
  const favouritesId = favourites.data?.uid ?? null;
  useCount('trash', trashSource(shape));
  useCount('collections', collectionsSource(shape));
  useCount('favourites', favouritesId === null ? null : favouritesSource(favouritesId, shape));
  return (
    <InSlot name="tree">
      <NavigationTree />
    </InSlot>
  );
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
