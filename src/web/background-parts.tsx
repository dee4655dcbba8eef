// What stands beside every page once the first view is there: the count of tasks, pinned recipes, long work that runs,
// the name of a tag, marks beside the names in lists, and extensions where config.json names some.
import { lazy, Suspense } from 'react';
import { runningApi } from './api/start.ts';
import { OpenRenameTag } from './documents/changes/open-rename-tag.tsx';
import { OpenFailures } from './documents/jobs/open-failures.tsx';
import { useRowMark } from './documents/row-mark.ts';
import { RowMarks } from './documents/row-marks.tsx';
import { OpenPanes } from './features/browse/panes/open-panes.tsx';
import { PinnedRecipes } from './features/operations/pinned-recipes.tsx';
import { WorkTray } from './features/progress/work-tray.tsx';
import { TasksCount } from './features/tasks/tasks-count.tsx';

const Extensions = lazy(() =>
  import('./features/extensions/extensions.tsx').then((module) => ({ default: module.Extensions })),
);

useRowMark.setState({ Mark: RowMarks });

export function BackgroundParts() {
  return (
    <>
      <TasksCount />
      <PinnedRecipes />
      <WorkTray />
      <OpenRenameTag />
      <OpenFailures />
      <OpenPanes />
      {runningApi().config.extensions === undefined ? null : (
        <Suspense>
          <Extensions />
        </Suspense>
      )}
    </>
  );
}
