/** Pages printed by the browser's own command; the print buttons of viewers are tested with their viewers. */
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
