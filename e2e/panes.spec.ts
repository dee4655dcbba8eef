/** Two folders side by side, for a person who may write here and is no administrator. */
import type { Page } from '@playwright/test';
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
