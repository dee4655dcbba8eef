/** A person who may only read: other commands are not offered, or say why not and who can grant the right. */
import type { Locator } from '@playwright/test';
import { type TestFolder, testFolder } from './files.ts';
import { expect, signInReader, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { dragFiles } from './models/drag-files.ts';
import { FolderList } from './models/folder-list.ts';
import { UploadTray } from './models/upload-tray.ts';
import { sayerOf } from './walk.ts';

let disk: TestFolder;
test.beforeAll(async () => {
  disk = await testFolder();
});
test.afterAll(() => disk.remove());

test('a folder offers no "New" and no "Upload", and says who can give the right', async ({
  page,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await signInReader(page, seed, workspace);
  await page.goto(`/browse${workspace.path}`);
  const note = page.getByRole('button', { name: 'Read only' });
  await expect(note).toBeVisible();
  await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('You cannot add documents to this folder.');
  await expect(note).toHaveAttribute('data-tip', /Administrator can give you the right/);
  await note.click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'You may read here, but not add or change anything. Administrator can give you the right.',
  );
  await checkAccessibility();
  // A tooltip disappears with its button, even if neither the pointer nor the focus moves.
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await dismiss.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(dismiss).toBeFocused();
  await expect(page.getByText('Dismiss', { exact: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dismiss).toHaveCount(0);
  await expect(page.getByText('Dismiss', { exact: true })).toHaveCount(0);
  // Nor by its key: only the palette opens.
  await page.keyboard.press('n');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Search or jump to');
});

test('a file dropped there is refused in words, and does not come back', async ({
  page,
  seed,
  workspace,
}) => {
  await signInReader(page, seed, workspace);
  await page.goto(`/browse${workspace.path}`);
  await page.getByRole('button', { name: 'Read only' }).waitFor();
  await dragFiles(page, [await disk.write('mine.txt', 'mine')], page.getByRole('main'));
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    `You may not add to “${workspace.title}”, so nothing was stored.`,
  );
  await page.reload();
  await page.getByRole('button', { name: 'Read only' }).waitFor();
  await expect(new UploadTray(page).tray).toHaveCount(0);
});

test('a document offers no workflow and no tags; the menu keeps its lines', async ({
  page,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await signInReader(page, seed, workspace);
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  await page.goto(`/browse${workspace.path}`);
  await new FolderList(page).row('Lease').click({ button: 'right' });
  const trash = page.getByRole('menuitem', { name: /Move to trash/ });
  await expect(trash).toContainText('you may not remove Lease');
  await expect(trash).toHaveAttribute('aria-disabled', 'true');
  for (const entry of [trash, page.getByRole('menuitem', { name: /Delete for good/ })])
    expect(await linesOfLabel(entry)).toBe(1);
  await expect(page.getByRole('menuitem', { name: /Start workflow/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await checkAccessibility(page, '[role="menu"]');
  const document = await new DocumentPage(page).open(id);
  await expect(document.panel.getByText('Path')).toBeVisible();
  await expect(document.panel.getByText('Tags')).toHaveCount(0);
  await expect(document.panel.getByRole('button', { name: /Add tag|Tag/ })).toHaveCount(0);
  await expect(document.head.getByRole('button', { name: 'Start workflow' })).toHaveCount(0);
  await document.openTab('Workflow');
  await expect(document.panel).toContainText('No workflow');
  await expect(document.panel.getByRole('button', { name: 'Start workflow' })).toHaveCount(0);
});

test('the key of what one may not do says why, and does nothing else', async ({ page, seed, workspace }) => {
  await signInReader(page, seed, workspace);
  for (const title of ['Lease', 'Tomb'])
    await seed.document(workspace.path, 'File', title, { 'dc:title': title });
  const list = await new FolderList(page).open(workspace.path);
  await list.row('Lease').click();
  const refusals = [
    ['Delete', 'Move to trash: you may not remove Lease'],
    ['t', 'Tag: you may only read Lease'],
    ['F2', 'Rename: you may only read Lease'],
  ] as const;
  for (const [key, words] of refusals) {
    await page.keyboard.press(key);
    await expect(list.toast(words)).toBeVisible();
    await expect(list.row('Lease')).toBeFocused();
  }
  await page.keyboard.press('F2');
  await expect(list.toast('Rename: you may only read Lease')).toHaveCount(1);
});

test.describe('in another language', () => {
  test.use({ locale: 'de', expectedErrors: [[/status of (403|409)/], { scope: 'test' }] });

  test('what the server refuses is said in it, and its own words are marked', async ({
    page,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    const say = sayerOf('de');
    await signInReader(page, seed, workspace);
    // The message of a stock server.
    let refusal = { status: 403, message: "Privilege 'AddChildren' is not granted to 'bob'" };
    await page.route('**/automation/Collection.Create', (route) =>
      route.fulfill({ status: refusal.status, json: { 'entity-type': 'exception', ...refusal } }),
    );
    await page.goto('/collections');
    await page.getByRole('button', { name: say('changes.collections.new') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Pläne');
    const create = dialog.getByRole('button', { name: say('changes.collections.create') });
    await create.click();
    const note = dialog.getByRole('alert');
    for (const name of ['forbidden', 'nothingChanged', 'stillHere'])
      await expect(note).toContainText(say(`refusals.${name}`));
    await expect(note.locator('[lang="en"]')).toHaveText("Privilege 'AddChildren' is not granted to 'bob'");
    await checkAccessibility(page, '[role="dialog"]');
    refusal = { status: 409, message: '6cc3a1d0, Invalid change token' };
    await create.click();
    await expect(note).toContainText(say('refusals.changed'));
    await expect(note).not.toContainText('token');
    await expect(dialog.getByRole('textbox').first()).toHaveValue('Pläne');
  });
});

/** The label is the first text of a menu entry; the reason is below it. */
function linesOfLabel(entry: Locator): Promise<number> {
  return entry.evaluate((element) => {
    const label = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    if (label !== null) range.selectNodeContents(label);
    return range.getClientRects().length;
  });
}
