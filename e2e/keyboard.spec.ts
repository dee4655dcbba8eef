/** A day's work without a mouse, by a member: upload, find, edit, share, approve. The focus is moved only by keys. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { testFolder } from './files.ts';
import { expect, signIn, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';
import { TasksPage } from './models/tasks-page.ts';
import { Seed } from './seed.ts';

const mostStops = 150;

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < mostStops; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${mostStops} presses of Tab do not lead to ${target}`);
}

async function pressAt(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Types into a field with suggestions and accepts the text, without waiting for them. */
async function pick(page: Page, field: Locator, name: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
}

test('uploads, finds, edits, shares and approves by keys alone', async ({ page, seed, workspace }) => {
  const mark = randomUUID().slice(0, 8);
  const clara = await seed.user(`clara-${mark}`);
  const dan = await seed.user(`dan-${mark}`);
  await seed.operation('Document.AddPermission', {
    input: workspace.id,
    params: { users: [clara.username], permission: 'Everything' },
  });
  await signIn(page, new Seed(seed.origin, clara), clara.username);
  const files = await testFolder();
  const lease = `lease ${mark}.txt`;
  const file = await files.write(lease, 'The lease runs for nine years.');

  // Before the keys: Playwright needs a moment to make the browser pass on the choice of files.
  const chooser = page.waitForEvent('filechooser');
  const list = await new FolderList(page).open(workspace.path);
  await pressAt(page, page.getByRole('button', { name: 'Upload', exact: true }));
  await expect(page.getByRole('menuitem', { name: 'Files…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([file]);
  await expect(list.row(lease)).toBeVisible();
  await files.remove();

  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type(`lease ${mark}`);
  const palette = page.getByRole('dialog', { name: 'Search or jump to' });
  await expect(palette.getByRole('option').first()).toContainText(lease);
  await page.keyboard.press('Enter');
  const document = new DocumentPage(page);
  await expect(document.title).toContainText(`lease ${mark}`);

  await pressAt(page, document.property('Summary'));
  await expect(document.panel.getByLabel('Summary', { exact: true })).toBeFocused();
  await page.keyboard.type('Signed in May');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(document.property('Summary')).toContainText('Signed in May');

  await pressAt(page, document.head.getByRole('button', { name: 'Start workflow' }));
  const dialog = page.getByRole('dialog', { name: 'Start workflow' });
  await tabTo(page, dialog.getByLabel('Workflow'));
  await page.keyboard.type('One');
  await pressAt(page, dialog.getByRole('button', { name: 'Start workflow' }));
  await expect(document.panel.getByRole('region', { name: 'Task' })).toContainText(clara.username);

  await pressAt(page, document.head.getByRole('link', { name: 'Share' }));
  const form = page.getByRole('form', { name: 'Give access' });
  await pick(page, form.getByRole('combobox', { name: 'Who' }), dan.username);
  await pressAt(page, form.getByRole('button', { name: 'Add' }));
  await expect(page.getByRole('table', { name: 'Set here' })).toContainText(dan.username);

  await pressAt(
    page,
    page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Tasks' }),
  );
  const { task, list: tasks } = new TasksPage(page);
  await pressAt(page, tasks.getByRole('link').filter({ hasText: lease }));
  await pick(page, task.getByRole('combobox', { name: 'Participants' }), clara.username);
  await pressAt(page, task.getByRole('button', { name: 'Start the review' }));
  await expect(page.getByText('Choose participants: Start the review.')).toBeVisible();
  await pressAt(page, tasks.getByRole('link').filter({ hasText: 'Validate' }));
  await pressAt(page, task.getByRole('button', { name: 'Validate' }));
  await expect(page.getByText('Validate the document: Validate.')).toBeVisible();
});

test('the focus is never lost, and never behind the tray of uploads', async ({ app, seed, workspace }) => {
  const mark = randomUUID().slice(0, 8);
  const title = `Contract ${mark}`;
  const id = await seed.file(workspace.path, title, `Contract ${mark}`, 'text/plain');
  await seed.operation('Document.CreateVersion', { input: id, params: { increment: 'Minor' } });
  const files = await testFolder();
  const file = await files.write(`plan ${mark}.txt`, `The plan of ${mark}.`);
  const list = await new FolderList(app).open(workspace.path);
  const document = new DocumentPage(app);

  const chooser = app.waitForEvent('filechooser');
  await pressAt(app, app.getByRole('button', { name: 'Upload', exact: true }));
  await expect(app.getByRole('menuitem', { name: 'Files…' })).toBeFocused();
  await app.keyboard.press('Enter');
  await (await chooser).setFiles([file]);
  await expect(list.row(`plan ${mark}.txt`)).toBeVisible();
  await files.remove();

  await tabTo(app, list.row(title));
  await app.keyboard.press('Enter');
  await expect(document.title).toBeFocused();

  // From the end: what has the focus is scrolled above the tray.
  const last = document.panel.getByRole('button', { name: 'Copy the identifier' });
  await tabTo(app, last);
  expect(await last.evaluate(isOnTop)).toBe(true);

  await pressAt(app, document.property('Summary'));
  await expect(document.panel.getByLabel('Summary', { exact: true })).toBeFocused();
  await app.keyboard.type('Signed in May');
  await app.keyboard.press('Tab');
  await expect(document.property('Summary')).toBeFocused();
  await app.keyboard.press('ControlOrMeta+S');
  await expect(document.toast).toContainText('Saved');
  await expect(document.property('Summary')).toBeFocused();

  await app.keyboard.press('ControlOrMeta+K');
  await app.keyboard.type(`plan ${mark}`);
  await expect(app.getByRole('dialog').getByRole('option').first()).toContainText(`plan ${mark}.txt`);
  await app.keyboard.press('Enter');
  await expect(document.title).toContainText(`plan ${mark}`);
  await expect(document.title).toBeFocused();

  await document.open(id, 'versions');
  await pressAt(app, document.panel.getByRole('link', { name: /^Compare/ }).first());
  await expect(app.getByRole('article', { name: 'Compare' })).toBeFocused();
});

/** Whether nothing covers the middle of the element. Runs in the page. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  const top = document.elementFromPoint(x + width / 2, y + height / 2);
  return element.contains(top);
}
