/** Vocabularies: reading, filtering, changing, ordering, and refused changes. */
import { expect, signIn, test } from './fixtures.ts';
import { DirectoriesPage } from './models/directories-page.ts';
import { Seed } from './seed.ts';

test('shows a hierarchy that opens, is put in order by hand, and filters through it', async ({
  app,
  checkAccessibility,
}) => {
  const page = await new DirectoriesPage(app).open('l10nsubjects');
  const rows = page.terms.getByRole('treeitem');
  await expect(rows).toHaveCount(6);
  const first = (await rows.first().getAttribute('data-id')) ?? 'no first term';
  await rows.first().dragTo(rows.last());
  await expect(rows.last()).toHaveAttribute('data-id', first);
  await page.term('Art').focus();
  await app.keyboard.press('ArrowRight');
  await expect(page.term('Architecture')).toHaveAttribute('aria-level', '2');
  await page.filter('cinema');
  await expect(page.terms.getByRole('treeitem')).toHaveCount(2);
  await page.term('Cinema').click();
  await expect(page.pane.getByText('art/cinema')).toBeVisible();
  await expect(app).toHaveURL(/term=cinema/);
  await checkAccessibility();
});

test('puts countries under their continents', async ({ app }) => {
  const page = await new DirectoriesPage(app).open('country');
  await page.term('Europe').click();
  await page.term('France').click();
  await expect(page.pane.getByText('europe/France')).toBeVisible();
});

test('adds, renames, retires, orders and deletes a term', async ({
  app,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/409/);
  const page = await new DirectoriesPage(app).open('nature');
  await page.add({ Label: 'Article' });
  await expect(page.dialog.getByText('This identifier is taken; choose another')).toBeVisible();
  await checkAccessibility();
  await page.dialog.getByLabel('Label', { exact: true }).fill('Procès-verbal de bornage');
  await page.dialog.getByRole('button', { name: 'Add term' }).click();
  await expect(page.pane.getByText('proces-verbal-de-bornage')).toBeVisible();
  await page.pane.getByLabel('Label', { exact: true }).fill('Boundary report');
  await page.pane.getByLabel('Obsolete').check();
  await page.pane.getByRole('button', { name: 'Save' }).click();
  await expect(page.term('Boundary report')).toContainText('Obsolete');
  const place = page.pane.getByRole('heading', { name: /^Place \d+ of 38/ });
  const before = await place.textContent();
  await page.pane.getByRole('button', { name: 'Move down' }).click();
  await expect(place).not.toHaveText(before ?? '');
  // Its neighbours are stored one by one, and each save reads the terms again: after the deletion one would be missing.
  await expect(app.getByRole('status').filter({ hasText: 'Boundary report moved.' })).toHaveCount(1);
  await page.pane.getByRole('button', { name: 'Delete' }).click();
  await page.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.term('Boundary report')).toHaveCount(0);
});

test('says why a term with others under it is not deleted', async ({ app, expectedErrors }) => {
  expectedErrors.push(/409/);
  const page = await new DirectoriesPage(app).open('l10nsubjects');
  await page.term('Society').click();
  await page.pane.getByRole('button', { name: 'Delete' }).click();
  await page.dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.dialog.getByText('Another term stands under this one.')).toBeVisible();
});

test('offers no deletion of a term that documents carry', async ({ app, seed, workspace }) => {
  await seed.document(workspace.path, 'File', 'lease', { 'dc:nature': 'contract' });
  const page = await new DirectoriesPage(app).open('nature');
  await page.term('Contract').click();
  await expect(page.pane.getByRole('heading', { name: 'Used by 1 document' })).toBeVisible();
  await expect(page.pane.getByRole('button', { name: 'Delete' })).toBeDisabled();
});

test('merges two terms, on all documents that carry one of them', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  for (const [id, label] of [
    ['charter', 'Charter'],
    ['deed', 'Deed'],
  ])
    await seed.json('POST', '/directory/nature', {
      'entity-type': 'directoryEntry',
      directoryName: 'nature',
      properties: { id, label, obsolete: 0, ordering: 1 },
    });
  const lease = await seed.document(workspace.path, 'File', 'lease', { 'dc:nature': 'charter' });
  const page = await new DirectoriesPage(app).open('nature');
  await page.term('Charter').click();
  await page.pane.getByRole('button', { name: 'Merge…' }).click();
  await expect(page.dialog).toContainText('1 document has it and gets the other term.');
  await checkAccessibility();
  await page.dialog.getByRole('combobox', { name: 'Becomes' }).fill('Deed');
  await app.getByRole('option', { name: /Deed/ }).click();
  await page.dialog.getByRole('button', { name: 'Merge' }).click();
  await expect(app.getByText('“Charter” is “Deed” now, on 1 document.')).toBeVisible();
  await expect(page.term('Charter')).toHaveCount(0);
  expect(await seed.json('GET', `/id/${lease}`, undefined, { properties: '*' })).toMatchObject({
    properties: { 'dc:nature': 'deed' },
  });
});

test('lets members browse only', async ({ page: tab, seed, server }) => {
  const reader = await seed.user('browser');
  await signIn(tab, new Seed(server.origin, reader), 'browser');
  const page = await new DirectoriesPage(tab).open('continent');
  await expect(tab.getByRole('button', { name: 'Add term' })).toBeDisabled();
  await page.term('Europe').click();
  await expect(page.pane.getByText('Only administrators and power users change vocabularies.')).toBeVisible();
  await expect(page.pane.getByRole('textbox')).toHaveCount(0);
});

test('brings terms in from a CSV file and gives them as one', async ({ app, checkAccessibility }) => {
  const page = await new DirectoriesPage(app).open('nature');
  const bring = async (text: string) => {
    await page.dialog
      .getByLabel('CSV file')
      .setInputFiles({ name: 'terms.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  await app.getByRole('button', { name: 'Terms as a file' }).press('Enter');
  await app.getByRole('menuitem', { name: 'Import from CSV…' }).press('Enter');
  await bring('id,colour\nsurvey,red\n');
  await expect(page.dialog.getByText('The vocabulary has no column “colour”.')).toBeVisible();
  await expect(page.dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
  await bring('id;label\nsurvey;Land survey\nsketch;Sketch\n');
  await expect(page.dialog.getByText('2 new terms')).toBeVisible();
  await app.emulateMedia({ colorScheme: 'dark' });
  await app.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility();
  await app.setViewportSize({ width: 1440, height: 900 });
  await page.dialog.getByRole('button', { name: 'Import' }).press('Enter');
  await expect(app.getByText('2 terms imported.')).toBeVisible();
  await expect(page.term('Land survey')).toBeVisible();
  await app.getByRole('button', { name: 'Terms as a file' }).press('Enter');
  const download = app.waitForEvent('download');
  await app.getByRole('menuitem', { name: 'Download as CSV' }).press('Enter');
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  const file = Buffer.concat(chunks).toString('utf8');
  expect(file).toContain('survey,Land survey');
});
