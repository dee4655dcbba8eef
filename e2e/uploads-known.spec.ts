/** Checks before files become documents: duplicates, quotas, and their details. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { digestOf, storedDigests, type TestFolder, testFolder } from './files.ts';
import { expect, signIn, test, type Workspace } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';
import { UploadTray } from './models/upload-tray.ts';
import { Seed } from './seed.ts';

let folder: TestFolder;

test.beforeAll(async () => {
  folder = await testFolder();
});
test.afterAll(() => folder.remove());

const phone = { width: 390, height: 844 };

/** Signs in a person who may write in the workspace and is no administrator. */
async function writer(page: Page, seed: Seed, workspace: Workspace): Promise<void> {
  const person = await seed.user(`writer-${randomUUID().slice(0, 8)}`);
  const params = { users: [person.username], permission: 'ReadWrite' };
  await seed.operation('Document.AddPermission', { input: workspace.id, params });
  await signIn(page, new Seed(seed.origin, person), person.username);
}

test('a new file becomes a version with a number and a comment', async ({
  page,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.file(workspace.path, 'terms.txt', 'the first terms', 'text/plain');
  const terms = await folder.write('terms-2.txt', `second terms ${workspace.id}`);
  await writer(page, seed, workspace);
  await new DocumentPage(page).open(id);
  const tray = new UploadTray(page);
  await tray.pickCommentedVersion(terms);
  const question = page.getByRole('dialog', { name: 'New version of “terms.txt”' });
  await question.getByLabel('Version of the new file').selectOption('Major: a new edition');
  await question.getByLabel('What changed').fill('Twelve years, as agreed');
  await checkAccessibility(page, '[role="dialog"]');
  await question.getByRole('button', { name: 'New version' }).click();
  await expect(tray.line('terms-2.txt')).toContainText('Done');
  await page.getByRole('tab', { name: 'Versions' }).click();
  const versions = page.getByRole('tabpanel');
  await expect(versions.getByText('Twelve years, as agreed')).toBeVisible();
  const stored = await seed.json('GET', `/id/${id}`, undefined, { properties: '*' });
  expect(stored.properties).toMatchObject({
    'file:content': { name: 'terms-2.txt' },
    'uid:major_version': 1,
    'uid:minor_version': 0,
  });
});

test('a file that is filed already is reported before it is sent', async ({
  page,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const bytes = [0, 1, 2, 3].map((index) => `${index} ${workspace.id}`);
  await seed.document(workspace.path, 'Folder', 'filed', { 'dc:title': 'Filed' });
  for (const [index, text] of bytes.entries())
    await seed.file(`${workspace.path}/filed`, `lease-${index}.txt`, text, 'text/plain');
  await seed.document(workspace.path, 'Folder', 'new', { 'dc:title': 'New' });
  const paths = await Promise.all(bytes.map((text, index) => folder.write(`copy-${index}.txt`, text)));
  await writer(page, seed, workspace);
  await page.goto(`/browse${workspace.path}/new`);
  const tray = new UploadTray(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/upload\/[^/]+\/\d/.test(request.url())) sent.push(request.url());
  });
  await tray.ready();
  await tray.pickFiles(paths);
  for (const index of [0, 1, 2, 3])
    await expect(tray.line(`copy-${index}.txt`)).toContainText('Already filed as');
  expect(sent).toEqual([]);
  await checkAccessibility(page, '[aria-label="Uploads"]');
  const link = tray.line('copy-0.txt').getByRole('link', { name: 'Already filed as “lease-0.txt”' });
  await expect(link).toHaveAttribute('href', /\/doc\//);
  // Only by keys, from the link on.
  await link.focus();
  await page.keyboard.press('Tab');
  await expect(tray.line('copy-0.txt').getByRole('button', { name: 'Link to it here' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tray.line('copy-0.txt')).toContainText('Done');
  await tray.line('copy-1.txt').getByRole('button', { name: 'New version of it' }).click();
  await tray.line('copy-2.txt').getByRole('button', { name: 'Keep both' }).click();
  await tray.line('copy-3.txt').getByRole('button', { name: 'Skip' }).click();
  await expect(tray.heading).toHaveText('3 files uploaded');
  expect(Object.keys(await storedDigests(seed, `${workspace.path}/new`)).sort()).toEqual([
    'copy-2.txt',
    'lease-0.txt',
  ]);
  const version = await seed.json('GET', `/path${workspace.path}/filed/lease-1.txt`, undefined, {
    properties: 'file',
  });
  expect(version.properties).toMatchObject({ 'file:content': { name: 'copy-1.txt' } });
});

test('a drop that is larger than the room says so before it starts', { tag: '@own-server' }, async ({
  page,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.operation('Quotas.SetMaxSize', { input: workspace.id, params: { targetSize: 2_000_000 } });
  const paths = await Promise.all(
    ['one', 'two'].map((name) => folder.write(`${name}.bin`, `${name}${workspace.id}`.repeat(40_000))),
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize(phone);
  await writer(page, seed, workspace);
  await page.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(page);
  await tray.ready();
  await tray.pickFiles(paths);
  await expect(tray.tray).toContainText(/This drop is 3\.\d MB; “.*” has 2 MB left\./);
  await expect(tray.heading).toHaveText('Uploads paused');
  await expect(tray.tray.getByText(/Paused at/)).toHaveCount(0);
  await checkAccessibility(page, '[aria-label="Uploads"]');
  await tray.tray.getByRole('button', { name: 'Upload what fits' }).click();
  await expect(tray.tray.getByText('1 of 2 done').last()).toBeVisible();
  expect(Object.keys(await storedDigests(seed, workspace.path))).toEqual(['one.bin']);
});

test('a file dropped on a document, in a list or on its page, is its new version', async ({
  page,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const id = await seed.file(workspace.path, 'lease.txt', 'the first lease', 'text/plain');
  const sealed = await seed.file(workspace.path, 'sealed.txt', 'the seal', 'text/plain');
  await seed.operation('Document.BlockPermissionInheritance', { input: sealed, params: {} });
  const names = ['second', 'beside', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'annex'];
  const paths = await Promise.all(names.map((name) => folder.write(`${name}.txt`, name + workspace.id)));
  const [
    second = '',
    beside = '',
    third = '',
    fourth = '',
    fifth = '',
    sixth = '',
    seventh = '',
    annex = '',
  ] = paths;
  await writer(page, seed, workspace);
  await seed.operation('Document.AddPermission', {
    input: sealed,
    params: { users: ['members'], permission: 'Read' },
  });
  const list = await new FolderList(page).open(workspace.path);
  const tray = new UploadTray(page);
  const question = page.getByRole('dialog', { name: 'New version of “lease.txt”' });
  const stored = async () => seed.json('GET', `/id/${id}`, undefined, { properties: '*' });

  // Nothing happens before the question is answered.
  await tray.drop([second], list.row('lease.txt'));
  await expect(question).toContainText('“second.txt” becomes the file of “lease.txt”.');
  await expect(question.getByRole('button', { name: 'New version' })).toBeFocused();
  await checkAccessibility(page, '[role="dialog"]');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  expect(await stored()).toMatchObject({ properties: { 'file:content': { name: 'lease.txt' } } });
  await tray.drop([second], list.row('lease.txt'));
  await expect(question.getByRole('button', { name: 'New version' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(tray.line('second.txt')).toContainText('Done');
  expect(await stored()).toMatchObject({ properties: { 'file:content': { name: 'second.txt' } } });
  const ofDocument = `SELECT * FROM Document WHERE ecm:versionVersionableId = '${id}' AND ecm:isVersion = 1`;
  const versions = async () =>
    (await seed.json('GET', `/search/execute?query=${encodeURIComponent(ofDocument)}`)).entries;
  expect(await versions()).toHaveLength(1);

  await expect(question).toHaveCount(0);
  await tray.drop([beside], list.row('lease.txt'));
  await question.getByRole('button', { name: `File in “${workspace.title}”` }).click();
  await expect(list.row('beside.txt')).toBeVisible();
  // Several files go to the folder, and so does one dropped on a document that may not be changed.
  await tray.drop([third, fourth], list.row('lease.txt'));
  await expect(list.row('fourth.txt')).toBeVisible();
  await tray.drop([fifth], list.row('sealed.txt'));
  await expect(list.row('fifth.txt')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await stored()).toMatchObject({ properties: { 'file:content': { name: 'second.txt' } } });

  // The document's own page asks too; files dropped on the panel are attached.
  const shown = await new DocumentPage(page).open(id);
  await tray.drop([sixth], shown.preview);
  await question.getByLabel('Version of the new file').selectOption('Minor: a small change');
  await question.getByLabel('What changed').fill('One more year');
  expect(await stored()).toMatchObject({ properties: { 'file:content': { name: 'second.txt' } } });
  await question.getByRole('button', { name: 'New version' }).click();
  await expect(tray.line('sixth.txt')).toContainText('Done');
  const digest = digestOf(`sixth${workspace.id}`);
  expect(await stored()).toMatchObject({ properties: { 'file:content': { digest } } });
  await tray.drop([sixth, seventh], shown.preview);
  await expect(page.getByText('A new version of “lease.txt” is one file')).toBeVisible();
  await tray.drop([annex], shown.panel);
  await expect(tray.line('annex.txt')).toContainText('Done');
  await expect(shown.panel.getByText('annex.txt')).toBeVisible();
  await tray.drop([annex], shown.panel);
  await expect(tray.tray.getByText('Name already taken')).toBeVisible();
  await tray.tray.getByRole('button', { name: 'Skip' }).click();
  await checkAccessibility();
  // The floating tray does not cover the save button.
  await (await shown.edit('Source')).fill('By hand');
  await shown.saveButton.click();
  await expect(shown.saveButton).toHaveCount(0);
  // The same without dragging.
  await tray.pickVersion(seventh);
  await expect(tray.line('seventh.txt')).toContainText('Done');
  expect(await stored()).toMatchObject({
    properties: {
      'file:content': { name: 'seventh.txt' },
      'files:files': [{ file: { name: 'annex.txt' } }],
    },
  });
  expect(await versions()).toHaveLength(4);
});

for (const width of [1440, 390]) {
  test(`type and properties are written while the bytes travel, at ${width} px`, async ({
    page,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const paths = await Promise.all(
      ['a', 'b'].map((name) => folder.write(`${name}.txt`, name + workspace.id)),
    );
    await writer(page, seed, workspace);
    await page.goto(`/browse${workspace.path}`);
    const tray = new UploadTray(page);
    await tray.pickWithDetails(paths);
    const dialog = page.getByRole('dialog', { name: 'Details of 2 files' });
    const source = dialog.getByRole('textbox', { name: 'Source' });
    await expect(source).toBeVisible();
    await checkAccessibility(page, '[role="dialog"]');
    await source.fill('The attic');
    await dialog.getByRole('combobox', { name: 'For' }).selectOption({ label: 'b.txt' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Second');
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption({ label: 'Picture' });
    expect(Object.keys(await storedDigests(seed, workspace.path))).toEqual([]);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(tray.heading).toHaveText('2 files uploaded');
    await expect(dialog).toHaveCount(0);
    expect(await storedDigests(seed, workspace.path)).toEqual({
      'a.txt': digestOf(`a${workspace.id}`),
      Second: digestOf(`b${workspace.id}`),
    });
    const stored = async (name: string) =>
      seed.json('GET', `/path${workspace.path}/${name}`, undefined, { properties: 'dublincore' });
    const [first, second] = [await stored('a.txt'), await stored('b.txt')];
    const properties = { 'dc:source': 'The attic' };
    expect(first).toMatchObject({ type: 'File', properties });
    expect(second).toMatchObject({ type: 'Picture', properties });
    // Files that are documents already can be described, too.
    await tray.tray.getByRole('button', { name: 'Type and properties…' }).click();
    await source.fill('The cellar');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await stored('a.txt')).toMatchObject({ properties: { 'dc:source': 'The cellar' } });
    // A later pick has a form for its own files only.
    await tray.pickWithDetails([await folder.write('c.txt', `c${workspace.id}`)]);
    await expect(page.getByRole('dialog', { name: 'Details of 1 file' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Source' }).fill('The loft');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(tray.heading).toHaveText('3 files uploaded');
    expect(await stored('a.txt')).toMatchObject({ properties: { 'dc:source': 'The cellar' } });
    expect(await stored('c.txt')).toMatchObject({ properties: { 'dc:source': 'The loft' } });
  });
}
