/** Tables, archives, books and office documents beside their properties, and the messages for other files. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import { catchPrints, printed } from './models/caught-prints.ts';
import { DocumentPage } from './models/document-page.ts';

test('tells looking at a file from downloading it', async ({ app, seed, workspace }) => {
  const name = 'Bail – quai n° 7 (signé) 港.txt';
  const id = await seed.file(workspace.path, name, 'Article 1', 'text/plain');
  const page = await new DocumentPage(app).open(id);
  await expect(page.preview).toContainText('Article 1');
  const saved = app.waitForEvent('download');
  await page.head.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe(name);
  expect(await readFile(await download.path(), 'utf8')).toBe('Article 1');
  await page.open(id, 'activity');
  await expect(page.panel.getByText('created it')).toBeVisible();
  await expect(page.panel.getByText('looked at it')).toHaveCount(0);
  await page.panel.getByRole('button', { name: 'Everything' }).click();
  await expect(page.panel.getByText('downloaded it')).toBeVisible();
  await expect(page.panel.getByText('looked at it').first()).toBeVisible();
});

test('shows tables, only the rows in sight: CSV, and a workbook with its sheets by keyboard', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
  expectedErrors,
}) => {
  const lines = Array.from({ length: 3000 }, (_, index) => `${index},"Tenant, ${index}"`);
  const csv = await seed.file(workspace.path, 'Rents.csv', `Quay,Tenant\n${lines.join('\n')}`, 'text/csv');
  await catchPrints(app);
  const page = await new DocumentPage(app).open(csv);
  const { preview } = page;
  await expect(preview).toContainText('3,000 rows');
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect((await printed(app)).text).toMatch(/^Quay\s+Tenant\s+0\s+Tenant, 0[\s\S]+2999\s+Tenant, 2999$/);
  await expect(preview.getByRole('cell', { name: 'Tenant, 3', exact: true })).toBeVisible();
  expect(await preview.getByRole('row').count()).toBeLessThan(200);
  await checkAccessibility();

  const rows = Array.from({ length: 3000 }, (_, index) => `<row><c><v>${index}.5</v></c></row>`);
  const file = (text: string) => new TextEncoder().encode(text);
  const workbook = zipSync({
    'xl/workbook.xml': file(
      '<workbook><sheets><sheet name="Tenants" sheetId="1" r:id="a"/><sheet name="Rents" sheetId="2" r:id="b"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': file(
      '<Relationships><Relationship Id="a" Target="worksheets/a.xml"/><Relationship Id="b" Target="worksheets/b.xml"/></Relationships>',
    ),
    'xl/worksheets/a.xml': file(
      '<worksheet><sheetData><row r="2"><c r="C2" t="inlineStr"><is><t>Åse Berg</t></is></c></row></sheetData></worksheet>',
    ),
    'xl/worksheets/b.xml': file(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`),
  });
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const id = await seed.file(workspace.path, 'Rents.xlsx', new Uint8Array(workbook), type);
  await page.open(id);
  await expect(preview.getByRole('row', { name: '2 Åse Berg' })).toBeVisible();
  await checkAccessibility();
  await preview.getByRole('tab', { name: 'Tenants' }).press('ArrowRight');
  await app.keyboard.press('Enter');
  await expect(preview).toContainText('3,000 rows');
  await expect(preview.getByRole('cell', { name: '3.5', exact: true })).toBeVisible();
  expect(await preview.getByRole('row').count()).toBeLessThan(200);
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect((await printed(app)).text).toMatch(/^0.5\s+1.5[\s\S]+2,?999.5$/);
  // The server may fail to convert such a minimal workbook.
  expectedErrors.push(/status of [45]\d\d/);
  await preview.getByRole('button', { name: 'Pages', exact: true }).press('Enter');
  await expect(preview.getByRole('table')).toHaveCount(0);
  await preview.getByRole('button', { name: 'Table', exact: true }).press('Enter');
  await expect(preview.getByRole('cell', { name: '3.5', exact: true })).toBeVisible();
});

test('lists the files of zip and tar archives, and takes single ones out without fetching all', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const archive = zipSync({
    'plans/quay 7.txt': new TextEncoder().encode('the plan'),
    // Incompressible bytes, so that fetching the whole archive would be noticed.
    [`surveys/${'quays and basins '.repeat(8)}sheet 12.bin`]: [
      new Uint8Array(randomBytes(3_000_000)),
      { level: 0 },
    ],
  });
  const id = await seed.file(workspace.path, 'Harbour.zip', archive, 'application/zip');
  const fetched: Promise<number>[] = [];
  app.on('response', (response) => {
    if (response.request().headers().range !== undefined)
      fetched.push(response.headerValue('content-length').then(Number));
  });
  const page = await new DocumentPage(app).open(id);
  const { preview } = page;
  await expect(preview).toContainText('2 files');
  await expect(preview.getByRole('listitem').filter({ hasText: 'quay 7.txt' })).toContainText('plans/');
  await checkAccessibility();
  // A long name keeps its end.
  const survey = preview.getByRole('listitem').filter({ hasText: 'sheet 12' });
  await expect(survey).toContainText('surveys/');
  await expect(survey.getByText('.bin', { exact: true })).toBeInViewport({ ratio: 1 });
  const saved = app.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download quay 7.txt' }).click();
  expect((await saved).suggestedFilename()).toBe('quay 7.txt');
  expect(await readFile(await (await saved).path(), 'utf8')).toBe('the plan');
  const bytes = (await Promise.all(fetched)).reduce((sum, length) => sum + length, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(1_000_000);

  const folder = await mkdtemp(join(tmpdir(), 'muniment-tar-'));
  try {
    await writeFile(join(folder, 'quay 8.txt'), 'another plan');
    await promisify(execFile)('tar', ['-czf', 'plans.tar.gz', 'quay 8.txt'], { cwd: folder });
    const packed = new Uint8Array(await readFile(join(folder, 'plans.tar.gz')));
    await page.open(await seed.file(workspace.path, 'Plans.tar.gz', packed, 'application/gzip'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await expect(preview).toContainText('1 file');
  const taken = app.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download quay 8.txt' }).click();
  expect(await readFile(await (await taken).path(), 'utf8')).toBe('another plan');
});

test('reads a book by chapters', async ({ app, seed, workspace, checkAccessibility }) => {
  const file = (text: string) => new TextEncoder().encode(text);
  const page = (title: string) =>
    file(
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>${title}</h1></body></html>`,
    );
  const items = ['one', 'two'].map(
    (name) => `<item id="${name}" href="${name}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const book = zipSync({
    'META-INF/container.xml': file('<container><rootfile full-path="book.opf"/></container>'),
    'book.opf': file(
      `<package><manifest>${items.join('')}<item id="nav" properties="nav" href="nav.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="one"/><itemref idref="two"/></spine></package>`,
    ),
    'nav.xhtml': file(
      '<html><nav epub:type="toc"><ol><li><a href="one.xhtml">Arrival</a></li><li><a href="two.xhtml">Departure</a></li></ol></nav></html>',
    ),
    'one.xhtml': page('The ship arrives'),
    'two.xhtml': page('The ship departs'),
  });
  const id = await seed.file(workspace.path, 'Ships.epub', new Uint8Array(book), 'application/epub+zip');
  await catchPrints(app);
  const { preview } = await new DocumentPage(app).open(id);
  const chapter = preview.frameLocator('iframe[title="Ships.epub"]');
  await expect(chapter.getByRole('heading', { name: 'The ship arrives' })).toBeVisible();
  await preview.getByRole('button', { name: 'Departure' }).press('Enter');
  await expect(chapter.getByRole('heading', { name: 'The ship departs' })).toBeVisible();
  await expect(preview.getByRole('status')).toHaveText('Chapter 2 of 2');
  await expect(preview.getByRole('button', { name: 'Departure' })).toHaveAttribute(
    'aria-current',
    'location',
  );
  await preview.getByRole('button', { name: 'Print…' }).click();
  expect((await printed(app)).text).toBe('The ship departs');
  const previous = preview.getByRole('button', { name: 'Previous chapter' });
  await previous.press('Enter');
  await expect(preview.getByRole('status')).toHaveText('Chapter 1 of 2');
  await expect(previous).toBeFocused();
  await expect(previous).toHaveAccessibleDescription('This is the first chapter');
  await checkAccessibility();
  // If there is no room beside the page, the contents cover it, and close after a choice.
  await app.setViewportSize({ width: 390, height: 844 });
  await expect(preview.getByRole('navigation', { name: 'Contents' })).toHaveCount(0);
  await preview.getByRole('button', { name: 'Contents' }).click();
  await preview.getByRole('button', { name: 'Departure' }).press('Enter');
  await expect(preview.getByRole('navigation', { name: 'Contents' })).toHaveCount(0);
  await expect(chapter.getByRole('heading', { name: 'The ship departs' })).toBeVisible();
});

test('says that an archive is damaged, and gives it', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'Broken.zip', 'PK, and then nothing', 'application/zip');
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('The archive is damaged');
  await expect(preview.getByRole('button', { name: 'Download' })).toBeVisible();
});

test('shows an office document as its pages', async ({ app, seed, workspace }) => {
  const id = await seed.file(
    workspace.path,
    'Letter.docx',
    letter('Dear harbour master'),
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  );
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('of 1');
  await expect(preview.getByText('Dear harbour master')).toBeAttached();
});

test('shows where a file of a link leads, and nothing that a browser would run', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const shortcut = (address: string) => new TextEncoder().encode(`[InternetShortcut]\r\nURL=${address}\r\n`);
  const page = new DocumentPage(app);
  const link = await seed.file(
    workspace.path,
    'shop.url',
    shortcut('https://shop.example/list?page=2'),
    'application/x-mswinurl',
  );
  const { preview } = await page.open(link);
  const address = preview.getByRole('link', { name: 'https://shop.example/list?page=2' });
  await expect(address).toHaveAttribute('rel', 'noopener noreferrer');
  await checkAccessibility();

  const type = 'application/octet-stream';
  await page.open(await seed.file(workspace.path, 'bad.url', shortcut('javascript:alert(1)'), type));
  await expect(preview).toContainText('URL=javascript:alert(1)');
  await expect(preview.getByRole('link')).toHaveCount(0);
});

test('offers what it cannot show for download, and no conversion that cannot be', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.file(
    workspace.path,
    'data.bin',
    new Uint8Array([1, 0, 2, 0]),
    'application/octet-stream',
  );
  const { preview } = await new DocumentPage(app).open(id);
  await expect(preview).toContainText('There is no preview for this kind of file.');
  await expect(preview.getByRole('button', { name: 'Convert to PDF' })).toHaveCount(0);
  await checkAccessibility();
  const saved = app.waitForEvent('download');
  await preview.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toBe('data.bin');
});

function letter(text: string): Uint8Array<ArrayBuffer> {
  const file = (content: string) =>
    new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>${content}`);
  const office = 'http://schemas.openxmlformats.org';
  const main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  const zipped = zipSync({
    '[Content_Types].xml': file(
      `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    ),
    '_rels/.rels': file(
      `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    'word/document.xml': file(
      `<w:document xmlns:w="${office}/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    ),
  });
  return new Uint8Array(zipped);
}
