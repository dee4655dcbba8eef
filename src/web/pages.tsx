// The pages beside the list of a folder, and what opens over it. Each is its own chunk; that they are there at all is
// known here, apart from the first view: the names of thirty files would weigh two kilobytes in it.

export const HomePage = () => import('./features/home/home-page.tsx').then((module) => module.HomePage);
export const FavouritesPage = () =>
  import('./features/browse/pages/favourites-page.tsx').then((module) => module.FavouritesPage);
export const RecentPage = () =>
  import('./features/browse/pages/recent-page.tsx').then((module) => module.RecentPage);
export const TrashPage = () =>
  import('./features/browse/pages/trash-page.tsx').then((module) => module.TrashPage);
export const SearchPage = () =>
  import('./features/search/search-page.tsx').then((module) => module.SearchPage);
export const OperationsPage = () =>
  import('./features/operations/operations-page.tsx').then((module) => module.OperationsPage);
export const PeoplePage = async () => {
  const [{ PeoplePage: Page }, { ChangePasswordDialog }] = await Promise.all([
    import('./features/people/people-page.tsx'),
    import('./features/session/change-password-dialog.tsx'),
  ]);
  return () => <Page OwnPassword={ChangePasswordDialog} />;
};
export const SelectionPage = () =>
  import('./features/browse/pages/selection-page.tsx').then((module) => module.SelectionPage);
export const PersonalPage = () =>
  import('./features/browse/pages/personal-page.tsx').then((module) => module.PersonalPage);
export const CollectionsPage = () =>
  import('./features/browse/pages/collections-page.tsx').then((module) => module.CollectionsPage);
export const DirectoriesPage = () =>
  import('./features/directories/directories-page.tsx').then((module) => module.DirectoriesPage);
export const SettingsPage = async () => {
  const [{ SettingsPage: Page }, { ChangePasswordDialog }] = await Promise.all([
    import('./features/settings/settings-page.tsx'),
    import('./features/session/change-password-dialog.tsx'),
  ]);
  return () => <Page OwnPassword={ChangePasswordDialog} />;
};
export const ApplicationsPage = () =>
  import('./features/administration/applications/applications-page.tsx').then(
    (module) => module.ApplicationsPage,
  );
export const OverviewPage = () =>
  import('./features/administration/overview/overview-page.tsx').then((module) => module.OverviewPage);
export const HooksPage = () =>
  import('./features/administration/hooks/hooks-page.tsx').then((module) => module.HooksPage);
export const TasksPage = () => import('./features/tasks/tasks-page.tsx').then((module) => module.TasksPage);
export const DocumentPage = async () => {
  const [{ DocumentPage: Page }, { Preview }, { fileComparison }] = await Promise.all([
    import('./features/document/document-page.tsx'),
    import('./features/preview/preview.tsx'),
    import('./features/preview/compare/compared-files.tsx'),
  ]);
  return () => (
    <Page comparison={fileComparison} preview={(document) => <Preview document={document} editable />} />
  );
};
export const NotFound = () => import('./shell/occasional/not-found.tsx').then((module) => module.NotFound);
export const OperationsDrawer = () =>
  import('./features/operations/operations-drawer.tsx').then((module) => module.OperationsDrawer);
export const QuickLook = () => import('./features/preview/quick-look.tsx').then((module) => module.QuickLook);
export const StartWorkflow = () =>
  import('./features/document/start-workflow-dialog.tsx').then((module) => module.StartWorkflowDialog);
