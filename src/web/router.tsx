// The path table. The only place that joins features: each page is its own chunk, loaded when the user goes there.
import { type ComponentType, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { Route, Router, Routes } from 'react-router-dom';
import { isFolderish, mayAddTo } from './api/document-context.ts';
import { pageBasename } from './base-address.ts';
import { type BrowseSlots, BrowseSlotsContext } from './documents/slots.ts';
import type { StoredDocument } from './documents/stored-document.ts';
// The first view is in the frame's chunk: one file downloads faster and compresses better than sixty.
import { BrowseNavigation } from './features/browse/navigation/browse-navigation.tsx';
import { BrowsePage } from './features/browse/pages/browse-page.tsx';
import { RequireSession } from './features/session/require-session.tsx';
import { useSession } from './features/session/use-session.ts';
import {
  dropFiles,
  dropOnDocument,
  pickFiles,
  type UploadPlace,
} from './features/uploads/upload-requests.ts';
import { WindowUploads } from './features/uploads/window-uploads.tsx';
import { AwaitedCommands } from './frame/commands.ts';
import { FirstPage, lazyAfterFirstView } from './frame/first-view.ts';
import { createAppHistory } from './history.ts';
import type * as Pages from './pages.tsx';
import { paths, withSecondPane } from './paths.ts';
import { AppFrame } from './shell/app-frame.tsx';
import { lazyPart } from './ui/lazy-part.ts';

/** Loads a page through the list of pages (pages.tsx), which itself loads with the first of them. */
function page<Props>(load: (pages: typeof Pages) => Promise<ComponentType<Props>>) {
  return lazyPart(async () => ({ default: await load(await import('./pages.tsx')) }));
}

const LoginPage = lazyPart(() =>
  import('./features/session/login-page.tsx').then((module) => ({ default: module.LoginPage })),
);
const HomePage = page((pages) => pages.HomePage());
const FavouritesPage = page((pages) => pages.FavouritesPage());
const RecentPage = page((pages) => pages.RecentPage());
const TrashPage = page((pages) => pages.TrashPage());
const SearchPage = page((pages) => pages.SearchPage());
const OperationsPage = page((pages) => pages.OperationsPage());
const PeoplePage = page((pages) => pages.PeoplePage());
const SelectionPage = page((pages) => pages.SelectionPage());
const PersonalPage = page((pages) => pages.PersonalPage());
const CollectionsPage = page((pages) => pages.CollectionsPage());
const DirectoriesPage = page((pages) => pages.DirectoriesPage());
const SettingsPage = page((pages) => pages.SettingsPage());
const ApplicationsPage = page((pages) => pages.ApplicationsPage());
const ServicesPage = page((pages) => pages.ServicesPage());
const OverviewPage = page((pages) => pages.OverviewPage());
const HooksPage = page((pages) => pages.HooksPage());
const TasksPage = page((pages) => pages.TasksPage());
const DocumentPage = page((pages) => pages.DocumentPage());
const OtherPage = page((pages) => pages.OtherPage());
const QuickLook = page((pages) => pages.QuickLook());
const Panes = page((pages) => pages.Panes());
const StartWorkflow = page((pages) => pages.StartWorkflow());
const Palette = lazyAfterFirstView(() =>
  import('./features/palette/palette.tsx').then((module) => ({ default: module.Palette })),
);
const BackgroundParts = lazyAfterFirstView(() =>
  import('./background-parts.tsx').then((module) => ({ default: module.BackgroundParts })),
);

/** Outside of every page, so that uploads go on when the user goes elsewhere. */
function SessionUploads() {
  const session = useSession();
  return session.status === 'signed-out' ? null : <WindowUploads username={session.username} />;
}

function uploadPlace(folder: StoredDocument): UploadPlace {
  return { id: folder.uid, title: folder.title, mayAdd: mayAddTo(folder) };
}

/** Parts of other features that lists show. A preview waits for its code in its own place, a dialog where it is opened. */
const browseSlots: BrowseSlots = {
  QuickLook: (props) => (
    <Suspense>
      <QuickLook {...props} />
    </Suspense>
  ),
  StartWorkflow,
  onDropFiles: (onto, transfer) =>
    isFolderish(onto) ? dropFiles(uploadPlace(onto), transfer) : dropOnDocument(onto, transfer),
  onPickFiles: (folder, what) => pickFiles(uploadPlace(folder), what),
  onPickVersion: ({ uid, title }) => pickFiles({ id: uid, title, mayAdd: true, purpose: 'version' }, 'files'),
};

const pages: readonly (readonly [pattern: string, Page: ComponentType])[] = [
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
  [paths.services.pattern, ServicesPage],
  [paths.admin.pattern, OverviewPage],
  [paths.hooks.pattern, HooksPage],
  [paths.selection.pattern, SelectionPage],
  [paths.trash.pattern, TrashPage],
];

function Addresses({ children }: { readonly children: ReactNode }) {
  const [history] = useState(createAppHistory);
  const { action, location } = useSyncExternalStore(history.subscribe, history.current);
  return (
    <BrowseSlotsContext value={browseSlots}>
      <Router
        basename={pageBasename()}
        navigator={history}
        location={location}
        navigationType={action}
        // In a transition a new address would reach the screen late: a filter just ticked would jump back meanwhile.
        useTransitions={false}
      >
        {children}
      </Router>
      {/* Beside the router and not in it: each pane has its own router. */}
      {withSecondPane(location) ? (
        <Suspense>
          <Panes history={history} location={location} />
        </Suspense>
      ) : null}
    </BrowseSlotsContext>
  );
}

export function AppRouter() {
  return (
    <Addresses>
      <Routes>
        <Route
          path={paths.login.pattern}
          element={
            <Suspense>
              <FirstPage name="login" later={LoginPage} />
            </Suspense>
          }
        />
        <Route
          element={
            <RequireSession>
              <AppFrame />
              <SessionUploads />
              <Suspense>
                <BrowseNavigation />
                <BackgroundParts />
              </Suspense>
              <Suspense fallback={<AwaitedCommands />}>
                <Palette />
              </Suspense>
            </RequireSession>
          }
        >
          <Route path={paths.home.pattern} element={<FirstPage name="home" later={HomePage} />} />
          {pages.map(([pattern, Page]) => (
            <Route key={pattern} path={pattern} element={<Page />} />
          ))}
          <Route path="*" element={<OtherPage />} />
        </Route>
      </Routes>
    </Addresses>
  );
}
