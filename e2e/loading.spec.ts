/**
 * While texts and code of another part load, however slowly, what is on screen stays: otherwise the focus of a person who
 * is typing and the scroll position would be lost.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { OperationsPanel } from './models/operations-panel.ts';
import { SearchPage } from './models/search-page.ts';

// Requests of a service worker bypass the test's routes.
test.use({ serviceWorkers: 'block' });

const slowMs = 600;
const texts = /\/assets\/en-.*\.js$/;
const code = /\/assets\/(?!en-).*\.js$/;

for (const [name, files] of Object.entries({ texts, code })) {
  test.describe(`with slow ${name}`, () => {
    test.beforeEach(async ({ app }) => {
      await app.addInitScript(reportHiddenContent);
      await app.route(files, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, slowMs));
        await route.continue();
      });
    });

    test('a folder, and a document of it', async ({ app, seed, workspace }) => {
      await seed.document(workspace.path, 'Note', 'minutes', { 'dc:title': 'Minutes' });
      await app.goto(`/browse${workspace.path}`);
      await app.getByRole('row', { name: /Minutes/ }).dblclick();
      for (const tab of ['Comments', 'Versions', 'Access', 'Activity', 'Workflow', 'Details']) {
        await app.getByRole('tab', { name: tab }).click();
        await expect(app.getByRole('tabpanel', { name: tab })).not.toBeEmpty();
      }
    });

    test('a query and its results', async ({ app, seed, workspace }) => {
      await seed.document(workspace.path, 'Note', 'minutes', { 'dc:title': 'Minutes' });
      const q = `SELECT * FROM Note WHERE ecm:parentId = '${workspace.id}' AND ecm:isVersion = 0`;
      const search = await new SearchPage(app).open({ mode: 'nxql', q });
      await expect(search.result('Minutes')).toBeVisible();
      await expect(search.editor).toBeVisible();
      await search.result('Minutes').click();
      await expect(app.getByText('1 selected')).toBeVisible();
    });

    test('an operation', async ({ app }) => {
      const panel = await (await new OperationsPanel(app).open()).choose('Repository.Query');
      await expect(panel.parameter('query')).toBeVisible();
    });

    test('people, vocabularies and tasks', async ({ app }) => {
      await app.goto('/people/groups/members');
      await expect(app.getByRole('heading', { name: 'Members group' })).toBeVisible();
      await visit(app, 'Vocabularies');
      await visit(app, 'Tasks');
    });
  });
}

test('a folder comes together with its rows, folders first, in the order of the address', async ({
  app,
  seed,
  workspace,
}) => {
  for (const name of ['Zebra', 'Minutes', 'Annex']) await seed.document(workspace.path, 'Note', name);
  for (const name of ['Yard', 'Binder']) await seed.document(workspace.path, 'Folder', name);
  // The tree requests folders by a query of its own.
  const requests: string[] = [];
  app.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const isOfRows = pathname.endsWith('/search/execute') && !searchParams.get('query')?.includes('isProxy');
    if (isOfRows && searchParams.get('queryParams') === workspace.id) requests.push(request.url());
  });
  const list = await new FolderList(app).open(workspace.path);
  await expect(list.rows).toHaveText([/^Binder/, /^Yard/, /^Annex/, /^Minutes/, /^Zebra/]);
  expect(requests).toEqual([]);
  await seed.document(workspace.path, 'Folder', 'Later');
  await app.goto(`/browse${workspace.path}?sort=dc:title&order=desc&filter=e`);
  await expect(list.rows).toHaveText([/^Later/, /^Binder/, /^Zebra/, /^Minutes/, /^Annex/]);
});

test('a folder that is pressed, or that the keyboard rests on, is asked for before it is opened', async ({
  app,
  seed,
  workspace,
}) => {
  const [binder, yard] = [
    await seed.document(workspace.path, 'Folder', 'Binder'),
    await seed.document(workspace.path, 'Folder', 'Yard'),
  ];
  await seed.document(`${workspace.path}/Yard`, 'Note', 'Minutes');
  const rowsOf = (id: string) =>
    app.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      return pathname.endsWith('/search/execute') && searchParams.get('queryParams') === id;
    });
  const list = await new FolderList(app).open(workspace.path);
  const rowsRequest = rowsOf(binder);
  await list.row('Binder').hover();
  await app.mouse.down();
  await rowsRequest;
  await app.mouse.up();
  const askedNext = rowsOf(yard);
  await app.keyboard.press('ArrowDown');
  await askedNext;
  await expect(list.heading).toHaveText(workspace.title);
  await app.keyboard.press('Enter');
  await expect(list.row('Minutes')).toBeVisible();
});

async function visit(app: Page, name: string): Promise<void> {
  await app.getByRole('link', { name }).first().click();
  await expect(app.getByRole('heading', { name, level: 1 })).toBeAttached();
}

/** Runs in the page. React hides suspended content by an inline style that nothing else uses. */
function reportHiddenContent(): void {
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement) || target.textContent === '') continue;
      const { style } = target;
      if (style.display !== 'none' || style.getPropertyPriority('display') === '') continue;
      reportError(new Error(`Taken off the screen: ${target.textContent.slice(0, 80)}`));
    }
  }).observe(document, { subtree: true, attributeFilter: ['style'] });
}
