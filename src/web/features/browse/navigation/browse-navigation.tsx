/** What this feature adds to the frame on every page: the tree, how much lies in other places, how full this one is. */
import { Suspense } from 'react';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';

const NavigationTree = lazyAfterFirstView(() =>
  import('./navigation-tree.tsx').then((module) => ({ default: module.NavigationTree })),
);
const PlaceCounts = lazyAfterFirstView(() =>
  import('./place-counts.tsx').then((module) => ({ default: module.PlaceCounts })),
);
const PlaceQuota = lazyAfterFirstView(() =>
  import('./place-quota.tsx').then((module) => ({ default: module.PlaceQuota })),
);

export function BrowseNavigation() {
  return (
    <>
      <InSlot name="tree">
        <Suspense>
          <NavigationTree />
        </Suspense>
      </InSlot>
      <Suspense>
        <PlaceCounts />
        <PlaceQuota />
      </Suspense>
    </>
  );
}
