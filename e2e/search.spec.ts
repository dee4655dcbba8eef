/** Searching: by words, by rows, by NXQL; what stays, what is offered, what the address keeps. */
import { expect, test } from './fixtures.ts';
import { SearchPage } from './models/search-page.ts';

test.beforeEach(async ({ seed, workspace }) => {
  await seed.file(
    workspace.path,
    'bail.txt',
    'The tenant shall suffer the servitude of passage.',
    'text/plain',
  );
  for (const word of ['alpha', 'beta', 'gamma'])
    await seed.document(workspace.path, 'Note', `${word} ${workspace.id.slice(0, 8)}`, {
      'note:note': `quay ${workspace.id.slice(0, 8)}`,
    });
});

const mark = ({ id }: { readonly id: string }) => id.slice(0, 8);

test('words find titles and texts, filters narrow, the address keeps both', async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  const search = await new SearchPage(app).open();
  await search.look(mark(workspace));
  await expect(search.result('alpha')).toBeVisible();
  await expect(search.results.getByRole('row')).toHaveCount(3);
  await search.filter('Note').check();
  await expect(app).toHaveURL(/filter=/);
  await checkAccessibility();

  await app.reload();
  await expect(search.words).toHaveValue(mark(workspace));
  await expect(search.filter('Note')).toBeChecked();
  await expect(search.results.getByRole('row')).toHaveCount(3);
});

test('an empty result offers the filter that removes most', async ({ app, workspace }) => {
  const search = await new SearchPage(app).open({ text: mark(workspace) });
  await expect(search.result('alpha')).toBeVisible();
  await search.open({ text: mark(workspace), filter: 'system_primaryType_agg~File' });
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
  await expect(search.run).toBeDisabled();
  await expect(app.getByText(/from the last query that ran/)).toBeVisible();
  await expect(search.results.getByRole('row')).toHaveCount(3);
  await checkAccessibility();

  await app.getByRole('button', { name: /dc:title$/ }).click();
  await expect(search.run).toBeEnabled();
  await search.runByKeys();
  await expect(search.results.getByRole('row')).toHaveCount(1);
  await expect(search.result('alpha')).toBeVisible();
});

test('the editor completes names, and Tab leaves it', async ({ app }) => {
  const search = await new SearchPage(app).open({ mode: 'nxql', q: 'SELECT * FROM Note' });
  await search.editor.click();
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type(' WHERE dc:tit');
  await expect(app.getByRole('option', { name: /dc:title/ })).toBeVisible();
  await app.keyboard.press('Tab');
  await expect(search.editor).toContainText('dc:title');
  await app.keyboard.press('Escape');
  await app.keyboard.press('Tab');
  await expect(search.editor).not.toBeFocused();
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

test('a faulty address says where the server refuses it', async ({ app, expectedErrors }) => {
  expectedErrors.push(/400/);
  await new SearchPage(app).open({ mode: 'nxql', q: "SELECT * FROM Document WHERE nowhere:atall = 'x'" });
  await expect(app.getByText(/The server cannot run this query/)).toBeVisible();
  await expect(app.getByText('No such property: nowhere:atall', { exact: true })).toBeVisible();
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

test('a result opens, and Back returns to the list', async ({ app, workspace }) => {
  const search = await new SearchPage(app).open({ text: mark(workspace) });
  await search.result('gamma').dblclick();
  await expect(app).toHaveURL(/\/doc\//);
  await app.goBack();
  await expect(search.result('gamma')).toBeVisible();
});

test('the palette finds a document while it is typed', async ({ app, workspace, checkAccessibility }) => {
  await new SearchPage(app).open();
  await expect(app.getByRole('button', { name: /Search or jump to/ })).toBeVisible();
  await app.keyboard.press('ControlOrMeta+K');
  const palette = app.getByRole('dialog', { name: 'Search or jump to' });
  await palette.getByRole('combobox').fill(mark(workspace));
  await expect(palette.getByRole('option', { name: /alpha/ })).toBeVisible();
  await checkAccessibility();
  await palette.getByRole('combobox').press('ControlOrMeta+Enter');
  await expect(app).toHaveURL(new RegExp(`text=${mark(workspace)}`));
});
