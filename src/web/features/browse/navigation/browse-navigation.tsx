/** This feature's part of the frame on every page: the tree, and the quota of the current folder. */
import { Suspense } from 'react';
import { lazyAfterFirstView } from '#web/frame/first-view.ts';
import { InSlot } from '#web/frame/frame-slots.tsx';

const NavigationTree = lazyAfterFirstView(() =>
  import('./navigation-tree.tsx').then((module) => ({ default: module.NavigationTree })),
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
        <PlaceQuota />
      </Suspense>
    </>
  );
}
