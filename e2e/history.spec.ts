/** A document's history, by person and day, and as a table; and the trash of one folder. */
import { readFile } from 'node:fs/promises';
import { expect, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { Seed } from './seed.ts';

test('a history is filtered and taken away as a table', async ({
  appInTheDark: app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const name = `bo-${workspace.id.slice(-8)}`;
  await seed.json('POST', '/user', {
    'entity-type': 'user',
    id: '',
    properties: { username: name, password: name, firstName: 'Bo', lastName: name, groups: ['members'] },
  });
  await seed.json('POST', '/automation/Document.AddPermission', {
    input: workspace.id,
    params: { username: name, permission: 'ReadWrite' },
  });
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const other = new Seed(seed.origin, { username: name, password: name });
  await other.json('PUT', `/id/${id}`, {
    'entity-type': 'document',
    properties: { 'dc:description': 'Changed by Bo' },
  });
  await seed.json('POST', `/id/${id}/@comment`, {
    'entity-type': 'comment',
    parentId: id,
    text: `Ask @${name} today`,
  });
  const page = await new DocumentPage(app).open(id, 'activity');
  await expect(page.panel.getByText(`@Bo ${name}`)).toBeVisible();
  const making = page.panel.getByRole('listitem').filter({ hasText: 'created it' });
  const changing = page.panel.getByRole('listitem').filter({ hasText: 'changed it' });
  await expect(making).toHaveCount(1);
  await expect(changing).toHaveCount(1);
  await page.panel.getByRole('button', { name: 'Filter', exact: true }).press('Enter');
  const person = page.panel.getByRole('combobox', { name: 'Person' });
  await person.fill(name);
  await app.getByRole('option', { name }).click();
  await expect(making).toHaveCount(0);
  await expect(changing).toHaveCount(1);
  for (const width of [1440, 390]) {
    await app.setViewportSize({ width, height: 844 });
    await checkAccessibility();
  }
  const download = app.waitForEvent('download');
  await page.panel.getByRole('button', { name: 'Save as CSV' }).press('Enter');
  const file = await (await download).path();
  const table = (await readFile(file, 'utf8')).split('\r\n').filter((row) => row !== '');
  expect(table[0]).toBe('\uFEFFDate,Person,What,Comment');
  expect(table.filter((row) => row.includes(`,${name},changed it,`))).toHaveLength(1);
  expect(table.slice(1).filter((row) => !row.includes(`,${name},`))).toEqual([]);
  await page.panel.getByRole('textbox', { name: 'Until' }).fill('01/01/2020');
  await expect(page.panel.getByText('No events match this filter.')).toBeVisible();
  await page.panel.getByRole('button', { name: 'Without filter' }).press('Enter');
  await expect(making).toHaveCount(1);
});

test('a folder has a trash of its own', async ({ app, seed, workspace, checkAccessibility }) => {
  await seed.document(workspace.path, 'Folder', 'mine', { 'dc:title': 'Mine' });
  await seed.document(workspace.path, 'Folder', 'other', { 'dc:title': 'Other' });
  const ids = [
    await seed.document(`${workspace.path}/mine`, 'Note', 'here'),
    await seed.document(`${workspace.path}/other`, 'Note', 'there'),
  ];
  for (const id of ids) await seed.json('POST', '/automation/Document.Trash', { input: id, params: {} });
  await app.goto(`/browse${workspace.path}`);
  const rows = app.getByRole('grid').getByRole('row');
  await rows.filter({ hasText: 'Mine' }).click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Trash of this folder' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Trash of Mine' })).toBeVisible();
  await expect(rows.filter({ hasText: 'here' })).toBeVisible();
  await expect(rows.filter({ hasText: 'there' })).toHaveCount(0);
  for (const width of [1440, 390]) {
    await app.setViewportSize({ width, height: 844 });
    await checkAccessibility();
  }
  await app.getByRole('link', { name: 'The whole trash' }).click();
  await expect(rows.filter({ hasText: 'there' })).toBeVisible();
});
