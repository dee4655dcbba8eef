/** The operations panel: finding an operation, filling it in, running it on each kind of input, and each kind of answer. */
import { expect, test } from './fixtures.ts';
import { OperationsPanel } from './models/operations-panel.ts';

test('an operation is found, filled in and answers with a list', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Note', 'Listed', {});
  const panel = await new OperationsPanel(app).open();
  await checkAccessibility();
  await panel.choose('Repository.Query');
  await panel.parameter('query').fill(`SELECT * FROM Note WHERE ecm:parentId = '${workspace.id}'`);
  await panel.run();
  await expect(panel.result).toContainText('1 document');
  await expect(panel.result.getByRole('link', { name: /Listed/ })).toBeVisible();
  await checkAccessibility();
});

test('what is required is asked for before anything is sent', async ({ app }) => {
  const panel = await (await new OperationsPanel(app).open()).choose('Repository.PageProvider');
  await panel.run();
  await expect(app.getByText('Fill this in')).toBeVisible();
  await expect(panel.parameter('providerName')).toBeFocused();
});

test('a document is the input, and the answer is the document', async ({ app, workspace }) => {
  const panel = await (await new OperationsPanel(app).open()).choose('Document.Update');
  await panel.addDocument(workspace.title);
  await panel.parameter('properties').fill('dc:description=Changed by an operation');
  await panel.run();
  await expect(panel.result).toContainText('Changed by an operation');
});

test('a file is the input, and the answer is a file', async ({ app }) => {
  const panel = await (await new OperationsPanel(app).open()).choose('Blob.ToPDF');
  await app.getByRole('combobox', { name: 'Input' }).selectOption('files');
  await panel.addFile('deed.txt', 'text/plain', 'The quay is let.');
  await panel.run();
  await expect(panel.result.getByRole('button', { name: /Download .*\.pdf/ })).toBeVisible();
});

test('a refusal is shown in full, stored in the history, and can be run again', async ({
  app,
  expectedErrors,
}) => {
  expectedErrors.push(/400|404|500/);
  const panel = await (await new OperationsPanel(app).open()).choose('Repository.Query');
  await panel.parameter('query').fill('SELECT nonsense');
  await panel.run();
  await expect(panel.result.getByRole('alert')).toContainText(/Check the parameters|log says more/);
  await panel.choose('Document.GetParent');
  await app.getByRole('button', { name: 'Run Repository.Query again' }).first().click();
  await expect(panel.parameter('query')).toHaveValue('SELECT nonsense');
});

test('the drawer works on the selection and leaves it usable', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  for (const name of ['One', 'Two']) await seed.document(workspace.path, 'Note', name, {});
  await app.goto(`/browse${workspace.path}`);
  const list = app.getByRole('grid').first();
  await list.getByRole('row').filter({ hasText: 'One' }).click();
  await app
    .getByRole('button', { name: /Run an operation/ })
    .first()
    .click();
  const drawer = app.getByRole('region', { name: 'Run an operation' });
  const panel = await new OperationsPanel(app).choose('Document.Lock');
  await expect(drawer).toContainText('1 selected document');
  await checkAccessibility();
  await panel.run();
  await expect(panel.result).toContainText('Finished');
  // The drawer covers the end of the row.
  await list
    .getByRole('row')
    .filter({ hasText: 'Two' })
    .click({ position: { x: 120, y: 12 } });
  await expect(drawer.getByText('Two')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
});

test('the call is copied for a terminal without any secret', async ({ app, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const panel = await (await new OperationsPanel(app).open()).choose('Repository.Query');
  await panel.parameter('query').fill('SELECT * FROM Note');
  await app.getByRole('button', { name: 'Copy as curl' }).click();
  const copied = await app.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('/automation/Repository.Query');
  expect(copied).toContain('$TOKEN');
  expect(copied).not.toContain('Basic ');
});

test('nothing is the input, and the answer is JSON or a word', async ({
  appInTheDark: app,
  checkAccessibility,
}) => {
  const panel = await (await new OperationsPanel(app).open()).choose('User.Get');
  await panel.parameter('login').fill('Administrator');
  await panel.run();
  await expect(panel.result).toContainText('Administrator');
  await expect(panel.result).toContainText('"entity-type"');
  await checkAccessibility();
});

test('files are dropped on the input, put in order and joined', async ({ app, checkAccessibility }) => {
  await app.setViewportSize({ width: 390, height: 844 });
  const panel = await (await new OperationsPanel(app).open()).choose('Blob.CreateZip');
  const zone = app.getByRole('group', { name: /files/i });
  const transfer = await app.evaluateHandle(() => {
    const dropped = new DataTransfer();
    for (const name of ['one.txt', 'two.txt'])
      dropped.items.add(new File([name], name, { type: 'text/plain' }));
    return dropped;
  });
  await zone.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(zone.getByRole('listitem')).toHaveText([/one/, /two/]);
  await zone.getByRole('button', { name: 'Move two.txt' }).press('ArrowUp');
  await expect(zone.getByRole('listitem')).toHaveText([/two/, /one/]);
  await checkAccessibility();
  await panel.parameter('filename').fill('both.zip');
  await panel.run();
  await expect(panel.result.getByRole('button', { name: /Download both\.zip/ })).toBeVisible();
});

test('a run on the server’s own time is cancelled there too', async ({ app }) => {
  await app.route('**/automation/Repository.Query/@async', (route) =>
    route.fulfill({
      status: 202,
      headers: {
        Location: `${new URL(route.request().url()).origin}/nuxeo/api/v1/automation/x/@async/1/status`,
      },
    }),
  );
  await app.route('**/@async/1/status', (route) => route.fulfill({ json: 'RUNNING' }));
  await app.route('**/@async/1', (route) => route.fulfill({ status: 204 }));
  const cancelled = app.waitForRequest((request) => request.method() === 'DELETE');
  const panel = await (await new OperationsPanel(app).open()).choose('Repository.Query');
  await panel.parameter('query').fill('SELECT * FROM Note');
  await app.getByRole('combobox', { name: 'Run as' }).selectOption('background');
  await panel.run();
  await expect(panel.result.getByRole('progressbar')).toBeVisible();
  await app.getByRole('button', { name: 'Cancel', exact: true }).click();
  expect((await cancelled).url()).toContain('/@async/1');
  await expect(panel.result).toContainText(/[Cc]ancelled/);
});

test('what ran is in the history after a reload', async ({ app }) => {
  const panel = await (await new OperationsPanel(app).open()).choose('Repository.Query');
  await panel.parameter('query').fill('SELECT * FROM Domain');
  await panel.run();
  await expect(panel.result).toContainText('Finished');
  await app.reload();
  await panel.choose('Document.GetParent');
  await app.getByRole('button', { name: 'Run Repository.Query again' }).first().click();
  await expect(panel.parameter('query')).toHaveValue('SELECT * FROM Domain');
});

test.describe('in French', () => {
  test.use({ locale: 'fr-FR' });

  test('the box that finds operations shows its whole prompt, and then how many it found', async ({
    app,
  }) => {
    await app.goto('/operations');
    const box = app.getByRole('searchbox', { name: 'Trouver une opération' });
    const missing = () =>
      box.evaluate((input) => {
        const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(input);
        const ruler = document.createElement('canvas').getContext('2d');
        if (ruler === null) return Number.NaN;
        ruler.font = `${fontWeight} ${fontSize} ${fontFamily}`;
        const prompt = ruler.measureText(input.getAttribute('placeholder') ?? '').width;
        return (
          prompt - (input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
        );
      });
    await expect.poll(missing).toBeLessThan(0);
    await box.fill('lock');
    await expect(app.getByText(/^\d+ sur \d+$/)).toBeVisible();
  });
});

test('a query is the input, and what comes of it is selected next', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  for (const name of ['first', 'second']) await seed.document(workspace.path, 'Note', name);
  const panel = await (await new OperationsPanel(app).open()).choose('Document.Update');
  await app.getByRole('combobox', { name: 'Input' }).selectOption('query');
  const query = app.getByRole('textbox', { name: 'Query (NXQL)' });
  await query.fill(`SELECT * FROM Note WHERE ecm:parentId = '${workspace.id}'`);
  await panel.parameter('properties').fill('dc:description=Read');
  await panel.run();
  await expect(panel.result).toContainText('2 documents');
  await checkAccessibility();
  await panel.result.getByRole('button', { name: 'Select these' }).press('Enter');
  await expect(app).toHaveURL(/\/selection$/);
  for (const name of ['first', 'second'])
    await expect(app.getByRole('row', { name: new RegExp(name) })).toHaveAttribute('aria-selected', 'true');
});

test('a recipe is put together, pinned, and run on what is selected', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  for (const name of ['One', 'Two']) await seed.document(workspace.path, 'Note', name, {});
  const panel = await (await new OperationsPanel(app).open()).choose('Document.SetProperty');
  await panel.parameter('xpath').fill('dc:source');
  await panel.parameter('value').fill('Harbour office');
  await app.getByRole('button', { name: 'Keep as a recipe' }).click();
  const name = app.getByRole('textbox', { name: 'Name' });
  await expect(app.getByRole('list').filter({ hasText: 'Document.SetProperty' }).last()).toBeVisible();
  await name.fill('Stamp and lock');
  await app.getByRole('combobox', { name: 'Add a step' }).fill('Document.Lock');
  await app
    .getByRole('option', { name: /^Document\.Lock\b/ })
    .first()
    .click();
  await app.getByRole('button', { name: 'Save recipe' }).click();
  await expect(app.getByText('“Stamp and lock” saved.')).toBeVisible();
  await app.getByRole('button', { name: 'Pin to the toolbar' }).click();
  await checkAccessibility();

  // Its steps are data for the app, and not shown as found text.
  await app.goto('/search?text=stamp');
  const found = app.getByRole('row').filter({ hasText: 'Stamp and lock' });
  await expect(found).toContainText('Recipe');
  await expect(found).not.toContainText('parameters');

  await app.goto(`/browse${workspace.path}`);
  const list = app.getByRole('grid').first();
  await list.getByRole('row').filter({ hasText: 'One' }).click();
  await list
    .getByRole('row')
    .filter({ hasText: 'Two' })
    .click({ modifiers: ['Shift'] });
  await app.getByRole('button', { name: 'Stamp and lock' }).click();
  await expect(app.getByText('“Stamp and lock” is done.')).toBeVisible();
  for (const one of ['One', 'Two']) {
    const made = await seed.json('GET', `/path${workspace.path}/${one}`, undefined, {
      properties: 'dublincore',
      'fetch-document': 'lock',
    });
    expect(made).toMatchObject({ lockOwner: 'Administrator', properties: { 'dc:source': 'Harbour office' } });
  }
  await app.keyboard.press('ControlOrMeta+k');
  await app.getByRole('combobox').last().fill('> Stamp');
  await expect(app.getByRole('option', { name: 'Run “Stamp and lock” on the selection' })).toHaveCount(1);
  await app.getByRole('option', { name: 'Stamp and lock', exact: true }).click();
  await expect(app.getByRole('region', { name: 'Run an operation' })).toContainText('2 selected documents');

  // On a phone the top bar has no room for it.
  await app.setViewportSize({ width: 390, height: 844 });
  await app.goto(`/browse${workspace.path}`);
  await list.getByRole('row').filter({ hasText: 'One' }).click();
  await app.getByRole('button', { name: 'More', exact: true }).click();
  await checkAccessibility(app, '[role="menu"]');
  await app.getByRole('menuitem', { name: 'Run “Stamp and lock” on the selection' }).click();
  await expect(app.getByText('“Stamp and lock” is done.')).toBeVisible();
});
