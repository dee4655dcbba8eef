/** Interrupted uploads: by a reload, another tab, an expired session, a lost connection, a limit or a missing right. */
import { randomBytes } from 'node:crypto';
import { digestOf, storedDigests, type TestFolder, testFolder } from './files.ts';
import { expect, signIn, test } from './fixtures.ts';
import { holdAfterTwo, pieces } from './held-pieces.ts';
import { SignInPage } from './models/sign-in-page.ts';
import { UploadTray } from './models/upload-tray.ts';
import { Seed } from './seed.ts';
import { startServer } from './server.ts';

let folder: TestFolder;

test.beforeAll(async () => {
  folder = await testFolder();
});
test.afterAll(() => folder.remove());

test('dropped files go on after a reload with one click, and leaving warns', async ({
  app,
  seed,
  workspace,
}) => {
  const bytes = randomBytes(16_000_000);
  const path = await folder.write('dropped.bin', bytes);
  const { sent, letGo } = await holdAfterTwo(app);
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.drop([path]);
  await expect(tray.line('dropped.bin')).toContainText(/1\d(\.\d)? MB of 16 MB/);
  const warned = app.waitForEvent('dialog');
  const reloading = app.reload();
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.accept();
  await reloading;
  await letGo();
  await expect(tray.heading).toHaveText('Uploads paused');
  const again: string[] = [];
  app.on('request', (request) => {
    const index = request.headers()['x-upload-chunk-index'];
    if (index !== undefined) again.push(index);
  });
  await tray.resumeAll();
  await expect(tray.heading).toHaveText('1 file uploaded');
  expect(sent).toEqual([0, 1]);
  expect(again).toEqual(['2', '3']);
  expect(await storedDigests(seed, workspace.path)).toEqual({ 'dropped.bin': digestOf(bytes) });
});

test('picked files are asked for again after a reload, and go on where they were', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const bytes = randomBytes(16_000_000);
  const path = await folder.write('picked.bin', bytes);
  const other = await folder.write('stranger.bin', 'x');
  const { letGo } = await holdAfterTwo(app);
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles([path]);
  await expect(tray.line('picked.bin')).toContainText(/1\d(\.\d)? MB of 16 MB/);
  app.once('dialog', (dialog) => dialog.accept());
  await app.reload();
  await letGo();
  await expect(tray.heading).toHaveText('Uploads need you');
  await expect(tray.tray).toContainText('1 file has to be chosen again. What has arrived of it is kept.');
  await checkAccessibility(app, '[aria-label="Uploads"]');
  await tray.chooseAgain([other]);
  await expect(app.getByText('None of these is one of the interrupted files')).toBeVisible();
  await tray.chooseAgain([path]);
  await expect(tray.heading).toHaveText('1 file uploaded');
  expect(await storedDigests(seed, workspace.path)).toEqual({ 'picked.bin': digestOf(bytes) });
});

test('an upload outlives its session and the page it was begun on', async ({
  app,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  const bytes = randomBytes(16_000_000);
  const path = await folder.write('session.bin', bytes);
  const gone = Promise.withResolvers<void>();
  await app.route(pieces, async (route, request) => {
    if (request.headers()['x-upload-chunk-index'] === '1') await gone.promise;
    await route.continue();
  });
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles([path]);
  await expect(tray.line('session.bin')).toContainText(/MB of 16 MB/);
  await app.getByRole('link', { name: 'Recent' }).click();
  await expect(app.getByRole('heading', { level: 1, name: 'Recent' })).toBeVisible();
  await seed.revokeTokens();
  gone.resolve();
  await new SignInPage(app).again('Administrator');
  await expect(tray.heading).toHaveText('1 file uploaded');
  expect(await storedDigests(seed, workspace.path)).toEqual({ 'session.bin': digestOf(bytes) });
});

test('without a connection uploads wait, and go on by themselves', async ({
  app,
  context,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/, /ERR_/);
  const paths = await Promise.all(['1', '2', '3'].map((name) => folder.write(`line-${name}.txt`, name)));
  await seed.document(workspace.path, 'Folder', 'shown');
  await app.goto(`/browse${workspace.path}`);
  await expect(app.getByRole('row', { name: /shown/ })).toBeVisible();
  const tray = new UploadTray(app);
  await tray.ready();
  await context.setOffline(true);
  await tray.drop(paths);
  await expect(tray.heading).toHaveText('Uploads wait for the server');
  await context.setOffline(false);
  await expect(tray.heading).toHaveText('3 files uploaded');
  expect(Object.keys(await storedDigests(seed, workspace.path)).sort()).toEqual([
    'line-1.txt',
    'line-2.txt',
    'line-3.txt',
  ]);
});

test('what is too large or not allowed says so, leaves nothing, and stops no other file', async ({
  page,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/413/, /403/, /ERR_/);
  const server = await startServer(['--max-upload', '1000000']);
  try {
    const seed = new Seed(server.origin);
    await seed.document('/default-domain/workspaces', 'Workspace', 'limits');
    const path = '/default-domain/workspaces/limits';
    await signIn(page, seed);
    await page.goto(`${server.origin}/browse${path}`);
    const tray = new UploadTray(page);
    await tray.pickFiles([
      await folder.write('whole.bin', randomBytes(9_000_000)),
      await folder.write('pieces.bin', randomBytes(12_000_000)),
      await folder.write('small.txt', 'small'),
    ]);
    for (const name of ['whole.bin', 'pieces.bin'])
      await expect(tray.line(name)).toContainText('Larger than this server takes, so nothing of it was kept');
    await expect(tray.line('small.txt')).toContainText('Done');
    await checkAccessibility(page, '[aria-label="Uploads"]');
    expect(await storedDigests(seed, path)).toEqual({ 'small.txt': digestOf('small') });
    // "Cancel all" asks first, and keeps the finished documents.
    await tray.tray.getByRole('button', { name: 'Cancel all' }).click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText('Cancel 2 uploads?');
    await question.getByRole('button', { name: 'Cancel uploads' }).click();
    await expect(tray.heading).toHaveText('1 file uploaded');
    // Its stream of changes would fail while the server stops.
    await page.close();
  } finally {
    await server.stop();
  }
});
