/** Ways to use a list that other tests leave out: dragging, touch, keys of heads and menus, several tabs, refusals. */
import type { Locator } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';

test.beforeEach(async ({ seed, workspace }) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await seed.document(`${workspace.path}/annexes`, 'Folder', 'plans', { 'dc:title': 'Plans' });
  for (const name of ['Bail', 'Contrat'])
    await seed.document(workspace.path, 'Note', name, { 'dc:title': name });
});

test('counts what is in a folder', async ({ app, seed, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await expect(list.row('Annexes')).toContainText('1 item');
  await seed.document(`${workspace.path}/annexes`, 'Note', 'more');
  await app.reload();
  await expect(list.row('Annexes')).toContainText('2 items');
});

test('Alt with the arrow leads one folder up, to the row of the folder that was left', async ({
  app,
  seed,
  workspace,
}) => {
  for (let nth = 1; nth <= 60; nth += 1)
    await seed.document(workspace.path, 'Folder', `box-${nth}`, { 'dc:title': `Box ${nth}` });
  await seed.document(workspace.path, 'Folder', 'zone', { 'dc:title': 'Zone' });
  const list = await new FolderList(app).open(`${workspace.path}/annexes/plans`);
  await app.keyboard.press('Alt+ArrowUp');
  await expect(list.heading).toHaveText('Annexes');
  await expect(list.row('Plans')).toBeFocused();
  await expect(list.chosenRows).toHaveCount(1);

  await list.open(`${workspace.path}/zone`);
  await app.keyboard.press('Alt+ArrowUp');
  await expect(list.heading).toHaveText(workspace.title);
  await expect(list.row('Zone')).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(list.heading).toHaveText('Zone');
});

test('each way up or back leads to the row of the folder that was left', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(`${workspace.path}/annexes`);
  const top = list.breadcrumb.getByRole('link', { name: workspace.title });
  const node = list.tree.getByRole('treeitem', { name: workspace.title });
  const isBack = async () => {
    await expect(list.heading).toHaveText(workspace.title);
    await expect(list.row('Annexes')).toBeFocused();
  };
  await top.click();
  await isBack();
  await list.open(`${workspace.path}/annexes/plans`);
  await top.press('Enter');
  await isBack();
  const branch = list.tree.getByRole('treeitem', { name: 'Annexes' });
  await list.open(`${workspace.path}/annexes/plans`);
  await expect(branch).toBeVisible();
  await node.click();
  await isBack();
  await list.open(`${workspace.path}/annexes`);
  await expect(branch).toBeVisible();
  await node.press('Enter');
  await isBack();
  // Opened by Enter without being selected.
  await list.open(workspace.path);
  await list.row('Annexes').press('Enter');
  await expect(list.heading).toHaveText('Annexes');
  await app.goBack();
  await isBack();
});

test.describe('dragging', () => {
  test('copies with Ctrl, and says so on the way', async ({ app, workspace }) => {
    // Over the tree: a rest over a folder there only expands it.
    const list = await new FolderList(app).open(workspace.path);
    await list.tree.getByRole('treeitem', { name: workspace.title }).press('ArrowRight');
    const target = list.tree.getByRole('treeitem', { name: 'Annexes' });
    await expect(target).toBeVisible();
    await list.row('Bail').hover();
    await app.mouse.down();
    await carryOver(target);
    await expect(app.getByText('Move to Annexes')).toBeVisible();
    await app.keyboard.down('Control');
    await carryOver(target);
    await expect(app.getByText('Copy to Annexes')).toBeVisible();
    await app.mouse.up();
    await app.keyboard.up('Control');
    await expect(list.toast('Bail copied to Annexes.')).toBeVisible();
    await expect(app.getByText('Copy to Annexes')).toHaveCount(0);
    await expect(list.row('Bail')).toBeVisible();
  });

  test('opens the folder on which it rests, and drops there', async ({ app, workspace }) => {
    const list = await new FolderList(app).open(workspace.path);
    await list.row('Contrat').hover();
    await app.mouse.down();
    await carryOver(list.row('Annexes'));
    await expect(list.heading).toHaveText('Annexes');
    await carryOver(list.row('Plans'));
    await expect(app.getByText('Move to Plans')).toBeVisible();
    await app.mouse.up();
    await expect(list.toast('Contrat moved to Plans.')).toBeVisible();
  });

  test('drops into an empty folder that a rest has opened', async ({ app, seed, workspace }) => {
    await seed.document(workspace.path, 'Folder', 'letters', { 'dc:title': 'Letters' });
    const list = await new FolderList(app).open(workspace.path);
    await list.row('Contrat').hover();
    await app.mouse.down();
    await carryOver(list.row('Letters'));
    await expect(list.heading).toHaveText('Letters');
    await carryOver(app.getByRole('heading', { name: 'Nothing is filed here yet' }));
    await expect(app.getByText('Move to Letters')).toBeVisible();
    await app.mouse.up();
    await expect(list.toast('Contrat moved to Letters.')).toBeVisible();
    await expect(list.row('Contrat')).toBeVisible();
  });

  test('does not take a folder into itself', async ({ app, workspace }) => {
    const list = await new FolderList(app).open(workspace.path);
    await list.tree.getByRole('treeitem', { name: workspace.title }).press('ArrowRight');
    const itself = list.tree.getByRole('treeitem', { name: 'Annexes' });
    await expect(itself).toBeVisible();
    await list.row('Annexes').hover();
    await app.mouse.down();
    await carryOver(list.tree.getByRole('treeitem', { name: 'Workspaces' }));
    await expect(app.getByText('Move to Workspaces')).toBeVisible();
    await carryOver(itself);
    await expect(app.getByText(/^Move to/)).toHaveCount(0);
    await app.mouse.up();
    await expect(list.row('Annexes')).toBeVisible();
  });
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a long press selects, a tap goes on selecting, the title counts', async ({
    app,
    workspace,
    checkAccessibility,
  }) => {
    const list = new FolderList(app);
    await app.goto(`/browse${workspace.path}`);
    await expect(list.rows.filter({ hasText: 'Bail' })).toBeVisible();
    await expect(app.getByRole('button', { name: 'Upload' })).toBeVisible();
    const box = await list.rows.filter({ hasText: 'Bail' }).boundingBox();
    const touch = await app.context().newCDPSession(app);
    const at = { x: (box?.x ?? 0) + 160, y: (box?.y ?? 0) + 30 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await expect(list.chosenRows).toHaveCount(1);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await list.row('Contrat').tap();
    await expect(list.chosenRows).toHaveCount(2);
    await expect(app.getByRole('banner')).toContainText('2 selected');
    await expect(app.getByRole('button', { name: 'Upload' })).toBeHidden();
    await checkAccessibility();
    await app.getByRole('banner').getByRole('button', { name: 'Clear selection' }).tap();
    await expect(list.chosenRows).toHaveCount(0);
  });

  test('menus name no keys, which a phone has not', async ({ app, workspace }) => {
    await app.goto(`/browse${workspace.path}`);
    const list = new FolderList(app);
    await list.rows.filter({ hasText: 'Bail' }).click({ button: 'right' });
    const rename = app.getByRole('menuitem', { name: 'Rename' });
    await expect(rename).toBeVisible();
    await expect(rename).toHaveAttribute('aria-keyshortcuts', 'F2');
    const key = rename.getByText('F2', { exact: true });
    await expect(key).toHaveCount(1);
    await expect(key).toBeHidden();
  });

  test('an empty folder speaks of files to choose, not of dropping and keys', async ({
    app,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    await seed.document(workspace.path, 'Folder', 'letters', { 'dc:title': 'Letters' });
    await app.goto(`/browse${workspace.path}/letters`);
    await expect(app.getByText('Choose files on this device.')).toBeVisible();
    await expect(app.getByText('Learn five keys')).toHaveCount(0);
    await checkAccessibility();
  });

  test('a phone sorts by a menu, goes up, and has the account under “More”', async ({ app, workspace }) => {
    const list = new FolderList(app);
    await app.goto(`/browse${workspace.path}/annexes`);
    await expect(list.rows.filter({ hasText: 'Plans' })).toBeVisible();
    await app.getByRole('banner').getByRole('button', { name: 'Go one folder up' }).tap();
    await expect(list.rows).toHaveCount(3);
    await app.getByRole('button', { name: 'Sort' }).tap();
    await app.getByRole('menuitemradio', { name: 'Descending' }).tap();
    await expect(app).toHaveURL(/order=desc/);
    await expect(list.rows.nth(1)).toContainText('Contrat');
    await app.keyboard.press('Escape');
    await expect(app.getByRole('menu')).toHaveCount(0);
    await app.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: 'More' }).tap();
    await expect(app.getByRole('menuitem', { name: 'Change password…' })).toBeVisible();
    await app.getByRole('menuitem', { name: 'Sign out' }).tap();
    await expect(app.getByLabel('Login or email')).toBeVisible();
  });
});

test.describe('by keyboard', () => {
  test('opens the menu of a row beside it', async ({ app, workspace }) => {
    const list = await new FolderList(app).open(workspace.path);
    await list.row('Bail').click();
    await app.keyboard.press('Shift+F10');
    const menu = app.getByRole('menu');
    await expect(menu.getByRole('menuitem', { name: 'Open' })).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(list.row('Bail')).toBeFocused();
  });

  test('resizes a column from its head, and it stays so', async ({ app, workspace }) => {
    const list = await new FolderList(app).open(workspace.path);
    const head = list.grid.getByRole('columnheader', { name: 'Kind' });
    const before = (await head.boundingBox())?.width ?? 0;
    await head.getByRole('button').focus();
    await app.keyboard.press('Shift+ArrowRight');
    await app.keyboard.press('Shift+ArrowRight');
    await expect.poll(async () => (await head.boundingBox())?.width).toBeGreaterThan(before);
    const after = (await head.boundingBox())?.width ?? 0;
    await app.reload();
    await expect.poll(async () => (await head.boundingBox())?.width).toBe(after);
  });

  test('chooses how dense rows are, one of three', async ({ app, workspace }) => {
    const list = await new FolderList(app).open(workspace.path);
    await expect(list.row('Bail')).toHaveCSS('height', '36px');
    await app.getByRole('button', { name: 'Columns' }).press('Enter');
    const compact = app.getByRole('menuitemradio', { name: 'Compact' });
    await expect(app.getByRole('menuitemradio', { name: 'Default' })).toBeChecked();
    await compact.press('Enter');
    await expect(list.row('Bail')).toHaveCSS('height', '28px');
    await app.reload();
    await expect(list.row('Bail')).toHaveCSS('height', '28px');
  });

  test('goes from a document to the next of the list it was opened from', async ({ app, workspace }) => {
    const list = await new FolderList(app).open(workspace.path);
    await list.row('Bail').dblclick();
    await expect(list.heading).toHaveText('Bail');
    await app.keyboard.press('j');
    await expect(list.heading).toHaveText('Contrat');
    await app.keyboard.press('k');
    await expect(list.heading).toHaveText('Bail');
  });
});

test('a rename that somebody forestalled says so and shows theirs', async ({
  app,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await app.keyboard.press('F2');
  const field = app.getByRole('textbox', { name: 'New name for Bail' });
  await expect(field).toBeFocused();
  const { uid, changeToken } = await seed.json('GET', `/path${workspace.path}/Bail`);
  await seed.json('PUT', `/id/${uid}`, {
    'entity-type': 'document',
    uid,
    changeToken,
    properties: { 'dc:title': 'Bail signé' },
  });
  await field.fill('Bail à moi');
  await field.press('Enter');
  await expect(list.toast(/Bail keeps its name/)).toBeVisible();
  await expect(list.row('Bail signé')).toBeVisible();
});

test('a folder one may not see says which right is missing', async ({
  page,
  seed,
  server,
  workspace,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/status of 403/);
  await seed.json('POST', '/automation/Document.BlockPermissionInheritance', {
    input: `doc:${workspace.path}`,
    params: { acl: 'local' },
  });
  const stranger = await seed.user(`stranger-${workspace.id.slice(-8)}`);
  await signIn(page, new Seed(server.origin, stranger), stranger.username);
  await page.goto(`/browse${workspace.path}`);
  await expect(page.getByRole('heading', { name: 'You may not see this folder' })).toBeVisible();
  await checkAccessibility();
  await page.getByRole('link', { name: 'Go one folder up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Workspaces' })).toBeVisible();

  // So that she may read something below it.
  await seed.document(workspace.path, 'Folder', 'open', { 'dc:title': 'Open to all' });
  await seed.operation('Document.AddPermission', {
    input: `doc:${workspace.path}/open`,
    params: { username: stranger.username, permission: 'Read', acl: 'local' },
  });
  const list = await new FolderList(page).open(workspace.path);
  await checkAccessibility();
  await list.row('Open to all').dblclick();
  await expect(list.heading).toHaveText('Open to all');
});

test('two tabs show the same folder; what one does the other shows when it is loaded anew', async ({
  app,
  context,
  workspace,
}) => {
  const first = await new FolderList(app).open(workspace.path);
  // The first tab is busy: its answer about who is signed in comes after the second has shown the sign-in page.
  await app.evaluate(() => {
    const { postMessage } = BroadcastChannel.prototype;
    BroadcastChannel.prototype.postMessage = function late(message: { readonly type: string }) {
      if (message.type === 'here') setTimeout(() => postMessage.call(this, message), 1_000);
      else postMessage.call(this, message);
    };
  });
  const tab = await context.newPage();
  const second = await new FolderList(tab).open(workspace.path);
  await expect(second.row('Bail')).toBeVisible();
  await second.create('Folder', 'From the second tab');
  await expect(second.row('From the second tab')).toBeVisible();
  await app.reload();
  await expect(first.row('From the second tab')).toBeVisible();
  await tab.close();
  await expect(first.row('Bail')).toBeVisible();
});

/** The browser reports the element below a drag from the second move on. */
async function carryOver(target: Locator): Promise<void> {
  for (const x of [60, 64, 68, 72]) await target.hover({ position: { x, y: 12 } });
}
