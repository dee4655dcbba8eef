/** The selection matches what is shown: after a drag, a filter, a rename, and in lists too long to load whole. */
import { expect, test } from './fixtures.ts';
import { FolderList, withRowsBySearch } from './models/folder-list.ts';

test.beforeEach(async ({ seed, workspace }) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  for (const name of ['Bail', 'Contrat', 'Devis'])
    await seed.document(workspace.path, 'Note', name, { 'dc:title': name });
});

test('a document that was dragged away is selected no longer', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await list.row('Bail').dragTo(list.row('Annexes'));
  await expect(list.toast('Bail moved to Annexes.')).toBeVisible();
  await expect(list.rows).toHaveCount(3);
  await expect(list.toolbar).toHaveCount(0);
  await list.row('Contrat').focus();
  await app.keyboard.press('Delete');
  await expect(list.chosenRows).toHaveCount(0);
  await list.row('Annexes').dblclick();
  await expect(list.row('Bail')).toBeVisible();
});

test('no key reaches a document that is on its way, and one that may not go is selected again', async ({
  app,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  const list = await new FolderList(app).open(workspace.path);
  const { promise, resolve: letGo } = Promise.withResolvers<void>();
  await app.route('**/Document.Move', async (route) => {
    await promise;
    await route.continue();
  });
  await list.row('Bail').click();
  await expect(list.toolbar).toBeVisible();
  await list.row('Bail').dragTo(list.row('Annexes'));
  await expect(list.toolbar).toHaveCount(0);
  await expect(list.row('Bail')).toHaveAttribute('aria-selected', 'false');
  await app.keyboard.press('Delete');
  letGo();
  await expect(list.toast('Bail moved to Annexes.')).toBeVisible();
  await expect(list.row('Bail')).toHaveCount(0);
  await expect(list.toast(/trash/)).toHaveCount(0);

  await app.unroute('**/Document.Move');
  await app.route('**/Document.Move', (route) => route.fulfill({ status: 403, json: { status: 403 } }));
  await list.row('Contrat').click();
  await list.row('Contrat').dragTo(list.row('Annexes'));
  await expect(list.toast(/^Nothing was moved/)).toBeVisible();
  await expect(list.row('Contrat')).toHaveAttribute('aria-selected', 'true');
  await list.row('Annexes').dblclick();
  await expect(list.row('Bail')).toBeVisible();
});

test('the focus goes from a button of the bar to the list, whatever the server answers', async ({
  app,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  const list = await new FolderList(app).open(workspace.path);
  const press = async (name: string) => {
    await list.row('Bail').click();
    const button = list.toolbar.getByRole('button', { name, exact: true });
    await button.focus();
    await app.keyboard.press('Enter');
  };
  const isInList = () => expect(list.grid.locator('[data-index]:focus')).toHaveCount(1);
  const refuse = '**/Document.{Trash,Move}';
  await app.route(refuse, (route) => route.fulfill({ status: 403, json: { status: 403 } }));
  await press('Move to trash');
  await expect(list.toast(/^Nothing was moved to trash/)).toBeVisible();
  await expect(list.row('Bail')).toBeVisible();
  await isInList();
  await press('Move');
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('treeitem', { name: 'Annexes' }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(list.toast(/^Nothing was moved: /)).toBeVisible();
  await expect(list.row('Bail')).toBeVisible();
  await isInList();
  await app.unroute(refuse);
  await press('Move to trash');
  await expect(list.row('Bail')).toHaveCount(0);
  await isInList();
});

test('what a filter hides is counted, and no key reaches it', async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await list.row('Contrat').click({ modifiers: ['Control'] });
  await app.getByRole('button', { name: 'Filter' }).click();
  await app.getByRole('textbox', { name: 'Name contains' }).fill('Bail');
  await expect(list.rows).toHaveCount(1);
  await expect(list.toolbar).toContainText('1 selected');
  await expect(list.toolbar.getByRole('link', { name: '1 elsewhere' })).toBeVisible();
  await checkAccessibility(app, '[role="toolbar"]');
  await list.row('Bail').focus();
  await app.keyboard.press('Delete');
  await expect(list.toast('Bail moved to trash.')).toBeVisible();
  await expect(list.toolbar).toHaveText('1 elsewhere');
  await app.getByRole('button', { name: 'Clear the filter' }).first().click();
  await expect(list.row('Contrat')).toHaveAttribute('aria-selected', 'true');
  await expect(list.rows).toHaveCount(3);
});

test('after a new name the focus is on the row renamed, and Ctrl+Z takes the name back', async ({
  app,
  workspace,
}) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.rename('Bail', 'Zone franche');
  await expect(list.toast('Bail renamed to Zone franche.')).toBeVisible();
  await expect(list.rows.last()).toContainText('Zone franche');
  await expect(list.row('Zone franche')).toBeFocused();
  await expect(list.row('Zone franche')).toHaveAttribute('aria-selected', 'true');
  await app.keyboard.press('ArrowUp');
  await expect(list.row('Devis')).toBeFocused();
  await app.keyboard.press('Control+z');
  await expect(list.row('Bail')).toBeVisible();
  await expect(list.row('Zone franche')).toHaveCount(0);
});

test.describe('a list too long to take whole', () => {
  // The documents are made up: the server does not know the one whose details are shown.
  test.use({ expectedErrors: [/404/] });

  test('is selected whole without being loaded', async ({ app, workspace }) => {
    const total = 25_000;
    const isPageOfFiles = ({ pathname, searchParams }: URL) =>
      pathname.endsWith('/search/execute') &&
      searchParams.get('query')?.endsWith("AND ecm:mixinType != 'Folderish'") === true;
    // The server's first page, repeated.
    let first: Promise<{ readonly entries: readonly object[] }> | undefined;
    await app.route(isPageOfFiles, async (route) => {
      const { searchParams } = new URL(route.request().url());
      const from = Number(searchParams.get('offset'));
      const size = Number(searchParams.get('pageSize'));
      first ??= route.fetch().then((response) => response.json());
      const page = await first;
      const entries = Array.from({ length: Math.min(size, total - from) }, (_, step) => {
        const uid = `00000000-0000-4000-8000-${String(from + step).padStart(12, '0')}`;
        return { ...page.entries[0], uid, title: `Deed ${from + step}`, path: `${workspace.path}/${uid}` };
      });
      await route.fulfill({ json: { ...page, entries, resultsCount: total, totalSize: total } });
    });
    await withRowsBySearch(app);
    const list = await new FolderList(app).open(workspace.path);
    await list.row('Deed 0').click();
    await app.keyboard.press('Control+a');
    await list.toolbar.getByRole('button', { name: 'all 25,001' }).click();
    await expect(list.toolbar).toContainText('25,001 selected');
  });
});
