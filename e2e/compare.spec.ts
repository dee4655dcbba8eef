/** Two documents or versions side by side: properties, words, pages, pictures; and deleting a version. */
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { expect, signIn, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { Seed } from './seed.ts';

function pdf(...pages: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const made = new PDFDocument({ size: 'A5', autoFirstPage: false });
  const chunks: Buffer[] = [];
  made.on('data', (chunk: Buffer) => chunks.push(chunk));
  const whole = new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
    made.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
  });
  for (const text of pages) made.addPage().fontSize(20).text(text);
  made.end();
  return whole;
}

async function picture(colour: string): Promise<Uint8Array<ArrayBuffer>> {
  const background = { width: 400, height: 300, channels: 3, background: colour } as const;
  return new Uint8Array(await sharp({ create: background }).png().toBuffer());
}

async function makeVersion(seed: Seed, id: string): Promise<void> {
  await seed.json('POST', '/automation/Document.CreateVersion', {
    input: id,
    params: { increment: 'Minor', saveDocument: false },
  });
}

test('shows what changed in a note since a version, word by word', async ({
  appInTheDark: app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const lines = Array.from({ length: 30 }, (_, nth) => `Clause ${nth + 1} stays as it is.`);
  const text = (rent: string) => [...lines, `The rent is ${rent} francs.`, ...lines].join('\n');
  const id = await seed.document(workspace.path, 'Note', 'lease', {
    'dc:title': 'Lease',
    'note:note': text('800'),
  });
  await makeVersion(seed, id);
  await seed.json('PUT', `/id/${id}`, {
    'entity-type': 'document',
    properties: { 'note:note': text('900'), 'dc:description': 'New rent' },
  });
  const page = await new DocumentPage(app).open(id, 'versions');
  await page.panel.getByRole('button', { name: 'Actions for version 0.1' }).click();
  await app.getByRole('menuitem', { name: 'Compare' }).click();
  await expect(app.getByRole('row', { name: /Summary/ })).toContainText('New rent');
  await app.getByRole('group', { name: 'What to compare' }).getByRole('button', { name: 'Text' }).click();
  const shown = app.getByRole('region', { name: 'Text', exact: true });
  await expect(shown.getByRole('deletion')).toHaveText('800');
  await expect(shown.getByRole('insertion')).toHaveText('900');
  await expect(app.getByText('1 difference')).toBeVisible();
  for (const width of [1440, 390]) {
    await app.setViewportSize({ width, height: 844 });
    await checkAccessibility();
  }
  await expect(shown.getByText('Clause 15 stays as it is.').first()).toBeHidden();
  await shown.getByRole('button', { name: 'Show 27 lines that are the same' }).first().press('Enter');
  await expect(shown.getByText('Clause 15 stays as it is.').first()).toBeVisible();
  await app.keyboard.press('n');
  await expect(app.getByText('1 of 1')).toBeVisible();
  // Swapped, the added text is the removed one.
  await app.getByRole('button', { name: 'Swap the two' }).click();
  await expect(shown.getByRole('deletion')).toHaveText('900');
  // A reload shows the same.
  await app.reload();
  await expect(shown.getByRole('insertion')).toHaveText('800');

  // If only the text differs it is shown at once.
  await makeVersion(seed, id);
  await seed.json('PUT', `/id/${id}`, {
    'entity-type': 'document',
    properties: { 'note:note': text('950') },
  });
  await page.open(id, 'versions');
  await page.panel.getByRole('link', { name: 'Compare' }).click();
  await expect(shown.getByRole('insertion')).toHaveText('950');
  await app
    .getByRole('group', { name: 'What to compare' })
    .getByRole('button', { name: 'Properties' })
    .click();
  await expect(app.getByRole('region', { name: 'Properties' })).toContainText('No property differs');
});

test('compares the pages of two files that were selected', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const earlier = await pdf('Cover', 'The rent is 800 francs', 'The end');
  const later = await pdf('Cover', 'The rent is 900 francs', 'The end');
  await seed.file(workspace.path, 'A lease.pdf', earlier, 'application/pdf');
  await seed.file(workspace.path, 'B lease.pdf', later, 'application/pdf');
  await app.goto(`/browse${workspace.path}`);
  const rows = app.getByRole('grid').getByRole('row');
  await rows.filter({ hasText: 'A lease' }).click();
  await rows.filter({ hasText: 'B lease' }).click({ modifiers: ['ControlOrMeta'] });
  await rows.filter({ hasText: 'B lease' }).click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Compare the two' }).click();
  await expect(app.getByRole('row', { name: /Title/ })).toContainText('B lease.pdf');
  await app.getByRole('group', { name: 'What to compare' }).getByRole('button', { name: 'Pages' }).click();
  await expect(app.getByText('This page is the same.')).toBeVisible();
  const next = app.getByRole('button', { name: 'Next page that differs' });
  await next.click();
  await expect(app.getByText('2 of 3')).toBeVisible();
  await expect(app.getByText('This page differs.')).toBeVisible();
  await expect(app.getByRole('img', { name: 'Before' })).toBeVisible();
  await expect(app.getByRole('img', { name: 'After' })).toBeVisible();
  await next.click();
  await expect(app.getByText('No further page differs.')).toBeVisible();
  await app.getByRole('button', { name: 'Differences', exact: true }).click();
  await expect(app.getByRole('img', { name: 'Differences' })).toBeVisible();
  for (const width of [1440, 390]) {
    await app.setViewportSize({ width, height: 844 });
    await checkAccessibility();
  }
});

test('lays one picture over the other, by keys too', async ({
  appInTheDark: app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const one = await seed.file(workspace.path, 'one.png', await picture('#fe0000'), 'image/png', 'Picture');
  const two = await seed.file(workspace.path, 'two.png', await picture('#0000fe'), 'image/png', 'Picture');
  await app.goto(`/doc/${one}/compare?with=${two}&view=picture`);
  const slider = app.getByRole('slider', { name: 'How much of the earlier picture is shown' });
  await expect(slider).toHaveValue('50');
  await slider.press('ArrowRight');
  await expect(slider).toHaveValue('51');
  await slider.press('Home');
  await expect(slider).toHaveValue('0');
  for (const width of [1440, 390]) {
    await app.setViewportSize({ width, height: 844 });
    await checkAccessibility();
  }
  await app.getByRole('button', { name: 'Side by side' }).click();
  await expect(app.getByRole('img', { name: 'Before' })).toBeVisible();
  await expect(app.getByRole('img', { name: 'After' })).toBeVisible();
});

test('a version is deleted by who may, and nobody else', async ({ page: app, seed, workspace }) => {
  const name = `writer-${workspace.id.slice(-8)}`;
  await seed.json('POST', '/user', {
    'entity-type': 'user',
    id: '',
    properties: { username: name, password: name, groups: ['members'] },
  });
  await seed.json('POST', '/automation/Document.AddPermission', {
    input: workspace.id,
    params: { username: name, permission: 'ReadWrite' },
  });
  const writer = new Seed(seed.origin, { username: name, password: name });
  const id = await writer.document(workspace.path, 'Note', 'lease', { 'dc:title': 'Lease' });
  for (const text of ['First', 'Second']) {
    await makeVersion(writer, id);
    await writer.json('PUT', `/id/${id}`, {
      'entity-type': 'document',
      properties: { 'note:note': text },
    });
  }
  await signIn(app, writer, name);
  const page = await new DocumentPage(app).open(id, 'versions');
  const first = page.panel.getByRole('link', { name: '0.1' });
  await expect(first).toBeVisible();
  await page.panel.getByRole('button', { name: 'Actions for version 0.1' }).click();
  await app.getByRole('menuitem', { name: 'Delete this version…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Delete version 0.1 for good?' });
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(dialog).toBeHidden();
  await expect(first).toBeHidden();
  await expect(page.panel.getByRole('link', { name: '0.2' })).toBeVisible();
  // A person who may only read sees the reason.
  await seed.json('POST', '/automation/Document.RemovePermission', {
    input: workspace.id,
    params: { user: name },
  });
  await seed.json('POST', '/automation/Document.AddPermission', {
    input: workspace.id,
    params: { username: name, permission: 'Read' },
  });
  await app.reload();
  await page.panel.getByRole('button', { name: 'Actions for version 0.2' }).click();
  const refused = app.getByRole('menuitem', { name: /Delete this version…/ });
  await expect(refused).toBeDisabled();
  await expect(refused).toContainText('you may not remove it');
});

test('a long name leaves the search box its room', async ({ app, seed, workspace }) => {
  await app.setViewportSize({ width: 768, height: 1024 });
  const title = 'Bail emphytéotique du quai nord, avenant numéro 4, signé par les deux parties';
  const id = await seed.document(workspace.path, 'Note', 'lease', { 'dc:title': title });
  await app.goto(`/doc/${id}/compare?with=${id}`);
  const way = app.getByRole('navigation', { name: 'Breadcrumb' });
  const [link, here, search] = await Promise.all([
    way.getByRole('link', { name: title }).boundingBox(),
    way.locator('[aria-current="page"]').boundingBox(),
    app.getByRole('button', { name: /^Search or jump to/ }).boundingBox(),
  ]);
  expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual(here?.x ?? 0);
  expect((here?.x ?? 0) + (here?.width ?? 0)).toBeLessThanOrEqual(search?.x ?? 0);
});
