// The path table. The only place that joins features: each page is its own chunk, loaded when it is gone to.
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { mayAddTo } from './api/document-context.ts';
import { type BrowseSlots, BrowseSlotsContext } from './documents/slots.ts';
import type { StoredDocument } from './documents/stored-document.ts';
// The first view comes with the frame: one file travels and compresses better than sixty.
import { BrowseNavigation } from './features/browse/navigation/browse-navigation.tsx';
import { BrowsePage } from './features/browse/pages/browse-page.tsx';
import { RequireSession } from './features/session/require-session.tsx';
import { useSession } from './features/session/use-session.ts';
import { dropFiles, pickFiles, type UploadPlace } from './features/uploads/upload-requests.ts';
import { WindowUploads } from './features/uploads/window-uploads.tsx';
import { AwaitedCommands } from './frame/commands.ts';
import { lazyAfterFirstView } from './frame/first-view.ts';
import { useOperationsDrawer } from './frame/operations-drawer-state.ts';
import { paths } from './paths.ts';
import { AddressContext, ParamsContext } from './routing/address.ts';
import { createAppHistory } from './routing/history.ts';
import { matchPath } from './routing/match-path.ts';
import { AppFrame } from './shell/app-frame.tsx';

const LoginPage = lazy(() =>
  import('./features/session/login-page.tsx').then((module) => ({ default: module.LoginPage })),
);
const HomePage = lazy(() =>
  import('./features/home/home-page.tsx').then((module) => ({ default: module.HomePage })),
);
const FavouritesPage = lazy(() =>
  import('./features/browse/pages/favourites-page.tsx').then((module) => ({
    default: module.FavouritesPage,
  })),
);
const RecentPage = lazy(() =>
  import('./features/browse/pages/recent-page.tsx').then((module) => ({ default: module.RecentPage })),
);
const TrashPage = lazy(() =>
  import('./features/browse/pages/trash-page.tsx').then((module) => ({ default: module.TrashPage })),
);
const SearchPage = lazy(() =>
  import('./features/search/search-page.tsx').then((module) => ({ default: module.SearchPage })),
);
const OperationsPage = lazy(() =>
  import('./features/operations/operations-page.tsx').then((module) => ({ default: module.OperationsPage })),
);
const OperationsDrawer = lazy(() =>
  import('./features/operations/operations-drawer.tsx').then((module) => ({
    default: module.OperationsDrawer,
  })),
);
const Palette = lazyAfterFirstView(() =>
  import('./features/palette/palette.tsx').then((module) => ({ default: module.Palette })),
);
const PeoplePage = lazy(async () => {
  const [{ PeoplePage: Page }, { ChangePasswordDialog }] = await Promise.all([
    import('./features/people/people-page.tsx'),
    import('./features/session/change-password-dialog.tsx'),
  ]);
  return { default: () => <Page OwnPassword={ChangePasswordDialog} /> };
});
const SelectionPage = lazy(() =>
  import('./features/browse/pages/selection-page.tsx').then((module) => ({ default: module.SelectionPage })),
);
const PersonalPage = lazy(() =>
  import('./features/browse/pages/personal-page.tsx').then((module) => ({ default: module.PersonalPage })),
);
const CollectionsPage = lazy(() =>
  import('./features/browse/pages/collections-page.tsx').then((module) => ({
    default: module.CollectionsPage,
  })),
);
const DirectoriesPage = lazy(() =>
  import('./features/directories/directories-page.tsx').then((module) => ({
    default: module.DirectoriesPage,
  })),
);
const SettingsPage = lazy(async () => {
  const [{ SettingsPage: Page }, { ChangePasswordDialog }] = await Promise.all([
    import('./features/settings/settings-page.tsx'),
    import('./features/session/change-password-dialog.tsx'),
  ]);
  return { default: () => <Page OwnPassword={ChangePasswordDialog} /> };
});
const ApplicationsPage = lazy(() =>
  import('./features/administration/applications/applications-page.tsx').then((module) => ({
    default: module.ApplicationsPage,
  })),
);
const HooksPage = lazy(() =>
  import('./features/administration/hooks/hooks-page.tsx').then((module) => ({ default: module.HooksPage })),
);
const TasksPage = lazy(() =>
  import('./features/tasks/tasks-page.tsx').then((module) => ({ default: module.TasksPage })),
);
const TasksCount = lazyAfterFirstView(() =>
  import('./features/tasks/tasks-count.tsx').then((module) => ({ default: module.TasksCount })),
);

const DocumentPage = lazy(async () => {
  const [{ DocumentPage: Page }, { Preview }, { fileComparison }] = await Promise.all([
    import('./features/document/document-page.tsx'),
    import('./features/preview/preview.tsx'),
    import('./features/preview/compare/compared-files.tsx'),
  ]);
  return {
    default: () => (
      <Page comparison={fileComparison} preview={(document) => <Preview document={document} editable />} />
    ),
  };
});

const QuickLook = lazy(() =>
  import('./features/preview/quick-look.tsx').then((module) => ({ default: module.QuickLook })),
);
const StartWorkflow = lazy(() =>
  import('./features/document/start-workflow-dialog.tsx').then((module) => ({
    default: module.StartWorkflowDialog,
  })),
);

const NotFound = lazy(() => import('./shell/not-found.tsx').then((module) => ({ default: module.NotFound })));

/** Outside of every page, so that what is on its way survives going elsewhere. */
function SessionUploads() {
  const session = useSession();
  return session.status === 'signed-out' ? null : <WindowUploads username={session.username} />;
}

function uploadPlace(folder: StoredDocument): UploadPlace {
  return { id: folder.uid, title: folder.title, mayAdd: mayAddTo(folder) };
}

/** Pieces of other features that stand in lists; each waits for its code in its own place. */
const browseSlots: BrowseSlots = {
  QuickLook: (props) => (
    <Suspense>
      <QuickLook {...props} />
    </Suspense>
  ),
  StartWorkflow: (props) => (
    <Suspense>
      <StartWorkflow {...props} />
    </Suspense>
  ),
  onDropFiles: (folder, transfer) => dropFiles(uploadPlace(folder), transfer),
  onPickFiles: (folder, what) => pickFiles(uploadPlace(folder), what),
};

const pages: readonly (readonly [pattern: string, Page: ComponentType])[] = [
  [paths.home.pattern, HomePage],
  [paths.browse.pattern, BrowsePage],
  [paths.doc.pattern, DocumentPage],
  [paths.search.pattern, SearchPage],
  [paths.directories.pattern, DirectoriesPage],
  [paths.people.pattern, PeoplePage],
  [paths.operations.pattern, OperationsPage],
  [paths.tasks.pattern, TasksPage],
  [paths.collections.pattern, CollectionsPage],
  [paths.favourites.pattern, FavouritesPage],
  [paths.recent.pattern, RecentPage],
  [paths.personal.pattern, PersonalPage],
  [paths.settings.pattern, SettingsPage],
  [paths.applications.pattern, ApplicationsPage],
  [paths.hooks.pattern, HooksPage],
  [paths.selection.pattern, SelectionPage],
  [paths.trash.pattern, TrashPage],
];

function OpenDrawer() {
  const { open } = useOperationsDrawer();
  return open ? (
    <Suspense>
      <OperationsDrawer />
    </Suspense>
  ) : null;
}

function pageAt(pathname: string): ReactNode {
  for (const [pattern, Page] of pages) {
    const params = matchPath(pattern, pathname);
    if (params === null) continue;
    return (
      <ParamsContext value={params}>
        <Page />
      </ParamsContext>
    );
  }
  return <NotFound />;
}

function WithSession({ children }: { readonly children: ReactNode }) {
  return (
    <RequireSession>
      <BrowseSlotsContext value={browseSlots}>
        <AppFrame>{children}</AppFrame>
      </BrowseSlotsContext>
      <OpenDrawer />
      <SessionUploads />
      <Suspense>
        <BrowseNavigation />
        <TasksCount />
      </Suspense>
      <Suspense fallback={<AwaitedCommands />}>
        <Palette />
      </Suspense>
    </RequireSession>
  );
}

export function AppRouter() {
  const [history] = useState(createAppHistory);
  // Not as a transition: a new address would reach the screen late, and a filter that was ticked jump back meanwhile.
  const location = useSyncExternalStore(history.subscribe, history.current);
  const address = useMemo(() => ({ history, location }), [history, location]);
  return (
    <AddressContext value={address}>
      {matchPath(paths.login.pattern, location.pathname) === null ? (
        <WithSession>{pageAt(location.pathname)}</WithSession>
      ) : (
        <Suspense>
          <LoginPage />
        </Suspense>
      )}
    </AddressContext>
  );
}
