/** Every screen of browsing, people, tasks and vocabularies, light and dark, wide and on a phone: axe must find nothing. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';
import { onStock } from './server.ts';

test.beforeEach(async ({ seed, workspace }) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes et plans' });
  await seed.file(workspace.path, 'Bail emphytéotique (signé, annexes A à F).txt', 'A lease', 'text/plain');
  await seed.file(workspace.path, 'عقد إيجار – مبنى المرفأ القديم.txt', 'A lease', 'text/plain');
  await seed.document(workspace.path, 'Note', 'minutes', { 'dc:title': 'Minutes' });
});

test.beforeAll(async ({ server }) => {
  const seed = new Seed(server.origin);
  await seed.application({ id: 'ledger', name: 'Ledger' });
  await seed.service('ledger');
  if (!onStock) await seed.hook('Search engine');
});

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

/** Address, and a text that is on screen when it has loaded. */
function screensOf(workspace: { readonly path: string }): readonly (readonly [string, string | RegExp])[] {
  return [
    ['/', 'Your tasks'],
    [`/browse${workspace.path}`, 'Minutes'],
    [`/browse${workspace.path}?view=gallery`, 'Minutes'],
    [`/browse${workspace.path}/annexes`, 'Nothing is filed here yet'],
    [`/browse${workspace.path}/annexes?view=gallery`, 'Nothing is filed here yet'],
    ['/search?text=nowhere-to-be-found', 'Nothing matches all of this'],
    ['/favourites', 'Favourites'],
    ['/recent', 'Minutes'],
    ['/trash', 'Trash'],
    ['/collections', 'Collections'],
    ['/people', 'Administrator'],
    ['/people/users/Administrator', 'Administrators group'],
    ['/people/groups/members', 'Members group'],
    ['/directories', 'Natures'],
    ['/directories/l10ncoverage', 'Africa'],
    ['/tasks', 'Tasks'],
    ['/settings', 'Who can act as you'],
    ['/applications', 'Ledger'],
    ['/applications/ledger', 'https://ledger.example/back'],
    ['/services/ledger', 'muniment'],
    ...(onStock ? [] : [['/hooks', 'Search engine'] as const]),
    ['/admin', 'documentCreated'],
    ['/nowhere', 'There is nothing at this address'],
  ];
}

test('has nothing to find on a phone and at a desk', async ({
  app,
  workspace,
  checkAccessibility,
  checkContrast,
}) => {
  test.slow();
  for (const [address, text] of screensOf(workspace)) {
    const awaited = app.locator('#work, aside').getByText(text).filter({ visible: true }).first();
    await app.emulateMedia({ colorScheme: 'dark' });
    await app.setViewportSize(phone);
    await app.goto(address);
    await expect(awaited).toBeVisible();
    await expectNoSidewaysScroll(app);
    await checkAccessibility();
    // For axe, another theme changes only the contrast.
    await app.emulateMedia({ colorScheme: 'light' });
    await checkContrast();
    await app.emulateMedia({ colorScheme: 'dark' });
    await app.setViewportSize(desk);
    await expect(awaited).toBeVisible();
    await expectNoSidewaysScroll(app);
    await checkAccessibility();
  }
});

test('has nothing to find in dialogs and menus in the dark', async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  await app.emulateMedia({ colorScheme: 'dark' });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Minutes').click();
  await checkAccessibility();
  const menu = await list.menu('Minutes');
  await checkAccessibility(app, '[role="menu"]');
  await menu.getByRole('menuitem', { name: 'Move', exact: false }).first().click();
  await expect(app.getByRole('dialog').getByRole('treeitem').first()).toBeVisible();
  await checkAccessibility(app, '[role="dialog"]');
  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await app.keyboard.press('Control+k');
  await expect(app.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await app.keyboard.type('annex');
  await expect(app.getByRole('option').first()).toBeVisible();
  await checkAccessibility(app, 'dialog[open]');
  await app.keyboard.press('Escape');
  // A closed palette that is still in the page blocks keys for the page behind it.
  await expect(app.locator('dialog')).toHaveCount(0);
  await app.keyboard.press('?');
  await expect(app.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await checkAccessibility(app, '[role="dialog"]');
});

test('stands the other way round where one reads from the right', async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  const list = await new FolderList(app).open(workspace.path);
  // Code after the first view sets the page's language and direction once more.
  await expect(list.tree.getByRole('treeitem', { name: workspace.title })).toBeVisible();
  await app.locator('html').evaluate((html) => html.setAttribute('dir', 'rtl'));
  const middle = 720;
  await expect(list.row('Minutes')).toBeVisible();
  expect((await list.tree.boundingBox())?.x).toBeGreaterThan(middle);
  expect((await list.details.boundingBox())?.x).toBeLessThan(middle / 2);
  // Names are aligned with the page, and each keeps its own text direction.
  const label = list.tree.getByText(workspace.title);
  const text = await label.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const box = element.getBoundingClientRect();
    return { gap: box.right - range.getBoundingClientRect().right, cut: element.scrollWidth > box.width };
  });
  expect(text.cut || text.gap < 2).toBe(true);
  await expect(list.row('عقد إيجار – مبنى المرفأ القديم.txt')).toContainText('.txt');
  await checkAccessibility();
  await list.row('Minutes').click();
  await list.row('Minutes').press('Shift+F10');
  await expect(app.getByRole('menu')).toBeVisible();
  await checkAccessibility(app, '[role="menu"]');
});

test('is usable at 400 % and without colours of its own', async ({ app, workspace, checkAccessibility }) => {
  await app.setViewportSize({ width: 320, height: 256 });
  await app.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await app.goto(`/browse${workspace.path}`);
  const list = new FolderList(app);
  const row = list.rows.filter({ hasText: 'Annexes et plans' });
  await expect(row).toBeVisible();
  await expectNoSidewaysScroll(app);
  await row.getByRole('button', { name: /More/ }).click();
  await app.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(app.getByRole('textbox', { name: 'New name for Annexes et plans' })).toBeFocused();
  await app.keyboard.press('Escape');
  await checkAccessibility();
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    )
    .toBe(0);
}
