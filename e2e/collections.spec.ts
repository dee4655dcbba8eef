/** Collections: creating, filling from a list, reading and emptying them. */
import { expect, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';

test('keeps hold of documents that stay where they lie', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Note', 'lease', { 'dc:title': 'Emphyteutic lease' });
  const annex = await seed.document(workspace.path, 'Note', 'annex', { 'dc:title': 'Annex' });
  await app.goto('/collections');
  await app.getByRole('button', { name: 'New collection' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Leases of 2024');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(app.getByRole('heading', { name: 'Nothing in this collection yet' })).toBeVisible();
  const collection = app.url();

  const list = await new FolderList(app).open(workspace.path);
  await (await list.menu('Emphyteutic lease')).getByRole('menuitem', { name: 'Add to a collection' }).click();
  await dialog.getByRole('combobox', { name: 'Collection' }).fill('Leas');
  await app.getByRole('option', { name: 'Leases of 2024' }).click();
  await dialog.getByRole('button', { name: 'Add to a collection' }).click();
  await expect(list.toast('1 document added to Leases of 2024.')).toBeVisible();

  await app.goto('/collections');
  await list.row('Leases of 2024').dblclick();
  await expect(app).toHaveURL(collection);
  await expect(list.rows).toHaveCount(1);
  await checkAccessibility();
  const params = { collection: collection.split('/').at(-1) ?? '' };
  await seed.operation('Document.AddToCollection', { input: annex, params });
  await app.reload();
  await expect(list.rows).toHaveText([/Emphyteutic lease/, /Annex/]);
  await list.row('Annex').click();
  await list.row('Annex').press('Alt+ArrowUp');
  await expect(list.rows).toHaveText([/Annex/, /Emphyteutic lease/]);
  await list.toast('Annex now stands before Emphyteutic lease.').waitFor();
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(list.rows).toHaveText([/Emphyteutic lease/, /Annex/]);
  await (await list.menu('Emphyteutic lease'))
    .getByRole('menuitem', { name: 'Remove from collection' })
    .click();
  await expect(list.rows).toHaveCount(1);
  await list.open(workspace.path);
  await expect(list.row('Emphyteutic lease')).toBeVisible();

  // A name that no collection has creates one.
  await (await list.menu('Emphyteutic lease')).getByRole('menuitem', { name: 'Add to a collection' }).click();
  await dialog.getByRole('combobox', { name: 'Collection' }).fill('Board pack');
  await app.getByRole('option', { name: 'Board pack New collection' }).click();
  await dialog.getByRole('button', { name: 'Add to a collection' }).click();
  await expect(list.toast('1 document added to Board pack.')).toBeVisible();
  await app.goto('/collections');
  await list.row('Board pack').dblclick();
  await expect(list.row('Emphyteutic lease')).toBeVisible();
});
