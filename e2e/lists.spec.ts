/** The arrangement of lists: columns, several orders, filters, manual order, sizes; and which of it is kept. */
import { expect, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';

const heads = (list: FolderList) => list.grid.locator('[role="columnheader"][data-column]');

test('columns go where one drags them, or by keys, in all folders of the kind', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await seed.document(`${workspace.path}/annexes`, 'Folder', 'plans', { 'dc:title': 'Plans' });
  await seed.document(`${workspace.path}/annexes`, 'Folder', 'leases', { 'dc:title': 'Leases' });
  await seed.document(`${workspace.path}/annexes/plans`, 'Note', 'north', { 'dc:title': 'North' });
  const list = await new FolderList(app).open(`${workspace.path}/annexes`);
  await expect(heads(list)).toHaveText(['Name', 'Kind', 'State', 'Modified', 'Contributor', 'Size']);
  const head = (name: string) => list.grid.getByRole('columnheader', { name });
  await head('Modified').dragTo(head('Kind'), { targetPosition: { x: 4, y: 12 } });
  await expect(heads(list)).toHaveText(['Name', 'Modified', 'Kind', 'State', 'Contributor', 'Size']);
  await head('Contributor').getByRole('button').focus();
  await app.keyboard.press('ControlOrMeta+Shift+ArrowLeft');
  await expect(heads(list)).toHaveText(['Name', 'Modified', 'Kind', 'Contributor', 'State', 'Size']);
  await expect(head('Contributor').getByRole('button')).toBeFocused();
  await app.keyboard.press('ArrowDown');
  await app.getByRole('menuitem', { name: 'Hide this column' }).click();
  await expect(heads(list)).toHaveText(['Name', 'Modified', 'Kind', 'State', 'Size']);
  await checkAccessibility();

  await list.open(`${workspace.path}/annexes/plans`);
  await expect(list.row('North')).toBeVisible();
  await expect(heads(list)).toHaveText(['Name', 'Modified', 'Kind', 'State', 'Size']);
  await app.getByRole('button', { name: 'Columns' }).click();
  await app.getByRole('menuitemcheckbox', { name: 'Only in this folder' }).click();
  await app.getByRole('button', { name: 'Columns' }).click();
  await app.getByRole('menuitem', { name: 'As at first' }).click();
  await list.open(workspace.path);
  await expect(list.row('Annexes')).toBeVisible();
  await expect(heads(list)).toHaveText(['Name', 'Kind', 'State', 'Modified', 'Contributor', 'Size']);
});

test('a list stands in order by several columns, and the address keeps them', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  for (const [name, nature] of [
    ['A', 'report'],
    ['B', 'contract'],
    ['C', 'report'],
    ['D', 'contract'],
  ] as const)
    await seed.document(workspace.path, 'Note', name, { 'dc:title': `Deed ${name}`, 'dc:nature': nature });
  const list = await new FolderList(app).open(workspace.path);
  await app.getByRole('button', { name: 'Columns' }).click();
  await app.getByRole('menuitemcheckbox', { name: 'Nature' }).click();
  await app.keyboard.press('Escape');
  await list.sortBy('Nature');
  await expect(list.row('Deed A')).toContainText('Report');
  await list.grid
    .getByRole('columnheader', { name: 'Name' })
    .getByRole('button')
    .click({ modifiers: ['Shift'] });
  await expect(list.rows).toContainText(['Deed B', 'Deed D', 'Deed A', 'Deed C']);
  await list.grid
    .getByRole('columnheader', { name: 'Name' })
    .getByRole('button')
    .click({ modifiers: ['Shift'] });
  await expect(list.rows).toContainText(['Deed D', 'Deed B', 'Deed C', 'Deed A']);
  await checkAccessibility();
  await app.reload();
  await expect(list.rows).toContainText(['Deed D', 'Deed B', 'Deed C', 'Deed A']);
  await expect(list.grid.getByRole('columnheader', { name: 'Name' })).toContainText('2 in the order');
  await list.grid.getByRole('columnheader', { name: 'Name' }).click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Leave out of the order' }).click();
  await expect(app).toHaveURL(/sort=dc%3Anature$/);
});

test('filters of columns stand above the list as chips, and in its address', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await seed.document(workspace.path, 'Note', 'north', { 'dc:title': 'North' });
  await seed.document(workspace.path, 'File', 'south', { 'dc:title': 'South' });
  const list = await new FolderList(app).open(workspace.path);
  await app.getByRole('button', { name: 'Columns' }).click();
  await app.getByRole('menuitemcheckbox', { name: 'Type', exact: true }).click();
  await app.keyboard.press('Escape');
  await list.grid.getByRole('columnheader', { name: 'Type' }).click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Filter…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Filter: Type' });
  await dialog.getByRole('checkbox', { name: 'Note' }).check();
  // Not by role: elements covered by a dialog have none.
  await expect(app.locator('[role="row"][data-index]:not([aria-busy])')).toHaveCount(1);
  await checkAccessibility();
  await dialog.getByRole('checkbox', { name: 'Folder', exact: true }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(list.rows).toHaveCount(2);
  await expect(app.locator('[role="status"]').getByText('2 items')).toBeAttached();
  const chips = app.getByRole('region', { name: 'Filters' });
  await expect(chips.getByRole('button', { name: 'Type: Note and Folder' })).toBeVisible();
  await checkAccessibility();
  await app.reload();
  await expect(list.rows).toHaveCount(2);
  await expect(list.row('South')).toHaveCount(0);
  await list.sortBy('Type');
  const label = list.grid.getByRole('columnheader', { name: 'Type' }).getByText('Type', { exact: true });
  await expect.poll(() => label.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  await chips.getByRole('button', { name: 'Remove Type' }).click();
  await expect(list.row('South')).toBeVisible();
  await expect(app).not.toHaveURL(/only=/);
  await app.goto(`/browse${workspace.path}?only=dc:modified~older`);
  await expect(app.getByText('Nothing matches the filters')).toBeVisible();
  await app.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(list.rows).toHaveCount(3);
});

test('kinds of files are ordered and filtered by what their column shows', async ({
  app,
  seed,
  workspace,
}) => {
  await seed.file(workspace.path, 'a.txt', 'a', 'text/plain');
  await seed.file(workspace.path, 'b.rtf', '{\\rtf1 b}', 'application/rtf');
  await seed.file(workspace.path, 'c.csv', 'c', 'text/csv');
  await seed.file(workspace.path, 'd.odt', 'd', 'application/vnd.oasis.opendocument.text');
  await seed.document(workspace.path, 'Note', 'north', { 'dc:title': 'North' });
  const list = await new FolderList(app).open(workspace.path);
  await expect(list.row('North')).toContainText('Note');
  await list.sortBy('Kind');
  const named = list.rows.filter({ hasText: /\.\w{3}/ });
  await expect(named).toContainText(['Word', 'Word', 'Table', 'Text']);
  await list.sortBy('Kind');
  await expect(named).toContainText(['Text', 'Table', 'Word', 'Word']);
  await list.grid.getByRole('columnheader', { name: 'Kind' }).click({ button: 'right' });
  await app.getByRole('menuitem', { name: 'Filter…' }).click();
  const dialog = app.getByRole('dialog', { name: 'Filter: Kind' });
  await expect(dialog.getByRole('checkbox')).toHaveCount(4);
  await dialog.getByRole('checkbox', { name: 'Word' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(list.rows).toHaveCount(2);
  const chips = app.getByRole('region', { name: 'Filters' });
  await chips.getByRole('button', { name: 'Kind: Word', exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'Word' }).uncheck();
  await dialog.getByRole('checkbox', { name: 'No file' }).check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(list.rows).toHaveCount(1);
  await expect(list.row('North')).toBeVisible();
});

test('documents of an ordered folder are put in their places by keys and by hand', async ({
  app,
  seed,
  workspace,
}) => {
  await seed.document(workspace.path, 'OrderedFolder', 'binder', { 'dc:title': 'Binder' });
  for (const name of ['Cover', 'Deed', 'Annex', 'Plan'])
    await seed.document(`${workspace.path}/binder`, 'Note', name, { 'dc:title': name });
  const list = await new FolderList(app).open(`${workspace.path}/binder`);
  await expect(list.rows).toContainText(['Cover', 'Deed', 'Annex', 'Plan']);
  await list.row('Cover').click();
  await app.keyboard.press('Alt+ArrowDown');
  await expect(list.rows).toContainText(['Deed', 'Cover', 'Annex', 'Plan']);
  await expect(list.row('Cover')).toBeFocused();
  await expect(list.toast('Cover now stands before Annex.')).toBeVisible();
  await list.row('Plan').dragTo(list.row('Deed'), { targetPosition: { x: 200, y: 4 } });
  await expect(list.rows).toContainText(['Plan', 'Deed', 'Cover', 'Annex']);
  await app.keyboard.press('Control+z');
  await expect(list.rows).toContainText(['Deed', 'Cover', 'Annex', 'Plan']);
  // By the menu, without keys and dragging.
  await list.choose('Cover', 'Move down');
  await expect(list.rows).toContainText(['Deed', 'Annex', 'Cover', 'Plan']);
  await list.choose('Cover', 'Move up');
  await expect(list.rows).toContainText(['Deed', 'Cover', 'Annex', 'Plan']);
  for (const [name, end, other] of [
    ['Deed', 'Move up', 'Move down'],
    ['Plan', 'Move down', 'Move up'],
  ] as const) {
    await list.row(name).click({ button: 'right' });
    await expect(app.getByRole('menuitem', { name: end })).toBeDisabled();
    await expect(app.getByRole('menuitem', { name: end })).toContainText('there is nothing');
    await expect(app.getByRole('menuitem', { name: other })).toBeEnabled();
    await app.keyboard.press('Escape');
  }
  await app.reload();
  await expect(list.rows).toContainText(['Deed', 'Cover', 'Annex', 'Plan']);
  await list.sortBy('Name');
  await expect(list.rows).toContainText(['Annex', 'Cover', 'Deed', 'Plan']);
});

test('the address says how far down one is, for whoever opens it', async ({
  app,
  context,
  seed,
  workspace,
}) => {
  const names = Array.from({ length: 70 }, (_, index) => `Deed ${String(index).padStart(3, '0')}`);
  for (let at = 0; at < names.length; at += 35)
    await Promise.all(
      names
        .slice(at, at + 35)
        .map((name) => seed.document(workspace.path, 'Note', name, { 'dc:title': name })),
    );
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Deed 000').click();
  await app.keyboard.press('End');
  await expect(list.row('Deed 069')).toBeInViewport();
  await expect(app).toHaveURL(/at=\d+/);
  await app.reload();
  await expect(list.row('Deed 069')).toBeInViewport();
  const other = await context.newPage();
  await other.goto(app.url());
  await expect(other.getByRole('row').filter({ hasText: 'Deed 069' })).toBeInViewport();
  await other.close();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('orders, filters and sizes stand in a menu', async ({ app, seed, workspace, checkAccessibility }) => {
    await seed.document(workspace.path, 'Note', 'north', { 'dc:title': 'North' });
    await seed.file(workspace.path, 'South.txt', 'south', 'text/plain');
    await app.goto(`/browse${workspace.path}?view=gallery`);
    const tile = app.getByRole('gridcell', { name: 'North' });
    await expect(tile.getByRole('link', { name: 'North' })).toHaveAttribute('href', /\/doc\//);
    const before = (await tile.boundingBox())?.width ?? 0;
    await app.getByRole('button', { name: 'Sort' }).tap();
    await app.getByRole('menuitemradio', { name: 'Large' }).tap();
    await expect(async () => expect((await tile.boundingBox())?.width).toBeGreaterThan(before)).toPass();
    await app.getByRole('button', { name: 'Sort' }).tap();
    await app.getByRole('menuitem', { name: 'Filter by columns…' }).tap();
    const dialog = app.getByRole('dialog', { name: 'Filters' });
    await dialog.getByRole('checkbox', { name: 'Text', exact: true }).check();
    await checkAccessibility();
    await dialog.getByRole('button', { name: 'Done' }).tap();
    await expect(tile).toHaveCount(0);
    await expect(app.getByRole('gridcell', { name: 'South.txt' })).toBeVisible();
    await checkAccessibility();
  });
});
