/** What this feature adds to the frame on every page: the tree, how much lies in other places, how full this one is. */
import { lazy, Suspense } from 'react';
import { InSlot } from '#web/frame/frame-slots.tsx';
import { NavigationTree } from './navigation-tree.tsx';

const PlaceCounts = lazy(() =>
  import('./place-counts.tsx').then((module) => ({ default: module.PlaceCounts })),
);
const PlaceQuota = lazy(() => import('./place-quota.tsx').then((module) => ({ default: module.PlaceQuota })));

export function BrowseNavigation() {
  return (
    <>
      <InSlot name="tree">
        <NavigationTree />
      </InSlot>
      <Suspense>
        <PlaceCounts />
        <PlaceQuota />
      </Suspense>
    </>
  );
}
