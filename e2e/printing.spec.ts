/** Pages printed by the browser's own command; the print buttons of viewers are tested with their viewers. */
import PDFDocument from 'pdfkit';
import sharp from 'sharp';
import { expect, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';

test('a list is printed whole, without what one works with', async ({ app, seed, workspace }) => {
  const names = Array.from({ length: 60 }, (_, index) => `Folder ${String(index).padStart(2, '0')}`);
  await Promise.all(names.map((name) => seed.document(workspace.path, 'Folder', name)));
  const list = await new FolderList(app).open(workspace.path);
  await expect(list.row('Folder 00')).toBeVisible();
  await app.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await app.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(list.rows).toHaveCount(names.length);
  await expect(list.row('Folder 59')).toBeVisible();
  await expect(app.getByRole('navigation', { name: 'Navigation' })).toBeHidden();
  await expect(list.details).toBeHidden();
  const { bottoms, height, scheme } = await app.evaluate(() => ({
    bottoms: [...document.querySelectorAll('[role="row"][data-index]')].map(
      (row) => row.getBoundingClientRect().bottom,
    ),
    height: document.documentElement.scrollHeight,
    scheme: getComputedStyle(document.body).colorScheme,
  }));
  expect(bottoms).toEqual(bottoms.toSorted((one, other) => one - other));
  expect(new Set(bottoms).size).toBe(names.length);
  expect(Math.max(...bottoms)).toBeLessThanOrEqual(height);
  expect(scheme).toContain('light');
  await app.evaluate(() => dispatchEvent(new Event('afterprint')));
  await app.emulateMedia({ media: 'screen', colorScheme: null });
  await expect(list.row('Folder 59')).toHaveCount(0);
});

test('a text is printed whole from its page', async ({ app, seed, workspace }) => {
  const lines = Array.from(
    { length: 300 },
    (_, index) => `Line ${index + 1} ${'of a long text '.repeat(20)}`,
  );
  const id = await seed.file(workspace.path, 'log.txt', lines.join('\n'), 'text/plain');
  const document = await new DocumentPage(app).open(id);
  await expect(document.preview).toContainText('Line 1 of');
  await expect(document.preview).not.toContainText('Line 300 of');
  await app.emulateMedia({ media: 'print' });
  await app.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(document.preview).toContainText('Line 300 of');
  // No line is cut off at the edge of the sheet.
  expect(await app.evaluate(() => window.document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await expect(app.getByRole('tablist')).toBeHidden();
  await expect(app.getByRole('navigation', { name: 'Navigation' })).toBeHidden();
});

function pdf(pages: number): Promise<Uint8Array<ArrayBuffer>> {
  const made = new PDFDocument({ size: 'A4', autoFirstPage: false });
  const chunks: Buffer[] = [];
  made.on('data', (chunk: Buffer) => chunks.push(chunk));
  const whole = new Promise<Uint8Array<ArrayBuffer>>((resolve) => {
    made.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
  });
  for (let page = 1; page <= pages; page += 1) made.addPage().text(`Page ${page}`);
  made.end();
  return whole;
}

test('pages of a PDF that were on the screen are printed whole, and how to print all is said', async ({
  app,
  seed,
  workspace,
}) => {
  const id = await seed.file(workspace.path, 'Lease.pdf', await pdf(9), 'application/pdf');
  const { preview } = await new DocumentPage(app).open(id);
  const pages = preview.getByRole('region', { name: /^Page \d/ });
  await expect(pages.nth(1)).toBeAttached();
  await expect(preview.getByText('“Print…” above the document prints all of them')).toBeHidden();
  await app.emulateMedia({ media: 'print' });
  await expect(preview.getByText('“Print…” above the document prints all of them')).toBeVisible();
  await expect(preview.getByRole('toolbar')).toBeHidden();
  const drawn = await pages.evaluateAll((all) =>
    all.map((page) => {
      const { top, bottom, left, right } = page.getBoundingClientRect();
      return { top, bottom, isWhole: left >= 0 && right <= innerWidth, isHigh: bottom - top > innerHeight };
    }),
  );
  expect(drawn.length).toBeGreaterThan(1);
  for (const [index, { top, isWhole, isHigh }] of drawn.entries()) {
    expect(top).toBeGreaterThanOrEqual(drawn[index - 1]?.bottom ?? 0);
    expect({ isWhole, isHigh }).toEqual({ isWhole: true, isHigh: false });
  }
  const { scrolls, height } = await app.evaluate(() => ({
    scrolls: [...document.querySelectorAll('*')].some(
      (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto',
    ),
    height: document.documentElement.scrollHeight,
  }));
  expect(scrolls).toBe(false);
  expect(height).toBeGreaterThanOrEqual(Math.floor(drawn.at(-1)?.bottom ?? 0));
});

test('a picture is printed whole, however large it is shown', async ({ app, seed, workspace }) => {
  const background = { width: 2400, height: 1600, channels: 3, background: '#9db4c0' } as const;
  const png = new Uint8Array(await sharp({ create: background }).png().toBuffer());
  const id = await seed.file(workspace.path, 'Front.png', png, 'image/png', 'Picture');
  const { preview } = await new DocumentPage(app).open(id);
  const picture = preview.getByRole('img', { name: 'Front.png' });
  await expect(picture).toBeVisible();
  await preview.getByRole('button', { name: 'Actual size' }).click();
  await expect.poll(async () => (await picture.boundingBox())?.width ?? 0).toBeGreaterThan(1440);
  await app.emulateMedia({ media: 'print' });
  const box = await picture.locator('img').first().boundingBox();
  const [width, height] = await app.evaluate(() => [innerWidth, innerHeight]);
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width ?? 0);
  expect(box?.height).toBeLessThanOrEqual(height ?? 0);
  expect(box?.height).toBeGreaterThan(100);
  // Rotated as on the screen.
  await app.emulateMedia({ media: 'screen' });
  await preview.getByRole('button', { name: 'Rotate' }).click();
  await app.emulateMedia({ media: 'print' });
  const rotated = await picture.boundingBox();
  expect((rotated?.width ?? 0) / (rotated?.height ?? 0)).toBeCloseTo(1600 / 2400, 2);
  expect(rotated?.height).toBeLessThanOrEqual(height ?? 0);
  expect(rotated?.height).toBeGreaterThan(100);
});
