/** A query in words; saved searches in the palette, with their owner. */
import { expect, signIn, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { SearchPage } from './models/search-page.ts';
import { Seed } from './seed.ts';

const query =
  "SELECT * FROM Note WHERE dc:title LIKE 'quay%' AND (ecm:tag = 'north' OR ecm:isTrashed = 1) AND dc:modified >= DATE '2024-05-06' ORDER BY dc:modified DESC";

test('a query is said in words while it is written', async ({
  appInTheDark: app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.document(workspace.path, 'Note', 'quay', { 'dc:title': 'quay 7' });
  await seed.json('POST', '/automation/Document.Trash', { input: id, params: {} });
  await app.goto(`/search?${new URLSearchParams({ mode: 'nxql', q: query })}`);
  await expect(
    app
      .getByRole('grid')
      .getByRole('row', { name: /quay 7/ })
      .first(),
  ).toBeVisible();
  const words = app.getByRole('region', { name: 'The query in words' });
  await expect(words).toContainText('Documents of the type Note where:');
  await expect(words.getByRole('listitem').first()).toContainText('Title matches the pattern “quay%”');
  await expect(words).toContainText('at least one of these holds:');
  await expect(words).toContainText('Is in the trash is Yes');
  await expect(words).toContainText('Modified is at least 6 May 2024');
  await expect(words).toContainText('In the order of Modified (descending).');
  for (const width of [1440, 390]) {
    await app.setViewportSize({ width, height: 844 });
    await checkAccessibility();
  }
});

test('a saved search is opened from the palette, by its owner and by others', async ({
  page: app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const name = `reader-${workspace.id.slice(-8)}`;
  const title = `Quays ${workspace.id.slice(-8)}`;
  await seed.json('POST', '/user', {
    'entity-type': 'user',
    id: '',
    properties: { username: name, password: name, groups: ['members'] },
  });
  const saved = await seed.json('POST', '/search/saved', {
    'entity-type': 'savedSearch',
    title,
    query: 'SELECT * FROM Workspace WHERE ecm:isTrashed = 0',
    queryLanguage: 'NXQL',
  });
  await seed.json('POST', '/automation/Document.AddPermission', {
    input: String(saved.id),
    params: { username: name, permission: 'Read' },
  });
  await signIn(app, new Seed(seed.origin, { username: name, password: name }), name);
  await app.goto('/search');
  await expect(app.getByRole('button', { name: /Search or jump to/ })).toBeVisible();
  await app.keyboard.press('ControlOrMeta+K');
  const palette = app.getByRole('dialog', { name: 'Search or jump to' });
  await palette.getByRole('combobox').fill(title);
  const found = palette.getByRole('option', { name: title, exact: true });
  await expect(found).toBeVisible();
  await checkAccessibility();
  await found.click();
  await expect(app.getByRole('navigation', { name: 'Where you are' })).toContainText(title);
  await expect(app.getByRole('region', { name: 'The query in words' })).toContainText('Workspace');
  await app.getByRole('button', { name: 'Saved search: actions' }).click();
  const rename = app.getByRole('menuitem', { name: /Rename/ });
  await expect(rename).toBeDisabled();
  await expect(rename).toContainText('it belongs to Administrator');
  await app.getByRole('menuitem', { name: 'Who may use it…' }).click();
  await expect(app.getByRole('heading', { level: 1, name: `Access to ${title}` })).toBeVisible();
});

test('saving a search leaves the focus where its changes are saved', async ({ app, seed, workspace }) => {
  const title = `Leases ${workspace.id.slice(-8)}`;
  await seed.document(workspace.path, 'File', 'lease', { 'dc:title': title });
  await app.goto('/search');
  await app.getByRole('searchbox', { name: 'Words to look for' }).fill(title);
  await app.keyboard.press('Enter');
  await app.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = app.getByRole('dialog', { name: 'Save this search' });
  await dialog.getByLabel('Name').fill(title);
  await app.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  const save = app.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();
  await expect(save).toBeFocused();
});

test('documents like one are found by the words of its tags and title', async ({ app, seed, workspace }) => {
  const own = `zymurgy${workspace.id.replace(/[^a-f]/g, '')}`;
  const id = await seed.document(workspace.path, 'Note', 'lease', { 'dc:title': `Lease of the ${own} 1823` });
  await seed.operation('Services.TagDocument', { input: id, params: { tags: `${own}quarry` } });
  await seed.document(workspace.path, 'Note', 'tax', { 'dc:title': `Tax roll, ${own}` });
  await seed.document(workspace.path, 'Note', 'plan', { 'dc:title': `Plan of a ${own}quarry` });
  await seed.document(workspace.path, 'Note', 'letter', { 'dc:title': `Letter ${workspace.id.slice(0, 8)}` });
  const numbered = await seed.document(workspace.path, 'Note', 'scan', { 'dc:title': 'IMG_0042' });

  await new DocumentPage(app).open(id);
  await app.getByRole('button', { name: 'More actions' }).click();
  await app.getByRole('menuitem', { name: 'Find similar documents' }).click();
  const search = new SearchPage(app);
  await expect(search.words).toHaveValue(`${own}quarry OR lease OR ${own}`);
  for (const title of [`Lease of the ${own}`, `Tax roll, ${own}`, `Plan of a ${own}quarry`])
    await expect(search.result(title)).toBeVisible();
  await expect(search.result('Letter')).toHaveCount(0);

  await new DocumentPage(app).open(numbered);
  await app.getByRole('button', { name: 'More actions' }).click();
  await expect(app.getByRole('menuitem', { name: 'Find similar documents' })).toBeDisabled();
});
