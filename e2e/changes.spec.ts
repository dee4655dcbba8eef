/** The changes of the session: undoing tags restores each document as it was, and a list shows what can still be undone. */
import { expect, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';

// Requests of a service worker bypass the test's routes.
test.use({ serviceWorkers: 'block' });

test('tags of many are taken back for each as they were, from the list of changes', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const ids = [];
  for (const name of ['North', 'South'])
    ids.push(await seed.document(workspace.path, 'Note', name, { 'dc:title': name }));
  await seed.operation('Services.TagDocument', { input: ids[0] ?? '', params: { tags: 'harbour' } });
  const list = await new FolderList(app).open(workspace.path);
  await list.row('North').click();
  await list.row('South').click({ modifiers: ['ControlOrMeta'] });
  await list.toolbar.getByRole('button', { name: 'Tag', exact: true }).click();
  await app.getByRole('combobox', { name: 'Tags' }).fill('harbour');
  await app.getByRole('option', { name: 'harbour' }).click();
  await app.getByRole('button', { name: 'Save tags' }).click();
  await expect(list.toast('Tags of 2 documents saved.')).toBeVisible();
  await list.row('South').click();
  await expect(list.details.getByRole('link', { name: 'harbour' })).toBeVisible();
  await app.getByRole('button', { name: 'Administrator', exact: true }).click();
  await app.getByRole('menuitem', { name: 'What I changed' }).click();
  const changes = app.getByRole('dialog', { name: 'What I changed' });
  await checkAccessibility();
  await changes.getByRole('button', { name: 'Undo: Tags of 2 documents saved.' }).click();
  await expect(changes.getByText('Undone')).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(list.details.getByRole('link', { name: 'harbour' })).toHaveCount(0);
  // The document that had the tag before keeps it.
  await list.row('North').click();
  await expect(list.details.getByRole('link', { name: 'harbour' })).toBeVisible();
});

test('properties of several rows are foreseen, set and taken back', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const ids: string[] = [];
  for (const [name, source] of [
    ['North', 'Scan'],
    ['South', 'Paper'],
    ['West', null],
  ] as const)
    ids.push(await seed.document(workspace.path, 'Note', name, { 'dc:title': name, 'dc:source': source }));
  const sources = () =>
    Promise.all(
      ids.map(async (id) => (await seed.json('GET', `/id/${id}?properties=dublincore`)).properties),
    );
  const list = await new FolderList(app).open(workspace.path);
  await list.row('North').click();
  await list.row('West').click({ modifiers: ['Shift'] });
  await list.choose('South', 'Edit properties');
  const dialog = app.getByRole('dialog', { name: 'Edit 3 documents' });
  await dialog.getByRole('combobox', { name: 'Add a property' }).fill('Source');
  await app.getByRole('option', { name: 'Source dc:source' }).click();
  const source = dialog.getByLabel('Source', { exact: true });
  await expect(source).toBeFocused();
  await dialog.getByRole('combobox', { name: 'Add a property' }).fill('Rights');
  await app.getByRole('option', { name: 'Rights dc:rights' }).click();
  await expect(dialog.getByLabel('Rights', { exact: true })).toBeFocused();
  await app.keyboard.press('Tab');
  await app.keyboard.press('Enter');
  await expect(source).toBeFocused();
  await app.keyboard.press('Tab');
  await app.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox', { name: 'Add a property' })).toBeFocused();
  await dialog.getByRole('combobox', { name: 'Add a property' }).fill('Source');
  await app.getByRole('option', { name: 'Source dc:source' }).click();
  await source.fill('Paper');
  const preview = dialog.getByRole('region', { name: 'What will change' });
  await expect(preview.getByRole('row', { name: 'North Scan Paper' })).toBeVisible();
  await expect(preview.getByRole('row', { name: 'South Paper Stays as it is.' })).toBeVisible();
  await checkAccessibility();
  await app.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Set properties' }).click();
  await expect(list.toast('2 documents changed')).toBeVisible();
  const of = (source: string | null) => expect.objectContaining({ 'dc:source': source });
  expect(await sources()).toEqual([of('Paper'), of('Paper'), of('Paper')]);
  const [, , west] = ids;
  await seed.json('PUT', `/id/${west}`, { 'entity-type': 'document', properties: { 'dc:source': 'Copy' } });
  await app.getByRole('button', { name: 'Undo' }).click();
  const left = app.getByRole('region', { name: 'In progress' });
  await expect(left.getByText(/^1 document was not changed: It has been changed since/)).toBeVisible();
  expect(await sources()).toEqual([of('Scan'), of('Paper'), of('Copy')]);
});

test('Ctrl+Z walks back through the changes, long after their toasts', async ({ app, seed, workspace }) => {
  await seed.document(workspace.path, 'Note', 'north', { 'dc:title': 'North' });
  const list = await new FolderList(app).open(workspace.path);
  await list.rename('North', 'South');
  await expect(list.toast('North renamed to South.')).toBeVisible();
  await list.rename('South', 'East');
  await expect(list.toast('South renamed to East.')).toBeVisible();
  const dismiss = app.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Dismiss' });
  await dismiss.first().click();
  await dismiss.first().click();
  await list.grid.getByRole('row').filter({ hasText: 'East' }).focus();
  await app.keyboard.press('ControlOrMeta+z');
  await expect(list.toast('Undone: South renamed to East.')).toBeVisible();
  await expect(list.row('South')).toBeVisible();
  await app.keyboard.press('ControlOrMeta+z');
  await expect(list.toast('Undone: North renamed to South.')).toBeVisible();
  await expect(list.row('North')).toBeVisible();
});

test('Ctrl+Z waits for what is on its way, and undoes that', async ({ app, seed, workspace }) => {
  await seed.document(workspace.path, 'Note', 'North');
  const west = await seed.document(workspace.path, 'Note', 'West');
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  await app.route('**/automation/Document.Trash', async (route) => {
    await promise;
    await route.continue();
  });
  const list = await new FolderList(app).open(workspace.path);
  await list.rename('North', 'South');
  await expect(list.toast('North renamed to South.')).toBeVisible();
  await list.row('West').click();
  await app.keyboard.press('Delete');
  await app.keyboard.press('ControlOrMeta+z');
  arrive();
  await expect(list.toast('Undone: West moved to trash.')).toBeVisible();
  await expect.poll(async () => (await seed.json('GET', `/id/${west}`)).isTrashed).toBe(false);
  await expect(list.row('South')).toBeVisible();
});
