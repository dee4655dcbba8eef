/** Selecting documents, and commands for them, by keyboard and pointer. */
import { expect, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';

test.beforeEach(async ({ seed, workspace }) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  for (const name of ['Bail', 'Contrat', 'Devis', 'État des lieux'])
    await seed.document(workspace.path, 'Note', name, { 'dc:title': name });
});

test('moves, extends, toggles and clears by keyboard', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Annexes').click();
  await app.keyboard.press('ArrowDown');
  await expect(list.row('Bail')).toBeFocused();
  await app.keyboard.press('Shift+ArrowDown');
  await expect(list.chosenRows).toHaveCount(2);
  await app.keyboard.press('Control+End');
  await app.keyboard.press('Control+Space');
  await expect(list.chosenRows).toHaveCount(3);
  await expect(list.toolbar).toContainText('3 selected');
  await app.keyboard.press('Control+a');
  await expect(list.chosenRows).toHaveCount(5);
  await app.keyboard.press('Escape');
  await expect(list.chosenRows).toHaveCount(0);
  await expect(list.toolbar).toHaveCount(0);
  await app.keyboard.type('eta');
  await expect(list.row('État des lieux')).toBeFocused();
});

test('the bar of a selection covers no row that was just pressed', async ({ app, seed, workspace }) => {
  for (let index = 0; index < 30; index++) await seed.document(workspace.path, 'Note', `Zettel ${index}`);
  const list = await new FolderList(app).open(workspace.path);
  const foot = await list.grid.evaluate((grid) => grid.getBoundingClientRect().bottom);
  const ends = await list.rows.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  const lowest = list.rows.nth(ends.findLastIndex((end) => end <= foot));
  const name = (await lowest.getByRole('link').first().textContent()) ?? '';
  await lowest.click();
  const row = list.row(name);
  await expect(row).toBeFocused();
  await expect(list.toolbar).toBeVisible();
  const below = async () => {
    const [bar, pressed] = [await list.toolbar.boundingBox(), await row.boundingBox()];
    return (pressed?.y ?? 0) + (pressed?.height ?? 0) - (bar?.y ?? 0);
  };
  await expect.poll(below).toBeLessThanOrEqual(0);
});

test('a letter alone is a key; with another behind it, it begins a name', async ({
  app,
  seed,
  workspace,
}) => {
  await seed.document(workspace.path, 'Note', 'Marché', { 'dc:title': 'Marché' });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  // The keys of commands are registered with the toolbar of the selection, after the first view.
  await expect(list.toolbar).toBeVisible();
  await app.keyboard.press('m');
  await expect(app.getByRole('dialog', { name: /^Move/ })).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog')).toHaveCount(0);
  await expect(list.row('Bail')).toBeFocused();
  // In one call: the time between the letters decides.
  await list.row('Bail').evaluate((row) => {
    for (const key of 'mar') row.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
  await expect(list.row('Marché')).toBeFocused();
  await expect(app.getByRole('dialog')).toHaveCount(0);
});

test('selects by click, Ctrl, Shift and checkbox', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await list.row('Devis').click({ modifiers: ['Control'] });
  await expect(list.chosenRows).toHaveCount(2);
  await list.row('Contrat').getByRole('checkbox').click({ force: true });
  await expect(list.chosenRows).toHaveCount(3);
  await list.row('Annexes').click();
  await list.row('Contrat').click({ modifiers: ['Shift'] });
  await expect(list.chosenRows).toHaveCount(3);
});

test('offers the same actions in the menu as in the bar', async ({ app, workspace, checkAccessibility }) => {
  const list = await new FolderList(app).open(workspace.path);
  const menu = await list.menu('Bail');
  for (const name of ['Download', 'Move', 'Tag', 'Move to trash', 'Rename'])
    await expect(menu.getByRole('menuitem', { name, exact: false }).first()).toBeVisible();
  await checkAccessibility(app, '[role="menu"]');
  // On a phone it is a scrolling sheet at the bottom.
  await app.setViewportSize({ width: 390, height: 500 });
  const edge = await menu.evaluate((popup) => popup.getBoundingClientRect().toJSON());
  expect(edge).toMatchObject({ left: 0, right: 390, bottom: 500 });
  await checkAccessibility(app, '[role="menu"]');
  await app.setViewportSize({ width: 1440, height: 900 });
  await app.keyboard.press('Escape');
  for (const name of ['Download', 'Move', 'Tag', 'Move to trash'])
    await expect(list.toolbar.getByRole('button', { name, exact: true })).toBeVisible();
});

test('renames in place, and the next one with Tab', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.rename('Bail', 'Bail emphytéotique', 'Tab');
  const next = app.getByRole('textbox', { name: 'New name for Contrat' });
  await expect(next).toBeFocused();
  await next.press('Escape');
  await expect(list.row('Bail emphytéotique')).toBeVisible();
  await expect(list.row('Contrat')).toBeVisible();
});

test('looks at documents one after the other', async ({ app, workspace, checkAccessibility }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await app.keyboard.press('Space');
  const preview = app.getByRole('dialog', { name: 'Bail' });
  await expect(preview).toBeVisible();
  await checkAccessibility();
  await app.keyboard.press('ArrowDown');
  await expect(app.getByRole('dialog', { name: 'Contrat' })).toBeVisible();
  await app.keyboard.press('Space');
  await expect(app.getByRole('dialog')).toHaveCount(0);
});

test('moves to a folder chosen in the dialog, and back with Ctrl+Z', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const quay = `Quay ${workspace.title.slice(-8)}`;
  await seed.document(workspace.path, 'Folder', 'quay', { 'dc:title': quay });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await list.row('Contrat').click({ modifiers: ['Shift'] });
  await list.toolbar.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(app.getByRole('dialog').getByRole('button', { name: 'Move here' })).toBeDisabled();
  await checkAccessibility();
  await list.choosePlace(quay, workspace.path, 'Move here');
  await expect(list.toast(`2 documents moved to ${quay}.`)).toBeVisible();
  await expect(list.rows).toHaveCount(4);
  await app.keyboard.press('Control+z');
  await expect(list.rows).toHaveCount(6);
});

test('copies, cuts and pastes', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await expect(list.toolbar).toBeVisible();
  await app.keyboard.press('Control+c');
  await list.row('Annexes').dblclick();
  await expect(list.heading).toHaveText('Annexes');
  await app.keyboard.press('Control+v');
  await expect(list.row('Bail')).toBeVisible();
  await list.row('Bail').click();
  await app.keyboard.press('Control+x');
  await list.breadcrumb.getByRole('link', { name: workspace.title }).click();
  await expect(list.heading).toHaveText(workspace.title);
  await app.keyboard.press('Control+v');
  await expect(list.toast(`Bail moved to ${workspace.title}.`)).toBeVisible();
});

test('drags onto a folder row, and onto the tree', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').dragTo(list.row('Annexes'));
  await expect(list.toast('Bail moved to Annexes.')).toBeVisible();
  await expect(list.rows).toHaveCount(4);
  await list.tree.getByRole('treeitem', { name: workspace.title }).press('ArrowRight');
  await list.row('Contrat').dragTo(list.tree.getByRole('treeitem', { name: 'Annexes' }));
  await expect(list.rows).toHaveCount(3);
});

test('selects every row of a list that is not all loaded, and stops what is done to them', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const names = Array.from({ length: 310 }, (_, index) => `Deed ${String(index).padStart(4, '0')}`);
  for (let at = 0; at < names.length; at += 40) {
    await Promise.all(
      names
        .slice(at, at + 40)
        .map((name) => seed.document(`${workspace.path}/annexes`, 'Note', name, { 'dc:title': name })),
    );
  }
  const last = Promise.withResolvers<void>();
  await app.route(/offset=300/, async (route) => {
    await last.promise;
    await route.continue();
  });
  const held = Promise.withResolvers<void>();
  await app.route('**/automation/Document.Trash', async (route) => {
    await held.promise;
    await route.continue();
  });
  const list = await new FolderList(app).open(`${workspace.path}/annexes`);
  await list.row('Deed 0000').click();
  await app.keyboard.press('Control+a');
  await list.toolbar.getByRole('button', { name: 'all 310' }).click();
  // Meanwhile no command is possible for the hundred that are selected.
  await expect(list.toolbar).toContainText('Selecting 300 of 310');
  await expect(list.toolbar.getByRole('button', { name: 'Move to trash' })).toHaveAccessibleDescription(
    'Wait until everything is selected.',
  );
  await list.grid.press('Delete');
  await checkAccessibility(app, '[role="toolbar"]');
  last.resolve();
  await expect(list.toolbar).toContainText('310 selected');

  await list.toolbar.getByRole('button', { name: 'Move to trash' }).click();
  const work = app.getByRole('region', { name: 'In progress' });
  await expect(work.getByRole('progressbar', { name: 'Moving 310 documents to trash' })).toBeVisible();
  await checkAccessibility(app, '[aria-label="In progress"]');
  const stop = work.getByRole('button', { name: 'Stop: Moving 310 documents to trash' });
  await stop.press('Enter');
  await expect(work.getByRole('listitem')).toContainText('Stopping after the current step');
  await expect(stop).toBeFocused();
  held.resolve();
  await expect(
    list.toast('100 documents moved to trash. You stopped it: 210 documents were not changed.'),
  ).toBeVisible();
  await expect(app.getByText('210 items')).toBeVisible();
  await app.keyboard.press('Control+z');
  await expect(app.getByText('310 items')).toBeVisible();
});

test('puts the star on a folder and lists it among favourites', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await app.getByRole('button', { name: 'Add to favourites' }).click();
  await expect(app.getByRole('button', { name: 'Remove from favourites' })).toBeVisible();
  await list.openPage('Favourites');
  await expect(list.row(workspace.title)).toBeVisible();
});

test('tags what is selected', async ({ app, workspace, checkAccessibility }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await list.toolbar.getByRole('button', { name: 'Tag' }).click();
  const field = app.getByRole('combobox', { name: 'Tags' });
  await field.fill('emphytéose');
  await app.getByRole('option', { name: 'emphytéose' }).click();
  await checkAccessibility();
  await app.getByRole('button', { name: 'Save tags' }).click();
  await expect(list.details).toContainText('emphytéose');
});
