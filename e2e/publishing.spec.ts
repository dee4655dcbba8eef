/** Publishing a document in a section, and removing it from the section. */
import { expect, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';

test('a document is published in a section, where it is shown until it is taken out', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const mark = workspace.id.slice(-8);
  const news = `News ${mark}`;
  const leases = `Leases ${mark}`;
  const path = '/default-domain/sections';
  await seed.document(path, 'Section', `news-${mark}`, { 'dc:title': news });
  await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  await seed.document(workspace.path, 'Folder', 'leases', { 'dc:title': leases });
  const list = await new FolderList(app).open(workspace.path);
  await list.choose('Lease', 'Publish…');

  const dialog = app.getByRole('dialog', { name: 'Publish Lease' });
  await expect(dialog.getByText('A section shows the last version.')).toBeVisible();
  await checkAccessibility();
  await dialog.getByRole('treeitem', { name: 'Workspaces' }).click();
  await expect(dialog.getByRole('status')).toHaveText('Workspaces is no section: choose one to publish in.');
  await expect(dialog.getByRole('button', { name: 'Publish here' })).toBeDisabled();
  await dialog.getByRole('treeitem', { name: news }).click();
  await dialog.getByRole('button', { name: 'Publish here' }).click();
  await expect(list.toast(`Lease published in ${news}.`)).toBeVisible();
  await list.open(`${path}/news-${mark}`);
  await expect(list.row('Lease')).toBeVisible();

  // A search for a place finds only sections.
  await list.open(workspace.path);
  await list.row('Lease').dblclick();
  await app.getByRole('button', { name: 'More actions' }).first().click();
  await app.getByRole('menuitem', { name: 'Publish…' }).click();
  await dialog.getByRole('searchbox', { name: 'Search folders' }).fill(mark);
  await expect(dialog.getByRole('treeitem', { name: news })).toBeVisible();
  await expect(dialog.getByRole('treeitem', { name: leases })).toHaveCount(0);

  const where = dialog.getByRole('list', { name: 'Published in' });
  await expect(where).toContainText('Version 0.1');
  await checkAccessibility();
  await where.getByRole('button', { name: `Take it out of ${news}` }).click();
  await expect(where).toHaveCount(0);
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await list.open(`${path}/news-${mark}`);
  await expect(app.getByRole('heading', { name: 'Nothing is filed here yet' })).toBeVisible();
});
