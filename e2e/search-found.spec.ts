/** Commands for all results of a search, or the selected ones: a table, properties, a collection, the trash. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { mark, seedFindable } from './findable.ts';
import { expect, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { SearchPage } from './models/search-page.ts';
import { SignInPage } from './models/sign-in-page.ts';

test.use({ colorScheme: 'dark' });
test.beforeEach(({ seed, workspace }) => seedFindable(seed, workspace));

test('a table of the results is saved', async ({ app, workspace, checkAccessibility }) => {
  const search = await new SearchPage(app).open({ text: mark(workspace) });
  await expect(search.result('alpha')).toBeVisible();
  const saved = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Export as CSV' }).click();
  const table = await (await saved).path().then((path) => readFile(path, 'utf8'));
  expect(table).toMatch(/^repository,uid,path,type,state,.*,dc:title,/);
  for (const word of ['alpha', 'beta', 'gamma']) expect(table).toContain(`${word} ${mark(workspace)}`);
  await expect(app.getByText('Table of 3 results saved')).toBeVisible();
  await checkAccessibility();
});

test('properties are set, and a collection takes all of it', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const collection = `Quays ${workspace.title.slice(-8)}`;
  await seed.json('POST', '/automation/Collection.Create', {
    params: { name: collection, description: '' },
  });
  const search = await new SearchPage(app).open({ text: mark(workspace) });
  await (await search.withAll('Edit properties')).click();
  const dialog = app.getByRole('dialog', { name: 'Edit 3 documents' });
  await dialog.getByRole('combobox', { name: 'Add a property' }).fill('Source');
  await app.getByRole('option', { name: 'Source dc:source' }).click();
  await dialog.getByLabel('Source', { exact: true }).fill('The quay itself');
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Set properties' }).click();
  await expect(app.getByText('3 documents changed')).toBeVisible();
  const found = await seed.json(
    'GET',
    `/search/execute?${new URLSearchParams({ query: `SELECT * FROM Note WHERE dc:source = 'The quay itself' AND ecm:parentId = '${workspace.id}' AND ecm:isVersion = 0` })}`,
  );
  expect(found.resultsCount).toBe(3);

  await (await search.withAll('Add to a collection')).click();
  const collect = app.getByRole('dialog', { name: 'Add 3 documents to a collection' });
  await collect.getByRole('combobox', { name: 'Collection' }).fill('Quays');
  await app.getByRole('option', { name: collection }).click();
  await collect.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(app.getByText(`3 documents added to ${collection}`)).toBeVisible();
});

test('letters typed into a dialog while the menu that opened it still fades are not lost', async ({
  app,
  seed,
  workspace,
}) => {
  const title = `Fading ${workspace.title}`;
  await seed.json('POST', '/automation/Collection.Create', { params: { name: title, description: '' } });
  const search = await new SearchPage(app).open({ text: mark(workspace) });
  const field = app.getByRole('combobox', { name: 'Collection' });
  // Open it once before, so that its code is loaded.
  await (await search.withAll('Add to a collection')).click();
  await expect(field).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(field).toHaveCount(0);

  const entry = await search.withAll('Add to a collection');
  await entry.waitFor();
  // Type from within the page: from outside, the letters would often come after the menu has closed.
  await app.evaluate(
    (letters) => {
      const shown = new MutationObserver(() => {
        if (document.querySelector('[role="dialog"] input') === null) return;
        shown.disconnect();
        setTimeout(() => document.execCommand('insertText', false, letters), 20);
      });
      shown.observe(document.body, { childList: true, subtree: true });
    },
    title.slice(0, -1),
  );
  await entry.click();
  await expect(app.getByRole('menu')).toHaveCount(0);
  // The focus returns some frames after the menu has closed.
  await app.evaluate(async () => {
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
  });
  await expect(field).toHaveValue(title.slice(0, -1));
  await app.getByRole('option', { name: title }).click();
  await expect(field).toHaveValue(title);
  await app.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await expect(app.getByRole('button', { name: /^With all/ })).toBeFocused();
});

test('what ends after a reload says so in one tab, and a table waits to be taken', async ({
  page,
  context,
  workspace,
  checkAccessibility,
}) => {
  let isHeld = true;
  await context.route('**/api/v1/bulk/*', async (route) => {
    const response = await route.fetch();
    const status = await response.json();
    await route.fulfill({ response, json: isHeld ? { ...status, state: 'RUNNING' } : status });
  });
  await page.goto('/');
  await page.getByRole('checkbox', { name: 'Keep me signed in on this device' }).check();
  await new SignInPage(page).withPassword('Administrator', 'Administrator');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  const search = await new SearchPage(page).open({ text: mark(workspace) });
  await (await search.withAll('Move to trash')).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  const progress = page.getByRole('progressbar', { name: 'Moving to trash' });
  await expect(progress).toHaveAttribute('aria-valuetext', /of 3$/);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.reload();
  // The other tab takes over: a job is followed by one tab only.
  const followed = other.getByRole('progressbar', { name: 'Moving to trash' });
  await expect.poll(async () => (await progress.count()) + (await followed.count())).toBe(1);
  isHeld = false;
  const toastIn = (tab: Page) => tab.getByText('3 documents moved to trash');
  await expect
    .poll(async () => (await toastIn(page).count()) + (await toastIn(other).count()))
    .toBeGreaterThan(0);
  await other.close();

  isHeld = true;
  const files = `SELECT * FROM File WHERE ecm:parentId = '${workspace.id}'`;
  await search.open({ mode: 'nxql', q: files });
  // The next page can follow the job only after the server has named it.
  const answer = page.waitForResponse('**/api/v1/bulk/*');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await expect(page.getByRole('progressbar', { name: 'Writing the table' })).toBeVisible();
  await answer;
  await page.reload();
  isHeld = false;
  const work = page.getByRole('region', { name: 'In progress' });
  await expect(work).toContainText('Table of 1 result written');
  await checkAccessibility();
  await page.reload();
  const saved = page.waitForEvent('download');
  await work.getByRole('button', { name: 'Save the table' }).click();
  expect((await saved).suggestedFilename()).toBe('export.csv');
  await expect(work).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Export as CSV' })).toBeVisible();
  await expect(work).toHaveCount(0);
});

test('what is cancelled stops, and says so', async ({ app, workspace, checkAccessibility }) => {
  // A server that works for long: the status is always the same.
  const status = { 'entity-type': 'bulkStatus', commandId: 'c1', processed: 1, total: 3, error: false };
  await app.route('**/search/**/bulk/**', (route) =>
    route.fulfill({ status: 202, json: { ...status, state: 'SCHEDULED' } }),
  );
  await app.route('**/bulk/c1', (route) => route.fulfill({ json: { ...status, state: 'RUNNING' } }));
  const aborted = app.waitForRequest((request) => request.url().endsWith('/bulk/c1/abort'));
  await app.route('**/bulk/c1/abort', (route) => route.fulfill({ json: { ...status, state: 'ABORTED' } }));
  const search = await new SearchPage(app).open({ text: mark(workspace) });
  await (await search.withAll('Move to trash')).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click();
  await expect(app.getByRole('progressbar', { name: 'Moving to trash' })).toHaveAttribute(
    'aria-valuetext',
    '1 of 3',
  );
  await expect(app.getByRole('button', { name: 'Export as CSV' })).toBeDisabled();
  // On whatever page.
  await new FolderList(app).openPage('Favourites');
  await app.getByRole('button', { name: 'Stop: Moving to trash' }).click();
  expect((await aborted).method()).toBe('PUT');
  await expect(app.getByText('Stopped: 1 of 3 done. What is done stays.')).toBeVisible();
  // A job cannot be undone: the toast says why, and what to do instead.
  await app.keyboard.press('ControlOrMeta+z');
  const toast = app.getByRole('status').filter({ hasText: 'Not undone: “Stopped: 1 of 3 done' });
  await expect(toast).toContainText('Restore the documents from the trash instead.');
  await toast.getByRole('button', { name: 'What I changed' }).click();
  const changes = app.getByRole('dialog', { name: 'What I changed' });
  await expect(changes.getByRole('listitem')).toContainText('The server did this as one job');
  await expect(changes.getByRole('button', { name: /^Undo/ })).toHaveCount(0);
  await checkAccessibility();
});

test('chosen results have the commands of every list', async ({ app, workspace, checkAccessibility }) => {
  const search = await new SearchPage(app).open({ text: mark(workspace) });
  await search.result('alpha').click();
  await search.result('beta').click({ modifiers: ['ControlOrMeta'] });
  const bar = app.getByRole('toolbar');
  await expect(bar).toContainText('2 selected');
  await checkAccessibility();
  await bar.getByRole('button', { name: 'Edit properties' }).click();
  await expect(app.getByRole('dialog', { name: 'Edit 2 documents' })).toBeVisible();
  await app.keyboard.press('Escape');
  await bar.getByRole('button', { name: 'Move to trash' }).click();
  await expect(search.results.getByRole('row')).toHaveCount(1);
  await expect(search.result('gamma')).toBeVisible();
});

for (const mode of ['builder', 'nxql'] as const)
  test(`a query in ${mode} has filters with counts and the words that were found`, {
    tag: '@own-server',
  }, async ({ app, seed, workspace, checkAccessibility }) => {
    const note = { 'note:note': 'The quay wall was surveyed twice', 'dc:nature': 'article' };
    await seed.document(workspace.path, 'Note', 'north', { 'dc:title': 'North', ...note });
    await seed.document(workspace.path, 'Note', 'south', { 'dc:title': 'South', ...note });
    await seed.document(workspace.path, 'File', 'plan', {
      'dc:title': 'Plan',
      'dc:description': 'Where surveyed',
    });
    const query = `SELECT * FROM Document WHERE ecm:fulltext = 'surveyed' AND ecm:path STARTSWITH '${workspace.path}' ORDER BY dc:title`;
    await expect
      .poll(
        async () =>
          (await seed.json('GET', `/search/execute?query=${encodeURIComponent(query)}`)).resultsCount,
      )
      .toBe(3);
    await app.goto(`/search?${new URLSearchParams({ mode, q: query })}`);
    const results = app.getByRole('region', { name: 'Results' });
    await expect(results.getByRole('status')).toContainText('3');
    await expect(results.locator('mark').first()).toHaveText('surveyed');
    const facets = app.getByRole('complementary', { name: 'Filters' });
    const notes = facets.getByRole('checkbox', { name: /^Note/ });
    await expect(facets.getByText('Note').first()).toBeVisible();
    await notes.check();
    await expect(results.getByRole('status')).toContainText('2');
    await expect(results.getByText('Plan', { exact: true })).toHaveCount(0);
    // Other values of the same filter can still be added.
    await expect(facets.getByRole('checkbox', { name: /^File/ })).not.toBeChecked();
    await expect(app).toHaveURL(/primaryType/);
    await checkAccessibility();
    await notes.uncheck();
    await expect(results.getByRole('status')).toContainText('3');
    await expect(app).not.toHaveURL(/primaryType/);
  });

test('a version among the results says which one it is', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.document(workspace.path, 'Note', 'deed', { 'dc:title': 'Deed of the quay' });
  await seed.operation('Document.CreateVersion', { input: id, params: { increment: 'Minor' } });
  const query = `SELECT * FROM Note WHERE dc:title = 'Deed of the quay' AND ecm:parentId = '${workspace.id}'`;
  const search = await new SearchPage(app).open({ mode: 'nxql', q: query });
  await expect(search.results.getByRole('row')).toHaveCount(2);
  await expect(search.result('Version 0.1')).toHaveCount(1);
  await checkAccessibility();
});
