/** Uploads that the server refuses: quota, missing right. The tray says what happened to the file and what to do next. */
import { randomUUID } from 'node:crypto';
import { digestOf, storedDigests, type TestFolder, testFolder } from './files.ts';
import { expect, signIn, test } from './fixtures.ts';
import { UploadTray } from './models/upload-tray.ts';
import { Seed } from './seed.ts';

let folder: TestFolder;

test.beforeAll(async () => {
  folder = await testFolder();
});
test.afterAll(() => folder.remove());

test('where there is no room left a file says so, others are stored, and room makes it go on', {
  tag: '@own-server',
}, async ({ app, seed, workspace, expectedErrors, checkAccessibility }) => {
  expectedErrors.push(/413/);
  const allow = (targetSize: number) =>
    seed.operation('Quotas.SetMaxSize', { input: workspace.id, params: { targetSize } });
  await allow(10_000);
  const large = 'x'.repeat(50_000);
  // A text of its own: the upload of one that another test has filed would ask whether it is the same.
  const small = `small ${workspace.id}`;
  const paths = [await folder.write('large.txt', large), await folder.write('small.txt', small)];
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles(paths);
  await expect(tray.line('small.txt')).toContainText('Done');
  const refused = tray.line('large.txt');
  await expect(refused).toContainText('There is no room left here, so this file was not stored.');
  await expect(refused).toContainText('Make room or ask for more, then retry');
  await expect(refused).toContainText('of 10000 bytes left, 50000 are needed');
  await checkAccessibility(app, '[aria-label="Uploads"]');
  expect(await storedDigests(seed, workspace.path)).toEqual({ 'small.txt': digestOf(small) });
  await allow(100_000);
  await tray.retryFailed();
  await expect(tray.heading).toHaveText('2 files uploaded');
  expect(await storedDigests(seed, workspace.path)).toEqual({
    'large.txt': digestOf(large),
    'small.txt': digestOf(small),
  });
});

test('who loses the right to add is refused before a byte leaves', async ({
  page,
  server,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/403/);
  const writer = await seed.user(`writer-${randomUUID().slice(0, 8)}`);
  const input = workspace.id;
  const grant = (permission: 'Read' | 'ReadWrite') =>
    seed.operation('Document.AddPermission', { input, params: { users: [writer.username], permission } });
  const revoke = () =>
    seed.operation('Document.RemovePermission', { input, params: { user: writer.username } });
  const refusal =
    'You may not add to this folder, so this file was not stored. Ask who manages it, then retry.';
  await grant('ReadWrite');
  await signIn(page, new Seed(server.origin, writer), writer.username);
  await page.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(page);
  await tray.ready();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/upload/')) sent.push(request.url());
  });
  await revoke();
  await grant('Read');
  await tray.drop([await folder.write('first.txt', 'first')]);
  await expect(tray.line('first.txt')).toContainText(refusal);
  expect(sent).toEqual([]);
  await revoke();
  await grant('ReadWrite');
  await tray.retryFailed();
  await expect(tray.heading).toHaveText('1 file uploaded');
  expect(await storedDigests(seed, workspace.path)).toEqual({ 'first.txt': digestOf('first') });
});

test('a refused file does not come back with the next page', async ({
  page,
  server,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/403/);
  const writer = await seed.user(`writer-${randomUUID().slice(0, 8)}`);
  const params = { users: [writer.username], permission: 'ReadWrite' };
  await seed.operation('Document.AddPermission', { input: workspace.id, params });
  await signIn(page, new Seed(server.origin, writer), writer.username);
  await page.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(page);
  await tray.ready();
  const input = workspace.id;
  await seed.operation('Document.RemovePermission', { input, params: { user: writer.username } });
  await seed.operation('Document.AddPermission', { input, params: { ...params, permission: 'Read' } });
  await tray.drop([await folder.write('refused.txt', 'refused')]);
  await expect(tray.line('refused.txt')).toContainText('You may not add to this folder');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Read only' })).toBeVisible();
  await expect(tray.tray).toHaveCount(0);
});

test('where the server will not look for the name, a plain sentence says so', async ({
  app,
  workspace,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/400/);
  const query = `SELECT * FROM Document WHERE ecm:parentId = '${workspace.id}'`;
  await app.route('**/search/execute?*', async (route) => {
    const nxql = new URL(route.request().url()).searchParams.get('query') ?? '';
    if (!nxql.includes('dc:title')) return route.fallback();
    const message = `Failed to execute query: ${query}`;
    await route.fulfill({ status: 400, json: { 'entity-type': 'exception', status: 400, message } });
  });
  await app.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(app);
  await tray.pickFiles([await folder.write('unlooked.txt', 'unlooked')]);
  const line = tray.line('unlooked.txt');
  await expect(line).toContainText('The server could not check whether this file is here already');
  await expect(line.getByText(query)).toBeHidden();
  await checkAccessibility(app, '[aria-label="Uploads"]');
  await line.getByText('What the server says').click();
  await expect(line.getByText(query)).toBeVisible();
  await app.unrouteAll();
  await tray.retryFailed();
  await expect(tray.heading).toHaveText('1 file uploaded');
});
