/** The same commands for documents in lists, on a document's page, in the palette and in the sheet of keys. */
import { expect, signIn, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { Seed } from './seed.ts';

const palette = 'Search or jump to';

test.beforeEach(async ({ seed, workspace }) => {
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
});

test('a document is renamed, moved and tagged from its own page', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const quay = `Quay ${workspace.title.slice(-8)}`;
  await seed.document(workspace.path, 'Folder', 'quay', { 'dc:title': quay });
  const id = await seed.document(workspace.path, 'Note', 'bail', { 'dc:title': 'Bail' });
  await app.goto(`/doc/${id}`);
  const more = app.getByRole('button', { name: 'More actions' });
  await more.click();
  const menu = app.getByRole('menu');
  for (const name of ['Rename', 'Move', 'Copy to…', 'Tag', 'Add to a collection', 'Run an operation'])
    await expect(menu.getByRole('menuitem', { name }).first()).toBeVisible();
  await checkAccessibility(app, '[role="menu"]');
  await menu.getByRole('menuitem', { name: 'Rename' }).click();
  const field = app.getByRole('textbox', { name: 'New name for Bail' });
  await expect(field).toBeFocused();
  await checkAccessibility(app, '[role="dialog"]');
  await field.fill('Bail emphytéotique');
  await field.press('Enter');
  await expect(app.getByRole('heading', { level: 1 })).toHaveText('Bail emphytéotique');
  await expect(new FolderList(app).toast('Bail renamed to Bail emphytéotique.')).toBeVisible();
  await app.keyboard.press('Control+z');
  await expect(app.getByRole('heading', { level: 1 })).toHaveText('Bail');

  await app.keyboard.press('m');
  await new FolderList(app).choosePlace(quay, workspace.path, 'Move here');
  await expect(app.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(quay);
  await app.keyboard.press('t');
  await expect(app.getByRole('combobox', { name: 'Tags' })).toBeFocused();
});

test('the palette runs the commands of the selection, also those without a key', async ({
  app,
  seed,
  workspace,
}) => {
  await seed.document(workspace.path, 'Note', 'bail', { 'dc:title': 'Bail' });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await expect(list.toolbar).toBeVisible();
  await expect(app.getByRole('button', { name: palette })).toBeVisible();
  for (const [typed, title] of [
    ['> copy to', 'Copy Bail'],
    ['> tag', 'Tags of Bail'],
  ] as const) {
    await app.keyboard.press('Control+k');
    await app.getByRole('combobox', { name: palette }).fill(typed);
    await expect(app.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('dialog', { name: title })).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(app.getByRole('dialog')).toHaveCount(0);
  }
  await app.keyboard.press('?');
  await expect(app.getByRole('dialog', { name: 'Keys' })).toContainText('Tag');

  await app.keyboard.press('Escape');
  await expect(app.getByRole('dialog')).toHaveCount(0);

  // The same commands as on a document's page, with the one that reverts them.
  const state = list
    .row('Bail')
    .getByRole('gridcell')
    .filter({ hasText: /^(Project|Approved)$/ });
  // The menu fades for longer than the test takes: keys must be the page's again at once.
  await app.evaluate(() => {
    const slow = new CSSStyleSheet();
    slow.replaceSync('[role="menu"] { transition-duration: 5s !important }');
    document.adoptedStyleSheets.push(slow);
  });
  await list.choose('Bail', 'Approve');
  await expect(list.toast('State of Bail: Approved.')).toBeVisible();
  await expect(state).toHaveText('Approved');
  await app.keyboard.press('Control+z');
  await app.evaluate(() => document.adoptedStyleSheets.pop());
  await expect(state).toHaveText('Project');
  await list.choose('Bail', 'Notify me of changes');
  await expect(list.toast('You are notified of changes to Bail.')).toBeVisible();
  await list.menu('Bail');
  await expect(app.getByRole('menuitem', { name: 'Stop notifying me' })).toBeVisible();
});

test('a command that a reader may not use keeps its name and says why', async ({
  page,
  seed,
  server,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Note', 'bail', { 'dc:title': 'Bail' });
  const reader = await seed.user(`reader-${workspace.id.slice(-8)}`);
  await seed.operation('Document.AddPermission', {
    input: `doc:${workspace.path}`,
    params: { users: [reader.username], permission: 'Read' },
  });
  await signIn(page, new Seed(server.origin, reader), reader.username);
  const list = await new FolderList(page).open(workspace.path);
  await list.row('Bail').click();
  const trash = list.toolbar.getByRole('button', { name: 'Move to trash' });
  await expect(trash).toHaveAttribute('aria-disabled', 'true');
  await expect(trash).toHaveAccessibleDescription(/Bail/);
  await checkAccessibility(page, '[role="toolbar"]');
  await trash.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: palette }).fill('> move to trash');
  await expect(page.getByRole('option', { name: /Move to trash.*Bail/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(list.row('Bail')).toBeVisible();
});

test('a new name asks again for what shows it, and for nothing else', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'Note', 'Bail', { 'dc:title': 'Bail' });
  await seed.document(workspace.path, 'Note', 'Contrat', { 'dc:title': 'Contrat' });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('Bail').click();
  await expect(list.details).toContainText('Bail');
  // By then all code after the first view has been requested.
  await expect(list.tree.getByRole('treeitem', { name: workspace.title })).toBeVisible();
  await list.rename('Contrat', 'Dossier');
  await expect(list.toast('Contrat renamed to Dossier.')).toBeVisible();
  await expect(list.details).toContainText('Dossier');
  // Selecting a row makes the pane load details; only later requests count.
  const shown = [`/id/${id}`, `queryParams=${id}`].map((part) =>
    app.waitForResponse((response) => response.url().includes(part)),
  );
  await list.row('Bail').click();
  await Promise.all(shown);
  await expect(list.details).toContainText('Bail');
  const requests: string[] = [];
  app.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/api/v1/')) requests.push(request.url());
  });
  await list.rename('Bail', 'Zone');
  await expect(list.rows.last()).toContainText('Zone');
  await expect(list.details).toContainText('Zone');
  await expect(list.toast('Bail renamed to Zone.')).toBeVisible();
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(6);
});

test('a key pressed while a menu fades waits for its command, wherever the focus goes', async ({
  app,
  workspace,
}) => {
  const loaded = Promise.withResolvers<void>();
  await app.route('**/assets/uploads-*.js', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await new FolderList(app).open(workspace.path);
  const button = app.getByRole('button', { name: 'New', exact: true });
  await button.press('Enter');
  const menu = app.getByRole('menu');
  await expect(menu.locator(':focus')).toBeVisible();
  // Makes the closing animation of the menu long, as on a slow machine.
  await app.evaluate(() => document.documentElement.style.setProperty('--t-2', '2s'));
  await app.keyboard.press('Escape');
  await app.keyboard.press('u');
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  const chooser = app.waitForEvent('filechooser');
  loaded.resolve();
  await chooser;
});
