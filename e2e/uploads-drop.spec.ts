/** Files and folders dropped or pasted on every place that takes them; and a folder of real files. */
import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf, digestsOnDisk, storedDigests, type TestFolder, testFolder } from './files.ts';
import { expect, test } from './fixtures.ts';
import { dragFiles } from './models/drag-files.ts';
import { FolderList } from './models/folder-list.ts';
import { UploadTray } from './models/upload-tray.ts';

// Requests of a service worker bypass the test's routes.
test.use({ serviceWorkers: 'block' });

const gather = fileURLToPath(new URL('../scripts/gather-real-files.mjs', import.meta.url));
let folder: TestFolder;

test.beforeAll(async () => {
  folder = await testFolder();
});
test.afterAll(() => folder.remove());

test('a dropped folder keeps its structure, empty folders too', async ({ app, seed, workspace }) => {
  await folder.write('Deeds/top.txt', 'top');
  await folder.write("Deeds/two\nlines' name\\.txt", 'odd');
  await folder.write('Deeds/inner/deep/leaf.txt', 'leaf');
  await folder.write('Deeds/annexe\u202efdp.exe', 'turned');
  await mkdir(join(folder.path, 'Deeds', 'empty', 'also empty'), { recursive: true });
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.drop([join(folder.path, 'Deeds')]);
  await expect(tray.heading).toHaveText('5 files uploaded');
  await expect(tray.line('annexe\ufffdfdp.exe')).toHaveCount(1);
  const turned = await seed.json('GET', `/path${workspace.path}/Deeds/annexe\u202efdp.exe`);
  expect(turned.title).toBe('annexe\u202efdp.exe');
  await seed.json('GET', `/path${workspace.path}/Deeds/inner/deep/leaf.txt`);
  await seed.json('GET', `/path${workspace.path}/Deeds/empty/also empty`);
});

test('what is dropped before the uploads are loaded waits for them', async ({ app, seed, workspace }) => {
  const loaded = Promise.withResolvers<void>();
  await app.route('**/assets/uploads-*.js', async (route) => {
    await loaded.promise;
    await route.continue();
  });
  const paths = await Promise.all(['early-1', 'early-2'].map((name) => folder.write(`${name}.txt`, name)));
  await app.goto(`/browse${workspace.path}`);
  await expect(app.getByText('Nothing is filed here yet')).toBeVisible();
  const tray = new UploadTray(app);
  for (const path of paths) await dragFiles(app, [path], app.getByRole('main'));
  await expect(app.getByRole('button', { name: 'Upload', exact: true })).toHaveCount(0);
  loaded.resolve();
  await expect(tray.heading).toHaveText('2 files uploaded');
  expect(Object.keys(await storedDigests(seed, workspace.path)).sort()).toEqual([
    'early-1.txt',
    'early-2.txt',
  ]);
});

test('a file dropped on a row, in the tree or on a crumb goes into that folder', async ({
  app,
  seed,
  workspace,
}) => {
  const outer = `${workspace.path}/outer`;
  await seed.document(workspace.path, 'Folder', 'outer', { 'dc:title': 'Outer' });
  await seed.document(outer, 'Folder', 'inner', { 'dc:title': 'Inner' });
  const paths = await Promise.all(
    ['on-row', 'in-tree', 'on-crumb'].map((name) => folder.write(`${name}.txt`, name)),
  );
  const [row = '', branch = '', crumb = ''] = paths;
  const list = await new FolderList(app).open(outer);
  const tray = new UploadTray(app);
  await tray.drop([row], list.row('Inner'));
  await expect(tray.line('on-row.txt')).toContainText('Done');
  await tray.drop([branch], list.tree.getByRole('treeitem', { name: 'Outer' }));
  await expect(tray.line('in-tree.txt')).toContainText('Done');
  await tray.drop([crumb], list.breadcrumb.getByRole('link', { name: workspace.title }));
  await expect(tray.line('on-crumb.txt')).toContainText('Done');
  await seed.json('GET', `/path${outer}/inner/on-row.txt`);
  await seed.json('GET', `/path${outer}/in-tree.txt`);
  await seed.json('GET', `/path${workspace.path}/on-crumb.txt`);
});

test('pasted files are uploaded, and a field keeps its own paste', async ({ app, seed, workspace }) => {
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  // A test cannot fill the system's clipboard, so it dispatches the event with the data of a copied screenshot.
  const paste = (target: string, name: string) =>
    app.locator(target).evaluate((element, fileName) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File(['a picture'], fileName, { type: 'image/png' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, name);
  await tray.ready();
  await app.keyboard.press('Control+f');
  await paste('input:focus', 'in a field.png');
  await paste('body', 'screenshot.png');
  await expect(tray.heading).toHaveText('1 file uploaded');
  expect(await storedDigests(seed, workspace.path)).toEqual({ 'screenshot.png': digestOf('a picture') });
});

test('a tree of real files arrives with equal digests, and none of them runs', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const tree = join(folder.path, 'Real files');
  expect(spawnSync(process.execPath, [gather, tree, '--small']).status).toBe(0);
  const expected = await digestsOnDisk(tree);
  const count = Object.keys(expected).length;
  expect(count).toBeGreaterThan(50);
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.drop([tree]);
  await expect(tray.lines.first()).toBeVisible();
  await checkAccessibility(app, '[aria-label="Uploads"]');
  // The empty folder counts, too.
  await expect(tray.heading).toHaveText(`${count + 1} files uploaded`, { timeout: 120_000 });
  expect(await storedDigests(seed, workspace.path)).toEqual(expected);
  await seed.json('GET', `/path${workspace.path}/Real files/Empty folder/also empty`);
  expect(await app.evaluate(() => 'hacked' in window)).toBe(false);
});
