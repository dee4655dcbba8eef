/** Picked files arrive complete: names, pieces, folders, conflicts, and a server that is killed meanwhile. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { digestOf, storedDigests, type TestFolder, testFolder } from './files.ts';
import { expect, signIn, test } from './fixtures.ts';
import { UploadTray } from './models/upload-tray.ts';
import { Seed } from './seed.ts';
import { startServer } from './server.ts';

let folder: TestFolder;

test.beforeAll(async () => {
  folder = await testFolder();
});
test.afterAll(() => folder.remove());

test('files picked arrive whole, small and in pieces, and the list shows them', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const big = randomBytes(25_000_000);
  const paths = [
    await folder.write('big.bin', big),
    await folder.write('empty.txt', ''),
    await folder.write('été 東京.txt', 'accents'),
  ];
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles(paths);
  await expect(tray.heading).toHaveText('3 files uploaded');
  await checkAccessibility();
  expect(await storedDigests(seed, workspace.path)).toEqual({
    'big.bin': digestOf(big),
    'empty.txt': digestOf(''),
    'été 東京.txt': digestOf('accents'),
  });
  await expect(app.getByRole('row', { name: /big/ })).toBeVisible();
});

test('a picked folder keeps its structure, and system files stay out', async ({ app, seed, workspace }) => {
  await folder.write('tree/top.txt', `top ${workspace.id}`);
  await folder.write('tree/inner/deep/leaf.txt', `leaf ${workspace.id}`);
  await folder.write('tree/.DS_Store', 'system');
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFolder(join(folder.path, 'tree'));
  await expect(tray.heading).toHaveText('2 files uploaded');
  await seed.json('GET', `/path${workspace.path}/tree/inner/deep/leaf.txt`);
  expect(Object.keys(await storedDigests(seed, workspace.path)).sort()).toEqual(['leaf.txt', 'top.txt']);
});

test('a long list of uploads scrolls in its tray, and draws only the lines in sight', async ({
  app,
  workspace,
}) => {
  const names = Array.from({ length: 80 }, (_, index) => `note-${index + 1}.txt`);
  const paths = await Promise.all(names.map((name) => folder.write(name, `${workspace.id} ${name}`)));
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles(paths);
  await expect(tray.heading).toHaveText('80 files uploaded');
  const list = tray.tray.getByRole('list');
  await list.hover();
  await app.mouse.wheel(0, 100_000);
  await expect(tray.lines.filter({ hasText: 'note-80.txt' })).toBeInViewport();
  expect(await tray.lines.count()).toBeLessThan(40);
  await app.mouse.wheel(0, -100_000);
  await expect(tray.lines.filter({ hasText: 'note-1.txt' })).toBeInViewport();
});

test('a taken name is asked about: replace, keep both, skip', async ({ app, seed, workspace }) => {
  await seed.file(workspace.path, 'one.txt', 'old one', 'text/plain');
  await seed.file(workspace.path, 'two.txt', 'old two', 'text/plain');
  await seed.file(workspace.path, 'three.txt', 'old three', 'text/plain');
  const paths = await Promise.all(
    ['one', 'two', 'three'].map((name) => folder.write(`${name}.txt`, `new ${name}`)),
  );
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles(paths);
  await expect(tray.line('one.txt')).toContainText('Name already taken');
  await tray.decide('one.txt', 'Replace');
  await tray.decide('two.txt', 'Keep both');
  await tray.decide('three.txt', 'Skip');
  await expect(tray.heading).toHaveText('2 files uploaded');
  expect(await storedDigests(seed, workspace.path)).toEqual({
    'one.txt': digestOf('new one'),
    'two.txt': digestOf('old two'),
    'two (2).txt': digestOf('new two'),
    'three.txt': digestOf('old three'),
  });
});

test('a folder that may not be added to says why', async ({ app }) => {
  await app.goto('/browse/default-domain/workspaces');
  const lost = await folder.write('lost.txt', 'x');
  const tray = new UploadTray(app);
  await tray.pickFiles([lost]);
  await expect(tray.line('lost.txt')).toContainText('This folder takes no files');
});

test('a server killed in the middle leaves no half document, and the rest arrives after it is back', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /ERR_/);
  const server = await startServer();
  try {
    const seed = new Seed(server.origin);
    await seed.document('/default-domain/workspaces', 'Workspace', 'crash');
    const files = Array.from({ length: 6 }, (_, index) => ({
      name: `part-${index}.bin`,
      bytes: randomBytes(30_000_000),
    }));
    const paths = await Promise.all(files.map(({ name, bytes }) => folder.write(name, bytes)));
    await signIn(page, seed);
    await page.goto(`${server.origin}/browse/default-domain/workspaces/crash`);
    const tray = new UploadTray(page);
    await tray.pickFiles(paths);
    await expect(tray.lines.first()).toContainText(/ of 30/);
    // So that only Resume continues the uploads: any other answer would, and turn Resume into Pause before it is pressed.
    const others = ({ pathname }: URL) => pathname.startsWith('/nuxeo/') && !pathname.includes('/upload');
    await page.route(others, (route) => route.abort());
    await server.kill();
    await expect(tray.heading).toHaveText('Uploads wait for the server');
    await expect(tray.tray).toContainText('The server does not answer. What has arrived is kept.');
    // A file in one of these phases would notice by itself that the server is back.
    await expect(tray.tray.locator('[data-phase="checking"], [data-phase="sending"]')).toHaveCount(0);
    await server.restart();
    expect(Object.keys(await storedDigests(seed, '/default-domain/workspaces/crash'))).toEqual([]);
    await tray.resumeAll();
    // With a route, the page passes every request body to the test first, which takes a second for each piece.
    await page.unroute(others);
    await expect(tray.heading).toHaveText('6 files uploaded');
    expect(await storedDigests(seed, '/default-domain/workspaces/crash')).toEqual(
      Object.fromEntries(files.map(({ name, bytes }) => [name, digestOf(bytes)])),
    );
  } finally {
    await server.stop();
  }
});
