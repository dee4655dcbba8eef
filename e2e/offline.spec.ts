/** Without a connection: the band appears at once, pages seen before still open, others say why they cannot. */
import { expect, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';

test.use({
  // Requests of a service worker bypass the test's routes.
  serviceWorkers: 'block',
  expectedErrors: [[/ERR_INTERNET_DISCONNECTED/], { scope: 'test' }],
});

test('the band says so at once, what was open opens again, what was not says why', async ({
  app,
  context,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const seen = await seed.document(workspace.path, 'File', 'seen', { 'dc:title': 'Seen before' });
  await seed.document(workspace.path, 'File', 'unseen', { 'dc:title': 'Never opened' });
  await new DocumentPage(app).open(seen);
  await app
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: workspace.title })
    .click();
  const list = new FolderList(app);
  await expect(list.row('Never opened')).toBeVisible();
  const requests: string[] = [];
  await context.setOffline(true);
  const band = app.getByRole('region', { name: 'Connection' });
  await expect(band).toContainText('The server cannot be reached.');
  await expect(band).toContainText('What you opened before can still be read.');
  await expect(band.getByRole('button', { name: 'Retry now' })).toBeVisible();
  await checkAccessibility();
  await list.row('Seen before').dblclick();
  await expect(new DocumentPage(app).title).toHaveText('Seen before');
  await app.goBack();
  await expect(list.row('Never opened')).toBeVisible();
  // Changes that wait only in this page are lost with it, so the browser asks first.
  await list.choose('Seen before', 'Add to favourites');
  await expect(band).toContainText('1 change waits in this page alone: keep it open.');
  const asks = () => app.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(asks).toBe(true);
  await list.row('Never opened').dblclick();
  await expect(app.getByRole('heading', { name: 'No connection to the server' })).toBeVisible();
  app.on('request', (request) => requests.push(request.url()));
  await context.setOffline(false);
  await expect(band).toHaveCount(0);
  await expect(new DocumentPage(app).title).toHaveText('Never opened');
  await expect.poll(asks).toBe(false);
});

test('one lost answer moves nothing, several are said', async ({ app, expectedErrors, seed, workspace }) => {
  expectedErrors.push(/ERR_CONNECTION_RESET/);
  for (const name of ['lease.txt', 'plan.txt']) await seed.file(workspace.path, name, name, 'text/plain');
  const list = await new FolderList(app).open(workspace.path);
  await list.row('lease.txt').click();
  const download = list.toolbar.getByRole('button', { name: 'Download' });
  await expect(download).toBeEnabled();
  await app.clock.install();
  await app.clock.pauseAt(Date.now() + 60_000);
  await app.route('**/nuxeo/**', (route) => route.abort('connectionreset'));
  const lost = app.waitForEvent('requestfailed');
  await list.row('plan.txt').click();
  await app.clock.runFor(1_000);
  await lost;
  // The app knows by now; the state is rendered in the next frame.
  await expect(async () => {
    await app.clock.runFor(20);
    await expect(download).toBeDisabled({ timeout: 500 });
  }).toPass();
  const band = app.getByRole('region', { name: 'Connection' });
  await expect(band).toHaveCount(0);
  // On a busy machine the pause begins some frames after the button is disabled, so one step could end before it does.
  await expect(async () => {
    await app.clock.runFor(1_500);
    await expect(band).toContainText('The server cannot be reached.', { timeout: 500 });
  }).toPass();
});
