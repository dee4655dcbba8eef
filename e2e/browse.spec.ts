/** Going through folders: tree, breadcrumb, list, gallery, sorting, columns, deep links and the Back button. */
import { expect, test } from './fixtures.ts';
import { isLeftToBrowser } from './left-to-browser.ts';
import { FolderList } from './models/folder-list.ts';

test('shows folders before files, with type words, states and the exact count', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Folder', 'z-annexes', { 'dc:title': 'Zoning annexes' });
  await seed.file(workspace.path, 'Bail emphytéotique.txt', 'A lease', 'text/plain');
  await seed.file(workspace.path, '港湾倉庫 賃貸借契約書.csv', 'a,b', 'text/csv');
  const list = await new FolderList(app).open(workspace.path);
  await expect(list.rows).toHaveCount(3);
  await expect(list.rows.first()).toContainText('Zoning annexes');
  await expect(list.rows.first()).toContainText('Folder');
  await expect(list.row('Bail emphytéotique.txt')).toContainText('Text');
  await expect(list.row('Bail emphytéotique.txt')).toContainText('Project');
  await expect(app.getByText('3 items')).toBeVisible();
  await checkAccessibility();
});

test('opens folders by the list, the tree and the breadcrumb', async ({ app, seed, workspace }) => {
  await seed.document(workspace.path, 'Folder', 'leases', { 'dc:title': 'Leases' });
  await seed.document(`${workspace.path}/leases`, 'Folder', 'signed', { 'dc:title': 'Signed' });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Leases').click();
  await app.keyboard.press('Enter');
  await expect(list.heading).toHaveText('Leases');
  await expect(list.row('Signed')).toBeFocused();
  await expect(list.tree.getByRole('treeitem', { name: 'Leases' })).toHaveAttribute('aria-current', 'true');
  await list.row('Signed').dblclick();
  await expect(list.heading).toHaveText('Signed');
  await list.breadcrumb.getByRole('link', { name: 'Leases' }).click();
  await expect(list.heading).toHaveText('Leases');
  await list.tree.getByRole('treeitem', { name: workspace.title }).click();
  await expect(list.heading).toHaveText(workspace.title);
});

test('folds a deep breadcrumb into a menu', async ({ app, seed, workspace }) => {
  let path = workspace.path;
  for (let depth = 1; depth <= 7; depth += 1) {
    await seed.document(path, 'Folder', `level-${depth}`, { 'dc:title': `Level ${depth} of the archive` });
    path = `${path}/level-${depth}`;
  }
  const list = await new FolderList(app).open(path);
  await list.breadcrumb.getByRole('button', { name: /hidden folder/ }).click();
  await app.getByRole('menuitem', { name: 'Level 1 of the archive' }).click();
  await expect(list.heading).toHaveText('Level 1 of the archive');
});

test('keeps order, view and filter in the address', async ({ app, seed, workspace }) => {
  await seed.file(workspace.path, 'alpha.txt', 'longer than the other', 'text/plain');
  await seed.file(workspace.path, 'beta.txt', 'short', 'text/plain');
  const list = await new FolderList(app).open(workspace.path);
  await list.sortBy('Size');
  await expect(list.rows.first()).toContainText('beta');
  await list.sortBy('Size');
  await expect(list.rows.first()).toContainText('alpha');
  await expect(list.grid.getByRole('columnheader', { name: 'Size' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await app.reload();
  await expect(list.rows.first()).toContainText('alpha');
  await app.keyboard.press('Control+f');
  await expect(app.getByRole('textbox', { name: 'Name contains' })).toBeFocused();
  expect(await isLeftToBrowser(app, 'Control+f')).toBe(true);
  await app.getByRole('textbox', { name: 'Name contains' }).fill('BET');
  await expect(list.rows).toHaveCount(1);
  await expect(app).toHaveURL(/filter=BET/);
  await app.keyboard.press('Escape');
  await expect(list.rows).toHaveCount(2);
  await expect(app.getByRole('button', { name: 'Filter', exact: true })).toBeFocused();
  await app.keyboard.press('Control+f');
  await app.getByRole('textbox', { name: 'Name contains' }).fill('50%_');
  await expect(app.getByRole('heading', { name: 'No name matches' })).toBeVisible();
  await app.getByRole('button', { name: 'Clear the filter' }).last().click();
  await app.getByRole('button', { name: 'Gallery' }).click();
  await expect(app).toHaveURL(/view=gallery/);
  await expect(app.getByRole('gridcell', { name: 'beta.txt' })).toBeVisible();
});

test('shows the same documents as tiles', async ({ app, seed, workspace, checkAccessibility }) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await seed.file(workspace.path, 'plan.txt', 'A plan', 'text/plain');
  const list = await new FolderList(app).open(workspace.path);
  await app.getByRole('button', { name: 'Gallery' }).click();
  const annexes = app.getByRole('gridcell', { name: 'Annexes' });
  const plan = app.getByRole('gridcell', { name: 'plan.txt' });
  await expect(annexes).toBeVisible();
  await checkAccessibility();
  // Folders are chips above the tiles, and arrow keys move between both.
  const [chip, tile] = [await annexes.boundingBox(), await plan.boundingBox()];
  expect(chip?.height).toBeLessThan(60);
  expect(tile?.y).toBeGreaterThanOrEqual((chip?.y ?? 0) + (chip?.height ?? 0));
  await annexes.press('ArrowDown');
  await expect(plan).toBeFocused();
  await plan.press('ArrowUp');
  await expect(annexes).toBeFocused();
  await app.getByRole('gridcell', { name: 'plan.txt' }).click();
  await expect(list.toolbar).toContainText('1 selected');
});

test('fetches only the rows on screen, to the end of a long list in one step', async ({
  app,
  seed,
  workspace,
}) => {
  const names = Array.from({ length: 320 }, (_, index) => `Deed ${String(index).padStart(4, '0')}`);
  for (let at = 0; at < names.length; at += 40) {
    await Promise.all(
      names
        .slice(at, at + 40)
        .map((name) => seed.document(workspace.path, 'Note', name, { 'dc:title': name })),
    );
  }
  const list = await new FolderList(app).open(workspace.path);
  await expect(app.getByText('320 items')).toBeVisible();
  const offsets: string[] = [];
  app.on('request', (request) => {
    const query = new URL(request.url()).searchParams;
    if (query.get('query')?.includes("!= 'Folderish'")) offsets.push(query.get('offset') ?? '');
  });
  await list.row('Deed 0000').click();
  await app.keyboard.press('End');
  await expect(list.row('Deed 0319')).toBeVisible();
  expect(offsets).not.toContain('100');
  expect(offsets.filter((offset) => offset === '300')).toHaveLength(1);
});

test('returns to the row and place that were left', async ({ app, seed, workspace }) => {
  for (let at = 0; at < 60; at += 1) {
    const name = `Folder ${String(at).padStart(2, '0')}`;
    await seed.document(workspace.path, 'Folder', name, { 'dc:title': name });
  }
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Folder 00').click();
  await app.keyboard.press('End');
  await expect(list.row('Folder 59')).toBeFocused();
  const before = await list.grid.evaluate((grid) => grid.scrollTop);
  await app.keyboard.press('Enter');
  await expect(list.heading).toHaveText('Folder 59');
  await app.goBack();
  await expect(list.row('Folder 59')).toBeFocused();
  expect(await list.grid.evaluate((grid) => grid.scrollTop)).toBe(before);
});

test('remembers the columns of a folder', async ({ app, seed, workspace, checkAccessibility }) => {
  await seed.document(workspace.path, 'Note', 'one', { 'dc:title': 'One', 'dc:source': 'Parish chest' });
  const list = await new FolderList(app).open(workspace.path);
  await app.getByRole('button', { name: 'Columns' }).click();
  await app.getByRole('menuitemcheckbox', { name: 'Contributor' }).click();
  await checkAccessibility(app, '[role="menu"]');
  await app.getByRole('menuitem', { name: 'Another property…' }).click();
  await app.getByRole('combobox', { name: 'Property' }).fill('Source');
  await app.getByRole('option', { name: /dc:source/ }).click();
  await app.getByRole('button', { name: 'Add a column' }).click();
  await expect(list.grid.getByRole('columnheader', { name: 'Contributor' })).toHaveCount(0);
  await expect(list.row('One')).toContainText('Parish chest');
  await app.reload();
  await expect(list.row('One')).toContainText('Parish chest');
});

test('says how to begin in an empty folder, and makes the first one', async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  const list = await new FolderList(app).open(workspace.path);
  await expect(app.getByRole('heading', { name: 'Nothing is filed here yet' })).toBeVisible();
  await checkAccessibility();
  await list.create('Folder', 'Été – leases & more');
  await expect(list.row('Été – leases & more')).toBeVisible();
  await expect(list.tree.getByRole('treeitem', { name: workspace.title })).toBeVisible();
});

test.describe('places that cannot be shown', () => {
  test.use({ expectedErrors: [/status of 40[34]/] });

  test('a folder that is not there leads up', async ({ app, workspace }) => {
    await app.goto(`/browse${workspace.path}/gone`);
    await expect(app.getByRole('heading', { name: '“gone” is not here' })).toBeVisible();
    await app.getByRole('link', { name: 'Go one folder up' }).click();
    await expect(new FolderList(app).heading).toHaveText(workspace.title);
  });
});

test('shows facts, tags and versions of what is selected', async ({ app, seed, workspace }) => {
  await seed.file(workspace.path, 'lease.txt', 'A lease', 'text/plain');
  await seed.file(workspace.path, 'plan.txt', 'A plan', 'text/plain');
  const list = await new FolderList(app).open(workspace.path);
  await list.row('lease.txt').click();
  await expect(list.details.getByRole('heading', { name: 'lease.txt' })).toBeVisible();
  await expect(list.details).toContainText('Text · 7 bytes');
  await list.row('plan.txt').click({ modifiers: ['Shift'] });
  await expect(list.details).toContainText('1 of 2 selected');
  await list.details.getByRole('button', { name: 'Next in selection' }).click();
  await expect(list.details.getByRole('heading', { name: 'plan.txt' })).toBeVisible();
});

for (const [name, width, height] of [
  ['tablet', 768, 1024],
  ['phone', 390, 844],
] as const) {
  test(`works on a ${name}`, async ({ app, seed, workspace, checkAccessibility }) => {
    await app.setViewportSize({ width, height });
    await seed.document(workspace.path, 'Folder', 'leases', { 'dc:title': 'Leases' });
    await seed.file(workspace.path, 'lease.txt', 'A lease', 'text/plain');
    const list = new FolderList(app);
    await app.goto(`/browse${workspace.path}`);
    await expect(list.rows).toHaveCount(2);
    await checkAccessibility();
    await list.rows.filter({ hasText: 'lease.txt' }).click();
    await expect(list.toolbar.getByRole('button', { name: 'Move', exact: true })).toBeVisible();
    await checkAccessibility();
  });
}
