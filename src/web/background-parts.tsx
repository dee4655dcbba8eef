// The parts that every page has beside its content, loaded after the first view: numbers in the navigation, pinned recipes, the
// drawer of operations, the tray of long work, renaming a tag, marks beside names in lists, and the extensions of config.json.
import { Suspense } from 'react';
import { runningApi } from './api/start.ts';
import { OpenRenameTag } from './documents/changes/open-rename-tag.tsx';
import { OpenFailures } from './documents/jobs/open-failures.tsx';
import { useRowMark } from './documents/row-mark.ts';
import { RowMarks } from './documents/row-marks.tsx';
import { CollectionsCount, FavouritesCount, TrashCount } from './features/browse/navigation/place-counts.tsx';
import { OpenPanes } from './features/browse/panes/open-panes.tsx';
import { PinnedRecipes } from './features/operations/pinned-recipes.tsx';
import { CopyDetails } from './features/progress/copy-details.tsx';
import { WorkTray } from './features/progress/work-tray.tsx';
import { TasksCount } from './features/tasks/tasks-count.tsx';
import { useFaultDetails } from './frame/fault-details.ts';
import { firstViewDrawn } from './frame/first-view.ts';
import { useOperationsDrawer } from './frame/operations-drawer-state.ts';
import { usePlaceCounts } from './frame/place-counts.ts';
import { lazyPart } from './ui/lazy-part.ts';
import { prepareParts } from './ui/prepared-part.ts';

const Extensions = lazyPart(() =>
  import('./features/extensions/extensions.tsx').then((module) => ({ default: module.Extensions })),
);

const OperationsDrawer = lazyPart(async () => ({
  default: await (await import('./pages.tsx')).OperationsDrawer(),
}));

useRowMark.setState({ Mark: RowMarks });
useFaultDetails.setState({ CopyDetails });
usePlaceCounts.setState({
  tasks: TasksCount,
  trash: TrashCount,
  collections: CollectionsCount,
  favourites: FavouritesCount,
});

/** Wait in browsers without `requestIdleCallback`. */
const restMs = 2_000;

/** The user has asked the browser to save data: load parts only when they are opened. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
  );
}

void firstViewDrawn.then(() => {
  if (savesData()) return;
  if ('requestIdleCallback' in globalThis) requestIdleCallback(prepareParts);
  else setTimeout(prepareParts, restMs);
});

export function BackgroundParts() {
  const drawer = useOperationsDrawer();
  return (
    <>
      <PinnedRecipes />
      <WorkTray />
      <OpenRenameTag />
      <OpenFailures />
      <OpenPanes />
      {drawer.open ? (
        <Suspense>
          <OperationsDrawer />
        </Suspense>
      ) : null}
      {runningApi().config.extensions === undefined ? null : (
        <Suspense>
          <Extensions />
        </Suspense>
      )}
    </>
  );
}
