/** The properties of a document as a form: shown as text, edited in place, saved together, never lost. */
import { expect, signIn, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { Seed } from './seed.ts';

// Requests of a service worker bypass the test's routes.
test.use({ serviceWorkers: 'block' });

test('saves only what changed', async ({ app, seed, workspace, checkAccessibility }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', {
    'dc:title': 'Lease',
    'dc:source': 'Paper',
  });
  const page = await new DocumentPage(app).open(id);
  await (await page.edit('Title')).fill('Lease of Quay 7');
  await page.property('Nature').click();
  await page.panel.getByRole('combobox', { name: 'Nature' }).fill('contr');
  await app.getByRole('option', { name: 'Contract', exact: true }).click();
  await expect(page.panel).toContainText('2 changes');
  await checkAccessibility();
  const sent = app.waitForRequest((request) => request.method() === 'PUT');
  await page.save();
  const body: unknown = (await sent).postDataJSON();
  expect(body).toMatchObject({
    uid: id,
    changeToken: expect.any(String),
    properties: { 'dc:title': 'Lease of Quay 7', 'dc:nature': 'contract' },
  });
  expect(Object.keys(Object(Object(body).properties))).toHaveLength(2);
  await expect(page.title).toHaveText('Lease of Quay 7');
  await expect(page.saveButton).toHaveCount(0);
  await expect(page.property('Nature')).toContainText('Contract');
});

test('edits trees of terms, dates and tags', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  await page.property('Subjects').click();
  await page.panel.getByRole('combobox', { name: 'Subjects' }).fill('archit');
  await app.getByRole('option', { name: 'Architecture' }).click();
  await (await page.edit('Issued')).fill('2024-03-14');
  await page.save();
  await expect(page.property('Subjects')).toContainText('Architecture');
  await expect(page.property('Issued')).toContainText('14 March 2024');
  const saved = await seed.json('GET', `/id/${id}?properties=dublincore`);
  expect(saved).toMatchObject({ properties: { 'dc:subjects': ['art/architecture'] } });
});

test('stores the term that was typed, not the branch above it', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  await page.property('Coverage').click();
  const coverage = page.panel.getByRole('combobox', { name: 'Coverage' });
  // The field has the focus from the press on, even if its code loads later.
  await expect(coverage).toBeFocused();
  await app.keyboard.type('Fra');
  await expect(app.getByRole('option')).toHaveText(['France']);
  await coverage.press('Enter');
  await page.save();
  await expect(page.property('Coverage')).toContainText('France');
  const saved = await seed.json('GET', `/id/${id}?properties=dublincore`);
  expect(saved).toMatchObject({ properties: { 'dc:coverage': 'europe/France' } });
  // Text typed over an existing term stays in the field.
  await page.property('Coverage').click();
  await coverage.press('ControlOrMeta+A');
  await coverage.pressSequentially('Germ');
  await expect(coverage).toHaveValue('Germ');
  await expect(app.getByRole('option')).toHaveText(['Germany']);
  await coverage.press('Enter');
  await page.save();
  await expect(page.property('Coverage')).toContainText('Germany');
});

test('keeps letters that are typed before a field’s code is there', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  // Hold the field's code until the test lets it load.
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  await app.route(/combobox-control/, async (route) => {
    await promise;
    await route.continue();
  });
  const page = await new DocumentPage(app).open(id);
  await page.property('Subjects').click();
  await app.keyboard.type('arch');
  arrive();
  const subjects = page.panel.getByRole('combobox', { name: 'Subjects' });
  await expect(subjects).toHaveValue('arch');
  await expect(subjects).toBeFocused();
  await app.keyboard.type('it');
  await expect(app.getByRole('option')).toHaveText(['Architecture']);
  await app.keyboard.press('Enter');
  await expect(page.panel).toContainText('1 change');
});

test('keeps what is typed while a save is on its way', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  await app.route(`**/id/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await promise;
    await route.continue();
  });
  const summary = await page.edit('Summary');
  await summary.fill('Nine');
  await page.save();
  await summary.press('End');
  await app.keyboard.type(' years');
  const source = await page.edit('Source');
  await app.keyboard.type('The not');
  // "Save" pressed before the first answer saves again after it.
  await page.save();
  arrive();
  await expect(page.toast.getByText('Saved')).toHaveCount(2);
  await expect(page.property('Source')).toContainText('The not');
  await expect(page.panel.getByRole('textbox', { name: 'Source' })).toHaveCount(0);
  const saved = await seed.json('GET', `/id/${id}?properties=dublincore`);
  expect(saved).toMatchObject({ properties: { 'dc:description': 'Nine years', 'dc:source': 'The not' } });

  await app.unroute(`**/id/${id}`);
  const { promise: second, resolve: arriveAgain } = Promise.withResolvers<void>();
  await app.route(`**/id/${id}`, async (route) => {
    if (route.request().method() === 'PUT') await second;
    await route.continue();
  });
  await (await page.edit('Rights')).fill('Ours');
  await page.save();
  await page.edit('Source');
  arriveAgain();
  await expect(page.property('Rights')).toContainText('Ours');
  // The field with the cursor stays open, or its letters would be shortcuts of the page.
  await expect(source).toBeFocused();
  await app.keyboard.type('ary');
  await expect(source).toHaveValue('The notary');
});

test('a saved property is taken back from its toast, and at once', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'Note', 'north', {
    'dc:title': 'North',
    'dc:source': 'Before',
  });
  await app.goto(`/doc/${id}`);
  const page = new DocumentPage(app);
  await (await page.edit('Source')).fill('After');
  await (await page.edit('Title')).fill('South');
  await page.save();
  await expect(page.toast.getByText('Saved “South”')).toBeVisible();
  const { promise, resolve: arrive } = Promise.withResolvers<void>();
  const answered = app.waitForResponse((response) => response.request().method() === 'PUT');
  await app.route(`**/id/${id}`, async (route) => {
    await promise;
    await route.continue();
  });
  await page.toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.property('Source')).toContainText('Before');
  await expect(page.title).toHaveText('North');
  arrive();
  await answered;
  const saved = await seed.json('GET', `/id/${id}?properties=dublincore`);
  expect(saved).toMatchObject({ properties: { 'dc:source': 'Before' } });
});

test('keeps in sight what was typed by somebody who may no longer write', async ({
  page,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  const { username, password } = await seed.user(`ada-${workspace.id.slice(-8)}`);
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const rights = { users: [username], permission: 'ReadWrite' };
  await seed.operation('Document.AddPermission', { input: id, params: rights });
  await signIn(page, new Seed(seed.origin, { username, password }), username);
  const form = await new DocumentPage(page).open(id);
  await (await form.edit('Source')).fill('Ours');
  await seed.operation('Document.RemovePermission', { input: id, params: { user: username } });
  await seed.operation('Document.AddPermission', { input: id, params: { ...rights, permission: 'Read' } });
  await form.save();
  await expect(form.panel).toContainText('Not saved');
  // Tags and workflow are disabled, too: the page knows by now.
  await expect(form.head.getByRole('button', { name: 'Start workflow' })).toHaveCount(0);
  await expect(form.panel).toContainText('Ours');
});

test('gives the focus back to the property when its field closes', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  const title = await page.edit('Title');
  await title.fill('Paper');
  await title.press('Enter');
  await expect(page.property('Title')).toBeFocused();
  await app.keyboard.press('Enter');
  await title.press('Escape');
  await expect(page.property('Title')).toBeFocused();
  await app.keyboard.press('Enter');
  await title.fill('Scan');
  await page.save();
  await expect(page.saveButton).toHaveCount(0);
  await expect(page.property('Title')).toBeFocused();
  await app.keyboard.press('Enter');
  await title.fill('Copy');
  await page.saveButton.focus();
  await app.keyboard.press('Enter');
  await expect(page.saveButton).toHaveCount(0);
  await expect(page.property('Title')).toBeFocused();
});

test('what has the focus is never under the bar that saves', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  await app.setViewportSize({ width: 1440, height: 500 });
  await (await page.edit('Title')).fill('Lease of Quay 7');
  const discard = page.panel.getByRole('button', { name: 'Discard' });
  const covered: string[] = [];
  while (!(await discard.evaluate((button) => button === document.activeElement))) {
    await app.keyboard.press('Tab');
    const under = await app.evaluate(() => {
      const focused = document.activeElement;
      const { left, width, bottom } = focused?.getBoundingClientRect() ?? new DOMRect();
      const top = document.elementFromPoint(left + width / 2, bottom - 2);
      return focused?.contains(top) === true ? undefined : focused?.outerHTML;
    });
    if (under !== undefined) covered.push(under);
  }
  expect(covered).toEqual([]);
});

test('opens the field that is pressed below a taller one', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  await (await page.edit('Summary')).fill('Nine years');
  // Press and release by hand: Playwright's own click checks again before it releases.
  await page.property('Source').hover();
  await app.mouse.down();
  await app.mouse.up();
  await expect(page.panel.getByRole('textbox', { name: 'Source' })).toBeFocused();
  await expect(page.property('Summary')).toContainText('Nine years');
});

test('says in the field what is no date, and saves nothing', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  const puts: string[] = [];
  app.on('request', (request) => request.method() === 'PUT' && puts.push(request.url()));
  const expires = await page.edit('Expires');
  await expires.fill('31/02/2030');
  await page.save();
  await expect(page.panel).toContainText('There is no such day. Write it like this: 31/12/2024');
  await expect(page.panel).toContainText('1 to correct');
  await checkAccessibility();
  await expires.fill('12');
  await expires.press('Tab');
  await expect(page.panel).toContainText('Not a whole date.');
  await expect(expires).toHaveValue('12');
  await expect(page.saveButton).toBeDisabled();
  expect(puts).toEqual([]);
  await expires.fill('31122030');
  await page.save();
  await expect(page.property('Expires')).toContainText('31 December 2030');
});

test('gives back what was, one by one or all at once', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', {
    'dc:title': 'Lease',
    'dc:source': 'Paper',
  });
  const page = await new DocumentPage(app).open(id);
  const source = await page.edit('Source');
  await source.fill('Scan');
  await source.press('Escape');
  await expect(page.property('Source')).toContainText('Paper');
  await (await page.edit('Title')).fill('Other');
  await page.panel.getByRole('button', { name: 'Discard' }).click();
  await expect(page.property('Title')).toContainText('Lease');
});

test('asks before unsaved work is left', async ({ app, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  await (await page.edit('Title')).fill('Other');
  await app
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: workspace.title })
    .click();
  const question = app.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.panel).toContainText('1 change');
});

/** Saves as another person's app would: the server detects a conflict only with a save that sends a change token. */
async function renameElsewhere(seed: Seed, uid: string, title: string): Promise<void> {
  const { changeToken } = await seed.json('GET', `/id/${uid}`);
  const properties = { 'dc:title': title };
  await seed.json('PUT', `/id/${uid}`, { 'entity-type': 'document', uid, changeToken, properties });
}

test.describe('when somebody else saved first', () => {
  test.use({ expectedErrors: [[/status of 409/], { scope: 'test' }] });

  test('shows both values and lets one choose', async ({ app, seed, workspace, checkAccessibility }) => {
    const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
    const page = await new DocumentPage(app).open(id);
    await (await page.edit('Title')).fill('Mine');
    await renameElsewhere(seed, id, 'Theirs');
    await page.save();
    const dialog = app.getByRole('dialog', { name: 'Somebody saved before you' });
    await expect(dialog).toContainText('Theirs');
    await checkAccessibility();
    await app.keyboard.press('Escape');
    await expect(page.panel).toContainText('1 change');
    await page.save();
    await dialog.getByRole('radio', { name: /Your value/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.title).toHaveText('Mine');
  });

  test('puts changes to other properties on top', async ({ app, seed, workspace }) => {
    const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
    const page = await new DocumentPage(app).open(id);
    await (await page.edit('Source')).fill('Scan');
    await renameElsewhere(seed, id, 'Theirs');
    await page.save();
    await expect(page.title).toHaveText('Theirs');
    await expect(page.property('Source')).toContainText('Scan');
  });
});

test('asks before it overwrites what a script has written meanwhile', { tag: '@own-server' }, async ({
  app,
  seed,
  workspace,
}) => {
  const uid = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(uid);
  await (await page.edit('Title')).fill('Mine');
  // Without a token the server takes the next save as one on top of this.
  await seed.json('PUT', `/id/${uid}`, {
    'entity-type': 'document',
    uid,
    properties: { 'dc:title': 'Theirs' },
  });
  await expect(page.title).toHaveText('Theirs');
  await page.save();
  const dialog = app.getByRole('dialog', { name: 'Somebody saved before you' });
  await dialog.getByRole('radio', { name: 'Theirs' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.title).toHaveText('Theirs');
});

test.describe('when the server refuses a value', () => {
  test.use({ expectedErrors: [[/status of 422/], { scope: 'test' }] });

  test('says so at its field and keeps what was typed', async ({ app, seed, workspace }) => {
    const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
    await seed.json('POST', '/directory/nature', {
      'entity-type': 'directoryEntry',
      directoryName: 'nature',
      properties: { id: `short-lived-${id}`, label: 'Short-lived', obsolete: 0, ordering: 1 },
    });
    const page = await new DocumentPage(app).open(id);
    await page.property('Nature').click();
    await page.panel.getByRole('combobox', { name: 'Nature' }).fill('Short');
    await app.getByRole('option', { name: 'Short-lived' }).click();
    await seed.json('DELETE', `/directory/nature/short-lived-${id}`);
    await page.save();
    await expect(page.panel).toContainText('1 to correct');
    await expect(page.panel.getByRole('combobox', { name: 'Nature' })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await expect(page.panel.getByRole('combobox', { name: 'Nature' })).toHaveValue('Short-lived');
  });
});

test('replaces the file and adds an attachment', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'Old.txt', 'old', 'text/plain');
  const page = await new DocumentPage(app).open(id);
  await page.property('File').click();
  await page.panel.locator('input[type="file"]').setInputFiles({
    name: 'New.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('brand new'),
  });
  await expect(page.panel.getByRole('group', { name: 'File' })).toContainText('New.txt');
  await page.save();
  await expect(page.preview).toContainText('brand new');
});

test('takes lists, several files and people, by keyboard too', async ({
  appInTheDark: app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  const page = await new DocumentPage(app).open(id);
  await page.property('Attachments').click();
  const list = page.panel.getByRole('group', { name: 'Attachments', exact: true });
  await list.getByRole('button', { name: /^Add/ }).click();
  await list.locator('input[type="file"]').setInputFiles({
    name: 'Annex A.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('annex'),
  });
  await expect(list).toContainText('Annex A.txt');
  await page.property('Coverage').click();
  const coverage = page.panel.getByRole('combobox', { name: 'Coverage' });
  await coverage.fill('fra');
  await expect(app.getByRole('option').first()).toBeVisible();
  await coverage.press('ArrowDown');
  await coverage.press('Enter');
  await expect(page.panel).toContainText('2 changes');
  await checkAccessibility();
  const stored = app.waitForResponse((response) => response.request().method() === 'PUT');
  await page.save();
  await stored;
  await expect(page.saveButton).toHaveCount(0);
  await expect(page.property('Attachments')).toContainText('Annex A.txt');
  const saved = await seed.json('GET', `/id/${id}?properties=*`);
  expect(saved).toMatchObject({
    properties: {
      'files:files': [{ file: { name: 'Annex A.txt' } }],
      'dc:coverage': expect.stringMatching(/^europe\/fra/i),
    },
  });
});
