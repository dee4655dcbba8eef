/** A new document from a template: the documents in a domain's folder of templates are offered. */
import { expect, signIn, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';

const templates = '/default-domain/templates';

test('an ordinary person makes a document from a template', async ({
  page,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const letterhead = `Letterhead ${workspace.id.slice(0, 8)}`;
  const file = await seed.file(templates, letterhead, new TextEncoder().encode('Dear Sir,'), 'text/plain');
  const unfit = await seed.document(templates, 'Section', 'unfit', { 'dc:title': 'Unfit' });
  const name = `writer-${workspace.id.slice(0, 8)}`;
  const writer = await seed.user(name);
  const params = { username: name, permission: 'ReadWrite' };
  await seed.operation('Document.AddPermission', { input: workspace.id, params });
  await signIn(page, new Seed(seed.origin, writer), name);
  const list = await new FolderList(page).open(workspace.path);

  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('menuitem', { name: 'From a template…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New from a template' });
  const template = dialog.getByRole('combobox', { name: 'Template' });
  await expect(template).toBeFocused();
  await expect(template.getByRole('option', { name: 'Unfit' })).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Choose a template')).not.toHaveCount(0);
  await template.selectOption(letterhead);
  const title = dialog.getByRole('textbox', { name: 'Name' });
  await expect(title).toHaveValue(letterhead);
  await checkAccessibility();
  await title.fill('Letter to the mill.txt');
  await page.keyboard.press('Enter');
  await expect(list.toast('Letter to the mill.txt created.')).toBeVisible();
  await list.row('Letter to the mill.txt').dblclick();
  const made = new DocumentPage(page);
  await expect(made.title).toHaveText('Letter to the mill.txt');
  await expect(made.preview).toContainText('Dear Sir,');
  await seed.operation('Document.Delete', { input: file, params: {} });
  await seed.operation('Document.Delete', { input: unfit, params: {} });
});

test('without a template the dialog says where they come from', async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  await new FolderList(app).open(workspace.path);
  await app.getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: 'From a template…' }).click();
  const dialog = app.getByRole('dialog', { name: 'New from a template' });
  await expect(dialog.getByText('No template fits this folder.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Create' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await checkAccessibility();
});
