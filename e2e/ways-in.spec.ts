/** Shortcuts: searching in the current folder, the personal workspace, a document in another format. */
import { readFile } from 'node:fs/promises';
import { mark, seedFindable } from './findable.ts';
import { expect, signIn, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { SearchPage } from './models/search-page.ts';
import { Seed } from './seed.ts';

test('the palette searches in the folder one is in, and the address keeps it', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seedFindable(seed, workspace);
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await seed.document(`${workspace.path}/annexes`, 'Note', `deep ${mark(workspace)}`);
  const list = await new FolderList(app).open(`${workspace.path}/annexes`);
  await expect(list.row(`deep ${mark(workspace)}`)).toBeVisible();
  await expect(app.getByRole('button', { name: 'Search or jump to' })).toBeVisible();
  await app.keyboard.press('Control+k');
  const palette = app.getByRole('dialog', { name: 'Search or jump to' });
  await palette.getByRole('combobox').fill(mark(workspace));
  const within = palette.getByRole('option', {
    name: `Documents in Annexes containing “${mark(workspace)}”`,
  });
  await expect(within).toBeVisible();
  await checkAccessibility();
  await within.click();
  const search = new SearchPage(app);
  await expect(search.result('deep')).toBeVisible();
  await expect(search.results.getByRole('row')).toHaveCount(1);
  await expect(search.result('deep').getByRole('link', { name: /^deep/ })).toHaveAttribute('href', /\/doc\//);
  await app.reload();
  await expect(search.result('deep')).toBeVisible();
  await expect(search.results.getByRole('row')).toHaveCount(1);
  await checkAccessibility();
  await search.switchTo('NXQL');
  await expect(search.editor).toContainText(`ecm:path STARTSWITH '${workspace.path}/annexes'`);
  await app.goBack();
  await app.getByRole('button', { name: 'Remove in Annexes' }).click();
  await expect(search.result('alpha')).toBeVisible();
});

test('a filter that finds no name leads to a search below the folder', async ({ app, seed, workspace }) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await seed.document(`${workspace.path}/annexes`, 'Note', 'quay', {
    'dc:title': `Quayside ${workspace.id}`,
  });
  await app.goto(`/browse${workspace.path}?filter=Quayside`);
  await app.getByRole('link', { name: 'Search in the folders below too' }).click();
  await expect(new SearchPage(app).result('Quayside')).toBeVisible();
});

test('one’s own workspace is a place of the navigation', async ({ page, seed, server, workspace }) => {
  const person = await seed.user(`own-${workspace.id.slice(-8)}`);
  await signIn(page, new Seed(server.origin, person), person.username);
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Navigation' })
    .getByRole('link', { name: 'Personal workspace' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: person.username })).toBeVisible();
  await expect(page.getByRole('button', { name: 'New', exact: true })).toBeVisible();
});

test('a document is downloaded in another format', async ({ app, seed, workspace, checkAccessibility }) => {
  const id = await seed.file(workspace.path, 'Lease.html', '<p>Article 1</p>', 'text/html');
  await app.goto(`/doc/${id}`);
  await app.getByRole('button', { name: 'Download as…' }).click();
  const menu = app.getByRole('menu', { name: 'Download as…' });
  await expect(menu.getByRole('menuitem', { name: 'Properties (XML)' })).toBeVisible();
  await checkAccessibility(app, '[role="menu"]');
  const saved = app.waitForEvent('download');
  await menu.getByRole('menuitem', { name: 'Plain text' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Lease.txt');
  expect(await readFile(await download.path(), 'utf8')).toContain('Article 1');
});
