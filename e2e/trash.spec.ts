/** The trash: undo, the trash page, deleting for good. */
import { expect, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';

// Requests of a service worker bypass the test's routes.
test.use({ serviceWorkers: 'block' });

test.beforeEach(async ({ seed, workspace }) => {
  for (const name of ['Bail', 'Contrat', 'Devis'])
    await seed.document(workspace.path, 'Note', name, { 'dc:title': `${name} of ${workspace.title}` });
});

test('moves to the trash and takes it back', async ({ app, workspace }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row(`Bail of ${workspace.title}`).click();
  await app.keyboard.press('Delete');
  await expect(list.rows).toHaveCount(2);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(list.rows).toHaveCount(3);
});

test('a key pressed before the commands are loaded waits for them', async ({ app, workspace }) => {
  const loaded = Promise.withResolvers<void>();
  await app.route('**/assets/tools-*.js', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  const list = await new FolderList(app).open(workspace.path);
  await list.row(`Bail of ${workspace.title}`).click();
  await app.keyboard.press('Delete');
  await expect(list.toolbar).toHaveCount(0);
  loaded.resolve();
  await expect(list.rows).toHaveCount(2);
  await expect(list.row(`Bail of ${workspace.title}`)).toHaveCount(0);
});

test('a letter pressed before the commands are loaded waits for them', async ({ app, workspace }) => {
  const loaded = Promise.withResolvers<void>();
  await app.route('**/assets/tools-*.js', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  const list = await new FolderList(app).open(workspace.path);
  const name = `Bail of ${workspace.title}`;
  await list.row(name).click();
  await app.keyboard.press('t');
  await expect(list.toolbar).toHaveCount(0);
  loaded.resolve();
  await expect(app.getByRole('dialog', { name: `Tags of ${name}` })).toBeVisible();
});

test('keys that wait are run one after the other: what is copied is pasted', async ({
  app,
  seed,
  workspace,
}) => {
  await seed.document(workspace.path, 'Note', 'north', { 'dc:title': 'North' });
  const loaded = Promise.withResolvers<void>();
  await app.route('**/assets/tools-*.js', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('North').click();
  await app.keyboard.press('Control+c');
  await app.keyboard.press('Control+v');
  await expect(list.toolbar).toHaveCount(0);
  loaded.resolve();
  await expect(list.row('North (copy)')).toBeVisible();
});

test('a key that waits is forgotten when another document is chosen meanwhile', async ({
  app,
  workspace,
}) => {
  const loaded = Promise.withResolvers<void>();
  await app.route('**/assets/tools-*.js', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  const list = await new FolderList(app).open(workspace.path);
  await list.row(`Bail of ${workspace.title}`).click();
  await app.keyboard.press('Delete');
  await list.row(`Devis of ${workspace.title}`).click();
  loaded.resolve();
  await expect(list.toolbar).toBeVisible();
  await expect(list.rows).toHaveCount(3);
  await app.keyboard.press('Delete');
  await expect(list.rows).toHaveCount(2);
  await expect(list.row(`Devis of ${workspace.title}`)).toHaveCount(0);
});

test('restores from the trash page', async ({ app, workspace, checkAccessibility }) => {
  const name = `Bail of ${workspace.title}`;
  const list = await new FolderList(app).open(workspace.path);
  await list.row(name).click();
  await app.keyboard.press('Delete');
  await expect(list.rows).toHaveCount(2);
  await list.openPage('Trash');
  await expect(list.row(name)).toBeVisible();
  await checkAccessibility();
  await list.row(name).click();
  await list.toolbar.getByRole('button', { name: 'Restore' }).click();
  await expect(list.row(name)).toHaveCount(0);
  await list.open(workspace.path);
  await expect(list.row(name)).toBeVisible();
});

test('deletes for good only after asking', async ({ app, workspace, checkAccessibility }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.row(`Bail of ${workspace.title}`).click();
  await app.keyboard.press('Shift+Delete');
  const question = app.getByRole('dialog');
  await expect(question).toContainText('This cannot be undone.');
  await checkAccessibility();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(list.rows).toHaveCount(3);
  await app.keyboard.press('Shift+Delete');
  await question.getByRole('button', { name: 'Delete for good' }).click();
  await expect(list.rows).toHaveCount(2);
});

test('empties the trash, of what lies deeper too', async ({ app, seed, workspace }) => {
  const aside = `aside-${workspace.id.slice(-8)}`;
  await seed.document('/default-domain/workspaces', 'Workspace', aside, { 'dc:title': aside });
  await seed.document(workspace.path, 'Folder', 'Box', { 'dc:title': 'Box' });
  for (const folder of [`/default-domain/workspaces/${aside}`, `${workspace.path}/Box`]) {
    const deep = await seed.document(folder, 'Note', 'Deep', { 'dc:title': 'Deep' });
    await seed.operation('Document.Trash', { input: deep, params: {} });
  }
  const list = await new FolderList(app).open(workspace.path);
  await list.row(`Bail of ${workspace.title}`).click();
  await app.keyboard.press('Control+a');
  await app.keyboard.press('Delete');
  await expect(app.getByRole('heading', { name: 'Nothing is filed here yet' })).toBeVisible();
  await list.openPage('Trash');
  await app.getByRole('button', { name: 'Empty trash' }).click();
  await app.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
  await expect(app.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
});

test('lists what was worked on lately', async ({ app, workspace, checkAccessibility }) => {
  const list = await new FolderList(app).open(workspace.path);
  await list.openPage('Recent');
  await expect(list.row(`Devis of ${workspace.title}`)).toBeVisible();
  await checkAccessibility();
});
