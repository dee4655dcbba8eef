/**
 * An organisation's own types: required properties are asked for when a document is created, and records are shown as a
 * table.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { type Server, startServer } from './server.ts';

const types = `schemas:
  lease:
    prefix: lease
    fields:
      number: { type: string, constraints: { required: true, pattern: "[A-Z]{2}-[0-9]{3}" } }
      rent: { type: long, constraints: { required: true, minimum: 1, maximum: 5000 } }
      begins: { type: date, constraints: { minimum: "2020-01-01T00:00:00Z" } }
      instalments:
        type: complex[]
        fields: { what: { type: string, constraints: { required: true } }, amount: long, due: date }
types:
  Lease:
    extends: File
    schemas: [lease]
  Office:
    extends: Workspace
    subtypes: [Lease]
`;

const test = base.extend<object, { readonly server: Server }>({
  server: [
    async ({ browserName: _browser }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'muniment-types-'));
      await writeFile(join(folder, 'leases.yaml'), types);
      const server = await startServer(['--config', folder]);
      await use(server);
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

test('asks for what a type requires before the document is made, by keys alone', async ({
  appInTheDark: app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Office', 'office');
  await app.goto(`/browse${workspace.path}/office`);
  await app.getByRole('button', { name: 'New' }).press('Enter');
  await app.getByRole('menuitem', { name: 'Lease' }).press('Enter');
  const dialog = app.getByRole('dialog', { name: 'New: Lease' });
  const number = dialog.getByLabel('Number');
  const rent = dialog.getByLabel('Rent');
  await expect(rent).toBeVisible();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await app.keyboard.type('Quay 7');
  await app.keyboard.press('Enter');
  await expect(dialog.getByText('Fill this in')).toHaveCount(2);
  await number.fill('quay');
  await rent.fill('9000');
  await expect(dialog.getByText('It must match the pattern [A-Z]{2}-[0-9]{3}')).toBeVisible();
  await expect(dialog.getByText('5,000 or less')).toBeVisible();
  for (const width of [1440, 390]) {
    await app.setViewportSize({ width, height: 844 });
    await checkAccessibility();
  }
  await number.fill('QU-007');
  await rent.fill('800');
  await dialog.getByRole('button', { name: 'More properties' }).click();
  await dialog.getByLabel('Summary').fill('On the quay');
  await rent.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(app.getByRole('grid').getByRole('row', { name: /Quay 7/ })).toBeVisible();
  const path = workspace.path.split('/').map(encodeURIComponent).join('/');
  const made = await seed.json('GET', `/path${path}/office/Quay%207?properties=*`);
  expect(made).toMatchObject({
    type: 'Lease',
    properties: { 'lease:number': 'QU-007', 'lease:rent': 800, 'dc:description': 'On the quay' },
  });

  // The next lease can have the same values, except its name and number.
  await app.getByRole('button', { name: 'New' }).press('Enter');
  await app.getByRole('menuitem', { name: 'Lease' }).press('Enter');
  await dialog.getByLabel('Name').fill('Quay 8');
  await dialog.getByRole('button', { name: 'As last time' }).click();
  await expect(dialog.getByLabel('Summary')).toHaveValue('On the quay');
  await expect(dialog.getByLabel('Name')).toHaveValue('Quay 8');
  await checkAccessibility();
  await number.fill('QU-008');
  await rent.press('Enter');
  await expect(dialog).toBeHidden();
  const next = await seed.json('GET', `/path${path}/office/Quay%208?properties=*`);
  expect(next.properties).toMatchObject({
    'lease:number': 'QU-008',
    'lease:rent': 800,
    'dc:description': 'On the quay',
  });
});

test('records are written in a table', async ({ app, seed, workspace, checkAccessibility }) => {
  const id = await seed.document(workspace.path, 'Lease', 'quay', {
    'lease:number': 'QU-007',
    'lease:rent': 800,
  });
  const page = await new DocumentPage(app).open(id);
  await page.property('Instalments').click();
  const add = page.panel.getByRole('button', { name: 'Add a row' });
  await add.press('Enter');
  const table = page.panel.getByRole('table', { name: 'Instalments' });
  const first = table.getByLabel('What 1');
  await expect(first).toBeFocused();
  await expect(table.getByText('Fill this in')).toBeVisible();
  await app.keyboard.type('Deposit');
  await expect(table.getByText('Fill this in')).toHaveCount(0);
  await table.getByLabel('Amount 1').fill('1600');
  const due = table.getByRole('textbox', { name: 'Due 1' });
  await due.fill('31/12/2099');
  await add.press('Enter');
  await expect(table.getByLabel('What 2')).toBeFocused();
  await app.keyboard.type('First month');
  expect(
    await table.evaluate((element) => element.scrollWidth - (element.parentElement?.clientWidth ?? 0)),
  ).toBe(0);
  expect(await due.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await table.getByRole('button', { name: 'Actions for Instalments 2' }).press('Enter');
  await expect(app.getByRole('menuitem', { name: 'Move Instalments 2 up' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(first).toHaveValue('First month');
  await expect(table.getByLabel('What 2')).toHaveValue('Deposit');
  for (const width of [1440, 390]) {
    await app.setViewportSize({ width, height: 844 });
    await checkAccessibility();
  }
  await page.save();
  await expect(page.property('Instalments')).toContainText('Deposit');
  const saved = await seed.json('GET', `/id/${id}?properties=*`);
  expect(saved).toMatchObject({
    properties: { 'lease:instalments': [{ what: 'First month' }, { what: 'Deposit', amount: 1600 }] },
  });
});
