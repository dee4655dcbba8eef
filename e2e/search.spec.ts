/** The search page: by words, by rows, by NXQL; suggestions, and what the address keeps. */
import { mark, seedFindable } from './findable.ts';
import { expect, test } from './fixtures.ts';
import { SearchPage } from './models/search-page.ts';

// Requests of a service worker bypass the test's routes.
test.use({ serviceWorkers: 'block' });

test.beforeEach(({ seed, workspace }) => seedFindable(seed, workspace));

test('words find titles and texts, filters narrow, the address keeps both', { tag: '@own-server' }, async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  const search = await new SearchPage(app).open();
  await search.look(mark(workspace));
  await expect(search.result('alpha')).toBeVisible();
  await expect(search.results.getByRole('row')).toHaveCount(3);
  await expect(search.result('alpha')).toContainText(workspace.title);
  await search.filter('Note').check();
  await expect(app).toHaveURL(/filter=/);
  await checkAccessibility();

  await app.reload();
  await expect(search.words).toHaveValue(mark(workspace));
  await expect(search.filter('Note')).toBeChecked();
  await expect(search.results.getByRole('row')).toHaveCount(3);
});

test('a result far down says the folder it lies in, however little room there is', async ({
  app,
  seed,
  workspace,
}) => {
  let folder = workspace.path;
  for (const title of ['Correspondence with notaries', 'Leases and concessions', 'Harbour quay']) {
    await seed.document(folder, 'Folder', 'deeper', { 'dc:title': title });
    folder += '/deeper';
  }
  await seed.document(folder, 'Note', `far ${mark(workspace)}`);
  await app.setViewportSize({ width: 390, height: 844 });
  const search = await new SearchPage(app).open({ text: `far ${mark(workspace)}` });
  await expect(search.result('far').getByText('Harbour quay')).toBeInViewport({ ratio: 1 });
  await expect(search.result('far').getByText('Correspondence')).not.toBeInViewport();
});

test('an empty result offers the filter that removes most', { tag: '@own-server' }, async ({
  app,
  workspace,
}) => {
  const search = await new SearchPage(app).open({ text: mark(workspace) });
  await expect(search.result('alpha')).toBeVisible();
  await search.open({ text: mark(workspace), filter: 'system_primaryType_agg~OrderedFolder' });
  // No test creates one, so something is found only without the filter.
  await app.getByRole('button', { name: /Search without/ }).click();
  await expect(search.result('alpha')).toBeVisible();
});

test('a query is coloured, checked, mended and run, and the last results stay meanwhile', async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  const search = await new SearchPage(app).open({
    mode: 'nxql',
    q: `SELECT * FROM Note WHERE ecm:fulltext = '${mark(workspace)}' AND ecm:isVersion = 0`,
  });
  await expect(search.results.getByRole('row')).toHaveCount(3);
  await search.write(
    `SELECT * FROM Note\nWHERE dc:titel LIKE 'alpha ${mark(workspace)}%'\nAND ecm:isVersion = 0`,
  );
  await expect(app.getByText('No such property: dc:titel')).toBeVisible();
  await search.run.click();
  await expect(app.getByText(/^Not run/)).toBeVisible();
  await expect(app.getByText(/from the last query that ran/)).toBeVisible();
  await expect(search.results.getByRole('row')).toHaveCount(3);
  await checkAccessibility();

  await app.getByRole('button', { name: /dc:title$/ }).click();
  // Keys pressed before the fixed query is rendered would run the old one, and show its error.
  await expect(app.getByText('No such property: dc:titel')).toHaveCount(0);
  await search.runByKeys();
  await expect(search.results.getByRole('row')).toHaveCount(1);
  await expect(search.result('alpha')).toBeVisible();
});

test('the editor completes names, and Tab leaves it', async ({ app }) => {
  const search = await new SearchPage(app).open({ mode: 'nxql', q: 'SELECT * FROM Note' });
  await search.editor.press('ControlOrMeta+A');
  await app.keyboard.type('SELECT * FROM Note WHERE dc:tit');
  await expect(app.getByRole('option', { name: /dc:title/ })).toBeVisible();
  await app.keyboard.press('Tab');
  await expect(search.editor).toContainText('dc:title');
  await app.keyboard.press('Escape');
  await app.keyboard.press('Tab');
  await expect(search.editor).not.toBeFocused();
});

test('what is typed and selected before the editor has come goes on in it', async ({ app }) => {
  const code = Promise.withResolvers<void>();
  await app.route(/nxql-editor.*\.js/, async (route) => {
    await code.promise;
    await route.continue();
  });
  const search = await new SearchPage(app).open({ mode: 'nxql', q: 'SELECT * FROM Note' });
  await app.getByRole('textbox', { name: 'NXQL query' }).press('ControlOrMeta+A');
  await app.keyboard.type('SELECT * FROM Files');
  await app.keyboard.press('Shift+ArrowLeft');
  code.resolve();
  await expect(search.editor).toBeFocused();
  await app.keyboard.type(' WHERE dc:tit');
  await expect(app.getByRole('option', { name: /dc:title/ })).toBeVisible();
  // The editor may already show a problem after it.
  await expect(search.editor).toHaveText(/^SELECT \* FROM File WHERE dc:tit/);
});

test('the builder edits the same query and locks what it cannot show', async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  const search = await new SearchPage(app).open({
    mode: 'builder',
    q: `SELECT * FROM Note WHERE dc:title LIKE 'alpha%' AND dc:modified > NOW('-P1D') AND ecm:isVersion = 0`,
  });
  await expect(app.getByText("dc:modified > NOW('-P1D')")).toBeVisible();
  await checkAccessibility();
  await app.getByRole('textbox', { name: 'Value of condition 1' }).fill(`beta ${mark(workspace)}%`);
  await search.run.click();
  await expect(search.result('beta')).toBeVisible();
  await search.switchTo('NXQL');
  await expect(search.editor).toContainText("dc:modified > NOW('-P1D')");
  await expect(search.editor).toContainText(`beta ${mark(workspace)}%`);
});

test('a broken query in the address is asked of no server, and says where it is broken', async ({ app }) => {
  const sent: string[] = [];
  app.on('request', (request) => {
    if (request.url().includes('/search/')) sent.push(request.url());
  });
  const search = await new SearchPage(app).open({
    mode: 'nxql',
    q: "SELECT * FROM File WHERE dc:title = 'x",
  });
  const problem = "The quote ' is opened here and never closed.";
  await expect(app.getByText(`Not run. Line 1: ${problem}`)).toBeVisible();
  await expect(search.editor).toContainText(problem);
  await expect(app.getByRole('grid')).toHaveCount(0);
  expect(sent.filter((address) => decodeURIComponent(address).includes("'x"))).toEqual([]);
  await search.run.click();
  await expect(app.getByText(/^Not run/)).toHaveCount(1);
  await search.write('SELECT * FROM File');
  await search.run.click();
  await expect(app.getByText(/^Not run/)).toHaveCount(0);
  expect(sent.length).toBeGreaterThan(0);
});

test('a query that cannot run says why when it is run', async ({ app, workspace, checkAccessibility }) => {
  const search = await new SearchPage(app).open({ mode: 'nxql', q: 'SELECT * FROM Note' });
  await search.write(`SELECT * FROM Note WHERE dc:title = 'alpha ${mark(workspace)}`);
  await search.runByKeys();
  await expect(app.getByText("Not run. Line 1: The quote ' is opened here and never closed.")).toBeVisible();
  await checkAccessibility();
  await search.write('SELECT * FROM Note WHERE dc:title =');
  await search.run.click();
  await expect(app.getByText('Not run. Line 1: The query ends too soon')).toBeVisible();
  await search.write(`SELECT * FROM Note WHERE dc:title LIKE 'alpha ${mark(workspace)}%'`);
  await search.run.click();
  await expect(app.getByText(/^Not run/)).toHaveCount(0);
  await expect(search.result(`alpha ${mark(workspace)}`).first()).toBeVisible();
});

test('a search is saved, found again, and deleted with a way back', async ({ app, workspace }) => {
  const search = await new SearchPage(app).open({ text: mark(workspace) });
  await search.save(`Quays ${mark(workspace)}`);
  await expect(app.getByRole('navigation', { name: 'Where you are' })).toContainText('Quays');
  await search.open();
  await app.getByRole('button', { name: 'Saved searches' }).click();
  await app.getByRole('menuitem', { name: `Quays ${mark(workspace)}` }).click();
  await expect(search.words).toHaveValue(mark(workspace));
  await app.getByRole('button', { name: 'Saved search: actions' }).click();
  await app.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(app.getByText(/Deleted “Quays/)).toBeVisible();
});

test('a query that names its columns is a table, and saved searches are put in order', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Note', 'sluice', {
    'dc:source': 'Archive of the harbour',
    'dc:nature': 'deliveryNote',
  });
  for (const title of [`Annexes ${workspace.title}`, `Briefs ${workspace.title}`])
    await seed.json('POST', '/search/saved', {
      'entity-type': 'savedSearch',
      title,
      query: 'SELECT * FROM Note',
      queryLanguage: 'NXQL',
      params: {},
    });
  const q = `SELECT dc:title, dc:source AS origin, dc:nature, dc:creator FROM Note WHERE ecm:parentId = '${workspace.id}' AND ecm:isVersion = 0 AND dc:source LIKE 'Arch%'`;
  const search = await new SearchPage(app).open({ mode: 'nxql', q });
  await expect(search.results.getByRole('columnheader', { name: 'origin' })).toBeVisible();
  await expect(search.result('sluice')).toContainText('Archive of the harbour');
  await expect(search.result('sluice')).toContainText('Delivery note');
  await checkAccessibility();
  await app.getByRole('button', { name: 'Saved searches' }).click();
  await app.getByRole('menuitem', { name: 'Arrange saved searches' }).click();
  const dialog = app.getByRole('dialog');
  const handle = dialog.getByRole('button', { name: new RegExp(`Briefs ${workspace.title}`) });
  await handle.press('ArrowUp');
  // The focus ring is not cut off by the edge of the list.
  const [list, focused] = await Promise.all([dialog.getByRole('list').boundingBox(), handle.boundingBox()]);
  expect((focused?.x ?? 0) - (list?.x ?? 0)).toBeGreaterThanOrEqual(4);
  const titles = dialog.getByRole('listitem').filter({ hasText: workspace.title });
  await expect(titles.first()).toContainText('Briefs');
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  await app.reload();
  await app.getByRole('button', { name: 'Saved searches' }).click();
  await expect(app.getByRole('menuitem').filter({ hasText: workspace.title }).first()).toContainText(
    'Briefs',
  );
});

test('a result opens, and Back returns to the list', async ({ app, workspace }) => {
  const search = await new SearchPage(app).open({ text: mark(workspace) });
  await search.result('gamma').dblclick();
  await expect(app).toHaveURL(/\/doc\//);
  await app.goBack();
  await expect(search.result('gamma')).toBeVisible();
});

test('the palette finds a document while it is typed, also before its code has come', async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  await app.route(/palette-dialog/, async (route) => {
    await promise;
    await route.continue();
  });
  await new SearchPage(app).open();
  await expect(app.getByRole('button', { name: /Search or jump to/ })).toBeVisible();
  await app.keyboard.press('ControlOrMeta+K');
  await expect(app.locator('[role="dialog"][aria-busy="true"]')).toBeFocused();
  await app.keyboard.type(mark(workspace).slice(0, 4));
  arrive();
  await app.keyboard.type(mark(workspace).slice(4));
  const palette = app.getByRole('dialog', { name: 'Search or jump to' });
  await expect(palette.getByRole('combobox')).toHaveValue(mark(workspace));
  await expect(palette.getByRole('option', { name: /alpha/ })).toBeVisible();
  await checkAccessibility();
  await palette.getByRole('combobox').press('ControlOrMeta+Enter');
  await expect(app).toHaveURL(new RegExp(`text=${mark(workspace)}`));
});

test('results go on while one scrolls', async ({ app, seed, workspace }) => {
  const names = Array.from({ length: 70 }, (_, index) => `crane ${index} ${mark(workspace)}`);
  await Promise.all(names.map((name) => seed.document(workspace.path, 'Note', name)));
  const search = await new SearchPage(app).open({
    mode: 'nxql',
    q: `SELECT * FROM Note WHERE ecm:parentId = '${workspace.id}' AND ecm:isVersion = 0 ORDER BY dc:title`,
  });
  await expect(app.getByText('73 results')).toBeVisible();
  await expect(app.getByText(/in [\d,]+ ms/)).toBeVisible();
  await search.result('alpha').click();
  await app.keyboard.press('End');
  await expect(search.result('gamma')).toBeVisible();
});

test('conditions change places by keyboard and by drag, queries that ran stay in the history', async ({
  app,
}) => {
  const search = await new SearchPage(app).open({
    mode: 'builder',
    q: "SELECT * FROM Note WHERE dc:title = 'one' AND dc:source = 'two' AND dc:rights = 'three'",
  });
  const value = (place: number) => app.getByRole('textbox', { name: `Value of condition ${place}` });
  await expect(value(1)).toHaveValue('one');
  await app.getByRole('button', { name: 'Move condition 1', exact: true }).press('ArrowDown');
  await expect(value(2)).toHaveValue('one');
  await expect(app.getByRole('button', { name: 'Move condition 2', exact: true })).toBeFocused();
  await app
    .getByRole('button', { name: 'Move condition 3', exact: true })
    .dragTo(app.getByRole('button', { name: 'Move condition 1', exact: true }));
  await expect(value(1)).toHaveValue('three');
  await search.run.click();
  await expect(app).toHaveURL(/dc%3Arights/);
  await app.getByRole('button', { name: 'Add a condition' }).click();
  await app.getByRole('button', { name: 'History' }).click();
  await expect(app.getByRole('menuitem', { name: /dc:rights = 'three'/ })).toBeVisible();
});

test('a query of 100 kB runs', async ({ app, workspace }) => {
  const names = Array.from({ length: 4_000 }, (_, index) => `'nothing-${index}-of-this'`);
  const search = await new SearchPage(app).open({ mode: 'nxql' });
  await search.editor.click();
  await app.keyboard.insertText(
    `SELECT * FROM Note WHERE ecm:parentId = '${workspace.id}' AND ecm:isVersion = 0 AND (dc:title LIKE 'alpha%' OR dc:title IN (${names.join(',')}))`,
  );
  await search.runByKeys();
  await expect(search.result('alpha')).toBeVisible();
});

test.describe('a server in trouble', () => {
  test.use({ expectedErrors: [[/status of (403|500)/], { scope: 'test' }] });

  const answers = [
    { status: 403, body: '{"entity-type":"exception","status":403,"message":"Privilege is not granted"}' },
    { status: 500, body: '{"entity-type":"exception","status":500,"message":"Internal Server Error"}' },
    { status: 200, body: '<!doctype html><title>Proxy</title>', contentType: 'text/html' },
  ];
  for (const answer of answers)
    test(`answering ${answer.status} as ${answer.contentType ?? 'JSON'} is shown, and tried again`, async ({
      app,
      workspace,
      checkAccessibility,
    }) => {
      await app.setViewportSize({ width: 390, height: 844 });
      await app.route('**/search/**', (route) =>
        route.fulfill({ contentType: 'application/json', ...answer }),
      );
      const search = await new SearchPage(app).open({ text: mark(workspace) });
      const note = app.getByRole('main').getByRole('alert');
      await expect(note).toContainText('The search did not run');
      await checkAccessibility();
      await app.unroute('**/search/**');
      await note.getByRole('button', { name: 'Try again' }).click();
      await expect(search.result('alpha')).toBeVisible();
    });
});
