// The pages besides the list of a folder, and what opens over it. Each is its own chunk. Their list is apart from the first view
// because the names of thirty files would add two kilobytes to it.
import type { ComponentProps } from 'react';
import { runningApi } from './api/start.ts';

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
  const [{ SettingsPage: Page }, { ChangePasswordDialog }, { ExtensionSettings }] = await Promise.all([
    import('./features/settings/settings-page.tsx'),
    import('./features/session/change-password-dialog.tsx'),
    import('./features/extensions/extension-settings.tsx'),
  ]);
  const Extensions = runningApi().config.extensions === undefined ? undefined : ExtensionSettings;
  return () => <Page OwnPassword={ChangePasswordDialog} Extensions={Extensions} />;
};
export const ApplicationsPage = () =>
  import('./features/administration/applications/applications-page.tsx').then(
    (module) => module.ApplicationsPage,
  );
export const ServicesPage = () =>
  import('./features/administration/services/services-page.tsx').then((module) => module.ServicesPage);
export const OverviewPage = () =>
  import('./features/administration/overview/overview-page.tsx').then((module) => module.OverviewPage);
export const HooksPage = () =>
  import('./features/administration/hooks/hooks-page.tsx').then((module) => module.HooksPage);
export const TasksPage = () => import('./features/tasks/tasks-page.tsx').then((module) => module.TasksPage);
export const DocumentPage = async () => {
  const [{ DocumentPage: Page }, { Preview }, { fileComparison }, { ExtensionPreview, useExtensionPanels }] =
    await Promise.all([
      import('./features/document/document-page.tsx'),
      import('./features/preview/preview.tsx'),
      import('./features/preview/compare/compared-files.tsx'),
      import('./features/extensions/document-extensions.tsx'),
    ]);
  return () => (
    <Page
      comparison={fileComparison}
      usePanels={useExtensionPanels}
      preview={(document) => (
        <ExtensionPreview document={document}>
          <Preview document={document} editable />
        </ExtensionPreview>
      )}
    />
  );
};
/** For addresses that are not a page of the app: an extension's page, or "not found". */
export const OtherPage = async () => {
  const [{ ExtensionPage }, { NotFound }] = await Promise.all([
    import('./features/extensions/extension-page.tsx'),
    import('./shell/occasional/not-found.tsx'),
  ]);
  return () => (
    <ExtensionPage>
      <NotFound />
    </ExtensionPage>
  );
};
export const Panes = () => import('./features/browse/panes/panes.tsx').then((module) => module.Panes);
export const OperationsDrawer = () =>
  import('./features/operations/operations-drawer.tsx').then((module) => module.OperationsDrawer);
export const QuickLook = async () => {
  const [{ QuickLook: Look }, { ExtensionPreview }] = await Promise.all([
    import('./features/preview/quick-look.tsx'),
    import('./features/extensions/document-extensions.tsx'),
  ]);
  return (props: ComponentProps<typeof Look>) => (
    <ExtensionPreview document={props.document}>
      <Look {...props} />
    </ExtensionPreview>
  );
};
export const StartWorkflow = () =>
  import('./features/document/start-workflow-dialog.tsx').then((module) => module.StartWorkflowDialog);
