/** Two folders side by side, for a person who may write here and is no administrator. */
import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test, type Workspace } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';

const pane = (page: Page, side: 'First' | 'Second', name: string) =>
  page.getByRole('region', { name: `${side} pane: ${name}`, exact: true });

/** A row in one of the panes, by the label of its checkbox. */
const row = (page: Page, side: 'First' | 'Second', folder: string, name: string) =>
  pane(page, side, folder)
    .locator('[role="row"][data-index]')
    .filter({ has: page.getByRole('checkbox', { name: `Select ${name}`, exact: true }) });

async function openAsWriter(page: Page, seed: Seed, server: { origin: string }, workspace: Workspace) {
  const writer = await seed.user(`writer-${workspace.id.slice(-8)}`);
  await seed.operation('Document.AddPermission', {
    input: workspace.id,
    params: { users: [writer.username], permission: 'ReadWrite' },
  });
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  for (const name of ['Bail', 'Contrat', 'Devis'])
    await seed.document(workspace.path, 'Note', name.toLowerCase(), { 'dc:title': name });
  await signIn(page, new Seed(server.origin, writer), writer.username);
  return new FolderList(page).open(workspace.path);
}

test('two folders are worked with side by side, by keys and by dragging', async ({
  page,
  seed,
  server,
  workspace,
  checkAccessibility,
  checkContrast,
}) => {
  const home = workspace.title;
  const list = await openAsWriter(page, seed, server, workspace);
  // The command is registered after the first rows, together with the tree.
  await expect(list.tree.getByRole('treeitem', { name: home })).toBeVisible();
  await list.row('Bail').click();
  await expect(list.toolbar).toBeVisible();
  await page.keyboard.press('Shift+P');
  await expect(row(page, 'Second', home, 'Annexes')).toBeVisible();
  const second = pane(page, 'Second', home);
  await expect(second).toHaveAttribute('aria-current', 'true');
  await expect(second.locator(':focus')).toHaveCount(1);

  // A folder opens in the active pane; the other one stays.
  await row(page, 'Second', home, 'Annexes').click();
  await page.keyboard.press('Enter');
  const annexes = pane(page, 'Second', 'Annexes');
  await expect(annexes.getByText('Nothing is filed here yet')).toBeVisible();
  // Neither tip is for a person who may only write here.
  await expect(annexes.getByText(/Invite your colleagues|Choose the vocabularies/)).toHaveCount(0);
  await expect(row(page, 'First', home, 'Bail')).toBeVisible();

  // A key moves to the other pane, and another key moves a document there.
  await page.keyboard.press('Control+ArrowLeft');
  await expect(pane(page, 'First', home)).toHaveAttribute('aria-current', 'true');
  await row(page, 'First', home, 'Bail').click();
  await expect(list.toolbar).toBeVisible();
  await page.keyboard.press('Shift+M');
  await expect(list.toast('Bail moved to Annexes.')).toBeVisible();
  await expect(row(page, 'Second', 'Annexes', 'Bail')).toBeVisible();
  await expect(row(page, 'First', home, 'Bail')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(row(page, 'First', home, 'Bail')).toBeVisible();
  await expect(row(page, 'Second', 'Annexes', 'Bail')).toHaveCount(0);

  // Other programs get a link, which has no token.
  const transfer = await page.evaluateHandle(() => new DataTransfer());
  await row(page, 'First', home, 'Bail').dispatchEvent('dragstart', { dataTransfer: transfer });
  const link = await transfer.evaluate((data) => data.getData('text/uri-list'));
  expect(link).toMatch(/^http:\/\/[^?]*\/doc\/[\w-]+$/);
  await row(page, 'First', home, 'Bail').dispatchEvent('dragend', { dataTransfer: transfer });

  // Dragged to the other pane a document is moved, with Ctrl copied.
  await row(page, 'First', home, 'Contrat').dragTo(annexes, { targetPosition: { x: 200, y: 300 } });
  await expect(row(page, 'Second', 'Annexes', 'Contrat')).toBeVisible();
  await expect(row(page, 'First', home, 'Contrat')).toHaveCount(0);
  await page.keyboard.down('Control');
  await row(page, 'First', home, 'Devis').dragTo(annexes, { targetPosition: { x: 200, y: 300 } });
  await page.keyboard.up('Control');
  await expect(row(page, 'Second', 'Annexes', 'Devis')).toBeVisible();
  await expect(row(page, 'First', home, 'Devis')).toBeVisible();

  // Each list has a filter of its own, and both are kept over a reload.
  await annexes.getByRole('button', { name: 'Filter' }).click();
  await annexes.getByRole('textbox', { name: 'Name contains' }).fill('dev');
  await expect(row(page, 'Second', 'Annexes', 'Contrat')).toHaveCount(0);
  await expect(row(page, 'First', home, 'Bail')).toBeVisible();
  const first = pane(page, 'First', home);
  await first.getByRole('button', { name: 'Filter' }).click();
  await expect(first.getByRole('textbox', { name: 'Name contains' })).toBeFocused();
  await checkAccessibility();
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkContrast();
  await first.getByRole('button', { name: 'Clear the filter' }).click();
  const edge = page.getByRole('separator', { name: 'Width of the panes' });
  const before = Number(await edge.getAttribute('aria-valuenow'));
  await edge.focus();
  await page.keyboard.press('ArrowRight');
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 16));
  await page.reload();
  await expect(row(page, 'Second', 'Annexes', 'Devis')).toBeVisible();
  await expect(row(page, 'Second', 'Annexes', 'Contrat')).toHaveCount(0);
  await expect(row(page, 'First', home, 'Bail')).toBeVisible();
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 16));

  // Opens a folder in the first pane, goes back, and closes a pane.
  await row(page, 'First', home, 'Annexes').dblclick();
  await expect(row(page, 'First', 'Annexes', 'Contrat')).toBeVisible();
  await page.goBack();
  await expect(row(page, 'First', home, 'Bail')).toBeVisible();
  await page.getByRole('button', { name: `Close the pane of ${home}` }).click();
  await expect(list.heading).toHaveText('Annexes');
  await expect(list.heading).toHaveCount(1);
  await expect(list.row('Devis')).toBeVisible();
  expect(new URL(page.url()).searchParams.has('second')).toBe(false);
});

test('what takes no drop says why while the pointer is over it, and Escape ends a drag', async ({
  page,
  seed,
  server,
  workspace,
}) => {
  const home = workspace.title;
  const archive = await seed.document(workspace.path, 'Folder', 'archive', { 'dc:title': 'Archive' });
  await seed.document(`${workspace.path}/archive`, 'Folder', 'boxes', { 'dc:title': 'Boxes' });
  await seed.document(`${workspace.path}/archive`, 'Note', 'acte', { 'dc:title': 'Acte' });
  const list = await openAsWriter(page, seed, server, workspace);
  await seed.document(`${workspace.path}/annexes`, 'Folder', 'plans', { 'dc:title': 'Plans' });
  await seed.operation('Document.BlockPermissionInheritance', { input: archive, params: {} });
  await seed.operation('Document.AddPermission', {
    input: archive,
    params: { users: [`writer-${workspace.id.slice(-8)}`], permission: 'Read' },
  });
  await page.goto(`/browse${workspace.path}?second=${workspace.path}/archive`);
  await expect(row(page, 'Second', 'Archive', 'Acte')).toBeVisible();
  await list.tree.getByRole('treeitem', { name: home }).press('ArrowRight');
  await list.tree.getByRole('treeitem', { name: 'Annexes' }).press('ArrowRight');
  const plans = list.tree.getByRole('treeitem', { name: 'Plans' });
  await expect(plans).toBeVisible();
  const annexes = row(page, 'First', home, 'Annexes');
  const hint = (words: string) => page.getByText(words, { exact: true });

  // A folder that the user may only read refuses drops on its row and its pane; the folder around it does not take them.
  await row(page, 'First', home, 'Bail').hover();
  await page.mouse.down();
  await carryOver(annexes);
  await expect(hint('Move to Annexes')).toBeVisible();
  await carryOver(row(page, 'First', home, 'Archive'));
  await expect(hint('You may not add to Archive.')).toBeVisible();
  await carryOver(row(page, 'Second', 'Archive', 'Boxes'));
  await expect(hint('You may not add to Boxes.')).toBeVisible();
  await carryOver(row(page, 'Second', 'Archive', 'Acte'));
  await expect(hint('You may not add to Archive.')).toBeVisible();
  await carryOver(annexes);
  await expect(annexes).toHaveAttribute('data-drop', /./);
  await page.keyboard.press('Escape');
  await expect(hint('Move to Annexes')).toHaveCount(0);
  await expect(page.locator('[data-drop]')).toHaveCount(0);
  await page.mouse.up();

  // A folder cannot be dropped on itself or on one of its subfolders.
  await annexes.hover();
  await page.mouse.down();
  await carryOver(row(page, 'First', home, 'Archive'));
  await carryOver(annexes);
  await expect(hint('A folder cannot be put into itself.')).toBeVisible();
  await carryOver(row(page, 'First', home, 'Bail'));
  await expect(hint('A folder cannot be put into itself.')).toHaveCount(0);
  await carryOver(plans);
  await expect(hint('A folder cannot be put into itself.')).toBeVisible();
  await page.mouse.up();

  // A document that the user may not remove from its folder may still be copied.
  await row(page, 'Second', 'Archive', 'Acte').hover();
  await page.mouse.down();
  await carryOver(annexes);
  await expect(hint('You may only copy Acte, not move it.')).toBeVisible();
  await page.keyboard.down('Control');
  await carryOver(annexes);
  await expect(hint('Copy to Annexes')).toBeVisible();
  await page.mouse.up();
  await page.keyboard.up('Control');
  await expect(list.toast('Acte copied to Annexes.')).toBeVisible();
  // The refused drags moved nothing.
  await expect(list.toast(/moved/)).toHaveCount(0);
  await expect(row(page, 'First', home, 'Bail')).toBeVisible();
  await expect(annexes).toBeVisible();
});

/** Moves several times: the browser reports the drop target only from the second move on, and again for each child element. */
async function carryOver(target: Locator): Promise<void> {
  for (const x of [60, 64, 76, 80, 84, 88]) await target.hover({ position: { x, y: 12 } });
}

test.describe('in a narrow window', () => {
  test.use({ viewport: { width: 768, height: 900 } });

  test('what is dropped on the tab of the other pane goes into its folder', async ({
    page,
    seed,
    server,
    workspace,
  }) => {
    const list = await openAsWriter(page, seed, server, workspace);
    await page.goto(`/browse${workspace.path}?second=${workspace.path}/annexes`);
    const panel = page.getByRole('tabpanel');
    const tab = page.getByRole('tab', { name: 'Annexes' });
    await expect(tab).toBeVisible();
    const bail = panel.getByRole('row', { name: 'Bail' });
    await bail.hover();
    await page.mouse.down();
    for (const x of [20, 24, 28, 32]) await tab.hover({ position: { x, y: 12 } });
    await expect(page.getByText('Move to Annexes')).toBeVisible();
    await page.mouse.up();
    await expect(list.toast('Bail moved to Annexes.')).toBeVisible();
    await expect(bail).toHaveCount(0);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the panes are two tabs, and a selection goes from one to the other', async ({
    page,
    seed,
    server,
    workspace,
    checkAccessibility,
  }) => {
    const list = await openAsWriter(page, seed, server, workspace);
    await page.getByRole('button', { name: 'Sort' }).click();
    await page.getByRole('menuitem', { name: 'Two panes' }).click();
    const tabs = page.getByRole('tablist', { name: 'Panes' }).getByRole('tab');
    await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('row', { name: 'Annexes' }).tap();
    await expect(tabs.nth(1)).toHaveText('Annexes');
    await expect(panel.getByText('Nothing is filed here yet')).toBeVisible();
    await checkAccessibility();
    await tabs.nth(0).click();
    await panel.getByRole('row', { name: 'Bail' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Move to the other pane' }).click();
    await expect(list.toast('Bail moved to Annexes.')).toBeVisible();
    await expect(panel.getByRole('row', { name: 'Bail' })).toHaveCount(0);
    await tabs.nth(1).click();
    await expect(panel.getByRole('row', { name: 'Bail' })).toBeVisible();
  });
});
