/**
 * Every dialog, menu and field that a list opens: it has the focus, whether its code has loaded or not, and no key reaches
 * the page behind it.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';

// Requests of a service worker bypass the test's routes.
test.use({ serviceWorkers: 'block' });

interface Opened {
  readonly name: string;
  readonly open: (list: FolderList) => Promise<void>;
  /** Its first control is a text field, which gets what is typed early. */
  readonly types?: boolean;
}

const dialogs: readonly Opened[] = [
  { name: 'New: Folder', types: true, open: ({ page }) => page.keyboard.press('n') },
  { name: 'Move Bail', open: ({ page }) => page.keyboard.press('m') },
  { name: 'Copy Bail', open: (list) => list.choose('Bail', 'Copy to…') },
  { name: 'Tags of Bail', open: ({ page }) => page.keyboard.press('t') },
  { name: 'Add to a collection', open: (list) => list.choose('Bail', 'Add to a collection') },
  { name: 'Start workflow', open: ({ page }) => page.keyboard.press('w') },
  { name: 'Delete Bail for good?', open: ({ page }) => page.keyboard.press('Shift+Delete') },
  { name: 'Bail', open: ({ page }) => page.keyboard.press('Space') },
  { name: 'Keys', types: true, open: ({ page }) => page.keyboard.press('?') },
  { name: 'Search or jump to', types: true, open: ({ page }) => page.keyboard.press('Control+k') },
];

test.beforeEach(async ({ seed, workspace }) => {
  for (const name of ['Bail', 'Contrat', 'Xérox'])
    await seed.document(workspace.path, 'Note', name, { 'dc:title': name });
});

for (const { name, open, types } of dialogs) {
  test(`"${name}" alone gets the keys`, async ({ app, workspace }) => {
    const list = await new FolderList(app).open(workspace.path);
    await list.row('Bail').click();
    await expect(list.toolbar).toBeVisible();
    // Load the menu's own code before.
    await list.menu('Bail');
    await app.keyboard.press('Escape');
    await expect(app.getByRole('menu')).toHaveCount(0);
    const release = await holdScripts(app);
    await open(list);
    const dialog = app.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectFocusIn(dialog);
    // The quick look may open first: none of these keys means something in it.
    const early = types === true ? ['x', 'y', 'Backspace'] : ['x', 'Backspace'];
    for (const key of [...early, 'Delete', 'F2']) await app.keyboard.press(key);
    await pressBehind(list, 'Delete');
    release();

    await expect(app.getByRole('dialog', { name, exact: true })).toBeVisible();
    // The focus is on a control; while it is on the dialog itself, the content has not loaded.
    await expect(dialog.locator(':focus')).toBeAttached();
    if (types === true) await expect(dialog.locator('input, textarea').first()).toHaveValue('x');
    // The palette has only a field.
    const buttons = dialog.getByRole('button');
    if ((await buttons.count()) > 0) await buttons.first().focus();
    for (const key of ['Delete', 'l']) await app.keyboard.press(key);
    await pressBehind(list, 'Delete');
    await expectFocusIn(dialog);
    if ((await buttons.count()) > 0) await buttons.first().focus();
    await app.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(list.rows).toHaveCount(3);
    await expect(list.row('Bail')).toHaveAttribute('aria-selected', 'true');
    await expect(list.chosenRows).toHaveCount(1);
    await expect(list.row('Bail')).toBeFocused();
    await expect(app.getByText('Locked by')).toHaveCount(0);
  });
}

test('what is typed into the dialog for tags becomes a tag', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await expect(list.toolbar).toBeVisible();
  const release = await holdScripts(app);
  await app.keyboard.press('t');
  // The placeholder of the dialog, or its field if its code was loaded ahead.
  await expectFocusIn(app.getByRole('dialog'));
  await app.keyboard.type('ur');
  release();
  const tags = app.getByRole('combobox', { name: 'Tags' });
  await expect(tags).toBeFocused();
  await expect(tags).toHaveValue('ur');
  // Fill at once: on a busy machine the focus may be set a second time, a frame later.
  await tags.fill('urgent');
  await expect(app.getByRole('option', { name: 'urgent' })).toBeVisible();
  await tags.press('Enter');
  await app.getByRole('button', { name: 'Save tags' }).click();
  await expect(list.details).toContainText('urgent');
  await expect(list.row('Bail')).toHaveAttribute('aria-selected', 'true');

  await app.keyboard.press('ControlOrMeta+k');
  // Filled, not typed: keys pressed before the palette has the focus would be lost.
  await app.getByRole('combobox', { name: /jump to/ }).fill('> rename or merge');
  await app.getByRole('option', { name: /^Rename or merge a tag/ }).click();
  const dialog = app.getByRole('dialog', { name: 'Rename or merge a tag' });
  await dialog.getByRole('combobox', { name: 'Tag' }).fill('urg');
  await app.getByRole('option', { name: 'urgent' }).click();
  await expect(dialog).toContainText('On 1 document');
  await dialog.getByRole('combobox', { name: 'New name' }).fill('pressing');
  await app.getByRole('option', { name: 'pressing' }).click();
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(app.getByText('“urgent” is “pressing” on 1 document.')).toBeVisible();
  await expect(list.details).toContainText('pressing');
});

test('a field that was emptied before its list was here opens none', async ({ app, workspace }) => {
  const release = await holdScripts(app, /\/assets\/combobox-control-[^/]+\.js$/);
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await expect(list.toolbar).toBeVisible();
  await app.keyboard.press('t');
  await expect(app.getByRole('dialog').locator('input').first()).toBeFocused();
  for (const key of ['x', 'Backspace']) await app.keyboard.press(key);
  release();
  const tags = app.getByRole('combobox', { name: 'Tags' });
  await expect(tags).toBeFocused();
  await expect(tags).toHaveAttribute('aria-expanded', 'false');
  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog')).toHaveCount(0);
});

test('a name typed before its field is here is the new name', async ({ app, workspace }) => {
  const release = await holdScripts(app, /\/assets\/tools-[^/]+\.js$/);
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await app.keyboard.press('F2');
  await app.keyboard.type('Annexe d');
  await app.keyboard.press('Enter');
  release();
  await expect(list.toast('Bail renamed to Annexe d.')).toBeVisible();
  await expect(list.row('Annexe d')).toBeFocused();
  await expect(list.rows).toHaveCount(3);
});

test('the field of a name goes on with what was typed before it was here', async ({ app, workspace }) => {
  const release = await holdScripts(app, /\/assets\/tools-[^/]+\.js$/);
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await app.keyboard.press('F2');
  await app.keyboard.type('Ann');
  release();
  const field = app.getByRole('textbox', { name: 'New name for Bail' });
  await expect(field).toBeFocused();
  await app.keyboard.type('exe');
  await expect(field).toHaveValue('Annexe');
  await app.keyboard.press('Escape');
  await expect(list.row('Bail')).toBeFocused();
});

test('what is typed after Tab, before a dialog is here, is in its second field', async ({ app }) => {
  await app.goto('/people/groups');
  await app.getByRole('button', { name: 'New group' }).click();
  // At once: its code has loaded with the page's, and the dialog still needs some frames.
  await app.keyboard.type('estate');
  await app.keyboard.press('Tab');
  await app.keyboard.type('Estate office');
  await expect(app.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Estate office');
  await expect(app.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await expect(app.getByRole('textbox', { name: 'Identifier' })).toHaveValue('estate');
});

test('Escape gives up a dialog that is on its way, and what was typed for it', async ({ app, workspace }) => {
  const release = await holdScripts(app, /\/assets\/(dialogs|kit|question|tags|new)[^/]*\.js$/);
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await app.keyboard.press('n');
  await expect(app.getByRole('dialog')).toBeFocused();
  await app.keyboard.type('Annexe');
  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await expect(list.row('Bail')).toBeFocused();
  release();
  await app.keyboard.press('n');
  const name = app.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await app.keyboard.type('Plans');
  await expect(name).toHaveValue('Plans');
});

test('no key reaches the list while a menu is on its way', async ({ app, workspace }) => {
  const release = await holdScripts(app, /\/assets\/menus-[^/]+\.js$/);
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await expect(list.toolbar).toBeVisible();
  await app.keyboard.press('Shift+F10');
  await expect(app.getByRole('dialog')).toBeFocused();
  for (const key of ['ArrowDown', 'Enter', 'Delete']) await app.keyboard.press(key);
  release();
  await expect(app.getByRole('menu')).toBeVisible();
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await app.keyboard.press('Escape');
  await expect(list.row('Bail')).toBeFocused();
  await expect(list.rows).toHaveCount(3);
});

test('no key reaches the list while the menu of a column is on its way', async ({ app, workspace }) => {
  const release = await holdScripts(app, /\/assets\/(kit|menus)-[^/]+\.js$/);
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await app.locator('[data-column="dc:modified"]').click({ button: 'right' });
  await expect(app.getByRole('dialog')).toBeFocused();
  for (const key of ['ArrowDown', 'Enter', 'Delete']) await app.keyboard.press(key);
  await pressBehind(list, 'Delete');
  release();
  await expect(app.getByRole('menu')).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(list.rows).toHaveCount(3);
});

test('signs that turn a name round are seen wherever it is shown', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'Folder', 'turned', { 'dc:title': 'annexe\u202efdp.exe' });
  const name = 'annexe\ufffdfdp.exe';
  const list = await new FolderList(app).open(`${workspace.path}/turned`);
  await expect(list.tree.getByRole('treeitem', { name })).toBeVisible();
  await list.open(workspace.path);
  await list.row(name).click();
  await expect(list.nameIn(list.row(name))).toHaveText(name);
  await expect(list.details).toContainText(name);
  await app.keyboard.press('Shift+Delete');
  await expect(app.getByRole('dialog', { name: `Delete ${name} for good?` })).toBeVisible();
  await app.keyboard.press('Escape');
  await list.choose(name, 'Move to trash');
  await expect(list.toast(`${name} moved to trash.`)).toBeVisible();
  await app.goto(`/doc/${id}`);
  await expect(list.heading).toHaveText(name);
  await expect(app).toHaveTitle(new RegExp(`^${name} `));
  await expect(app.getByText('\u202e')).toHaveCount(0);
});

/** Scripts requested from now on arrive only after the returned function is called. */
async function holdScripts(page: Page, names = /\/assets\/[^/]+\.js$/): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(names, async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/** Moves the focus to a row, as a rerendered list does, and presses a key in that moment. */
async function pressBehind(list: FolderList, key: string): Promise<void> {
  // Not by role: elements covered by a dialog have none.
  await list.page.locator('[role="row"][data-index="0"]').evaluate((row: HTMLElement) => row.focus());
  await list.page.keyboard.press(key);
}

async function expectFocusIn(dialog: Locator): Promise<void> {
  await expect(dialog.locator(':focus').or(dialog.and(dialog.page().locator(':focus')))).toBeAttached();
}

test('a tooltip lies above the dialog that its button stands in', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await expect(list.toolbar).toBeVisible();
  await app.keyboard.press('t');
  const dialog = app.getByRole('dialog');
  // The dialog itself, and not what stands for it while its code loads.
  await expect(dialog.getByRole('combobox')).toBeFocused();
  await dialog.getByRole('button', { name: 'Close' }).hover();
  const tip = app.locator('body > [aria-hidden="true"]').filter({ hasText: /^CloseEsc/ });
  await expect(tip).toBeVisible();
  const isOnTop = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  expect(await tip.evaluate(isOnTop)).toBe(true);
});
