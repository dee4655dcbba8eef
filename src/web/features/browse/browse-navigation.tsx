/** What this feature adds to the frame on every page: the tree, and how much lies in other places. */
import { lazy, Suspense } from 'react';
import { InSlot } from '#web/ui/frame-slots.tsx';
import { NavigationTree } from './navigation-tree.tsx';

const PlaceCounts = lazy(() =>
  import('./place-counts.tsx').then((module) => ({ default: module.PlaceCounts })),
);

export function BrowseNavigation() {
  return (
    <>
      <InSlot name="tree">
        <NavigationTree />
      </InSlot>
      <Suspense>
        <PlaceCounts />
      </Suspense>
    </>
  );
}
