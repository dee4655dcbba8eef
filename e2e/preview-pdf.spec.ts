/** PDFs beside their properties: pages, contents, search, printing, and the messages for broken ones. */
import { randomBytes } from 'node:crypto';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { isLeftToBrowser } from './left-to-browser.ts';
import { catchPrints, printed } from './models/caught-prints.ts';
import { DocumentPage } from './models/document-page.ts';

/** With a table of contents of two levels if there are many pages. */
function pdf(pages: number, userPassword?: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve) => {
    const made = new PDFDocument({ size: 'A4', userPassword });
    const chunks: Buffer[] = [];
    made.on('data', (chunk: Buffer) => chunks.push(chunk));
    made.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    for (let page = 1; page <= pages; page += 1) {
      if (page > 1) made.addPage();
      made.text(`Page ${page}. La durée du bail est de ${page} années.`);
      if (page === 1 && pages > 9) made.outline.addItem('Bail');
      if (page === 9) made.outline.children[0]?.addItem('Annexe');
    }
    made.end();
  });
}

test('reads a PDF: pages, size, turning, finding', async ({ app, seed, workspace, checkAccessibility }) => {
  const id = await seed.file(workspace.path, 'Lease.pdf', await pdf(12), 'application/pdf');
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('of 12');
  await expect(preview.getByText('La durée du bail est de 1 années', { exact: false })).toBeAttached();
  await checkAccessibility();
  await preview.getByLabel('Page', { exact: true }).fill('7');
  await preview.getByLabel('Page', { exact: true }).press('Enter');
  await expect(preview.getByRole('region', { name: 'Page 7' })).toBeInViewport();
  await preview.getByRole('button', { name: 'Find in document' }).click();
  await preview.getByRole('searchbox').fill('DUREE du');
  await expect(preview.getByRole('status')).toHaveText('1 of 12');
  await preview.getByRole('searchbox').press('Shift+Enter');
  await expect(preview.getByRole('status')).toHaveText('12 of 12');
  await expect(preview.getByRole('region', { name: 'Page 12' })).toBeInViewport();
  expect(await isLeftToBrowser(app, 'Control+f')).toBe(true);
  await preview.getByRole('button', { name: 'Rotate' }).focus();
  expect(await isLeftToBrowser(app, 'Control+f')).toBe(false);
  await expect(preview.getByRole('searchbox')).toBeFocused();
  await preview.getByRole('button', { name: 'End find' }).click();
  const upright = await preview.getByRole('region', { name: 'Page 12' }).boundingBox();
  await preview.getByRole('button', { name: 'Rotate' }).click();
  await expect
    .poll(async () => {
      const box = await preview.getByRole('region', { name: 'Page 12' }).boundingBox();
      return box === null ? 0 : box.width / box.height;
    })
    .toBeGreaterThan(1);
  expect((upright?.width ?? 0) / (upright?.height ?? 1)).toBeLessThan(1);
  await preview.getByRole('button', { name: /^Zoom \d/ }).click();
  await app.getByRole('menuitemradio', { name: '200%' }).click();
  await expect(preview.getByRole('button', { name: 'Zoom 200%' })).toBeVisible();
});

test('leads through a PDF by its contents, and prints pages of it', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await catchPrints(app);
  const id = await seed.file(workspace.path, 'Lease.pdf', await pdf(12), 'application/pdf');
  const { preview } = await new DocumentPage(app).open(id);
  await preview.getByRole('button', { name: 'Contents' }).click();
  const contents = preview.getByRole('tree', { name: 'Contents' });
  await contents.getByRole('treeitem', { name: 'Bail' }).focus();
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await expect(preview.getByRole('region', { name: 'Page 9' })).toBeInViewport();
  await expect(contents.getByRole('treeitem', { name: 'Annexe' })).toHaveAttribute('aria-current', 'true');
  await checkAccessibility();
  await preview.getByRole('button', { name: 'Print…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Print' });
  await dialog.getByLabel('Pages').fill('2-40');
  await expect(dialog).toContainText('Write pages from 1 to 12');
  await dialog.getByLabel('Pages').fill('2, 9');
  await dialog.getByRole('button', { name: 'Print' }).click();
  // An A4 sheet at 150 dpi.
  expect((await printed(app)).widths).toEqual([1240, 1240]);
  await expect(dialog).toHaveCount(0);
  // On a phone the commands are in a menu.
  await app.setViewportSize({ width: 390, height: 844 });
  await preview.getByRole('button', { name: 'More actions' }).click();
  await app.getByRole('menuitem', { name: 'Print…' }).click();
  await expect(dialog).toBeVisible();
  await checkAccessibility();
});

test('keeps the page one reads when a property is saved', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'Lease.pdf', await pdf(12), 'application/pdf');
  const page = await new DocumentPage(app).open(id);
  const pageField = page.preview.getByLabel('Page', { exact: true });
  await pageField.fill('9');
  await pageField.press('Enter');
  const ninth = page.preview.getByRole('region', { name: 'Page 9' });
  await expect(ninth).toBeInViewport();
  const opened = await ninth.elementHandle();
  await (await page.edit('Source')).fill('Scan');
  await page.save();
  await expect(page.saveButton).toHaveCount(0);
  await expect(page.property('Source')).toContainText('Scan');
  await expect(ninth).toBeInViewport();
  // The same page as before: nothing was opened again.
  expect(await opened?.evaluate((element) => element.isConnected)).toBe(true);
});

test('reads a PDF of many megabytes in pieces', async ({ app, seed, workspace }) => {
  const side = 1600;
  const noise = await sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer();
  const made = new PDFDocument({ size: 'A4', compress: false });
  const bytes = new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
    const chunks: Buffer[] = [];
    made.on('data', (chunk: Buffer) => chunks.push(chunk));
    made.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
  });
  made.text('The first sheet');
  for (let page = 2; page <= 3; page += 1) made.addPage().image(noise, 20, 20, { width: 400 });
  made.addPage().text('The last sheet').end();
  const content = await bytes;
  expect(content.byteLength).toBeGreaterThan(6_000_000);
  const id = await seed.file(workspace.path, 'Survey.pdf', content, 'application/pdf');
  const ranged = app.waitForRequest((request) => /^bytes=/.test(request.headers().range ?? ''));
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('of 4');
  await ranged;
  await preview.getByLabel('Page', { exact: true }).fill('4');
  await preview.getByLabel('Page', { exact: true }).press('Enter');
  await expect(preview.getByText('The last sheet')).toBeVisible();
});

test('asks for the password of a locked PDF', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'Locked.pdf', await pdf(2, 'secret'), 'application/pdf');
  // The dialog may be there before the title, which nobody can reach behind it then.
  await app.goto(`/doc/${id}`);
  const { preview } = new DocumentPage(app);
  const dialog = app.getByRole('dialog', { name: 'Password needed' });
  await dialog.getByLabel('Password', { exact: true }).fill('wrong');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(dialog).toContainText('Wrong password');
  await dialog.getByLabel('Password', { exact: true }).fill('secret');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(preview).toContainText('of 2');
});

test('says why a broken PDF cannot be shown, in its own place', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'Broken.pdf', '%PDF-1.7 nothing', 'application/pdf');
  const page = await new DocumentPage(app).open(id);
  await expect(page.preview.getByRole('alert')).toContainText('The preview failed');
  await expect(page.preview.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.property('Title')).toBeVisible();
});
