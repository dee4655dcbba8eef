/**
 * The manager on a stock server of the Platform: everyday work of an ordinary person; features that such a server lacks are
 * not offered. The whole suite runs on it with MUNIMENT_E2E_SERVER=stock (npm run soak).
 */
import { testFolder } from './files.ts';
import { test as base, expect, lackingOnStock, signIn } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';
import { SearchPage } from './models/search-page.ts';
import { SignInPage } from './models/sign-in-page.ts';
import { UploadTray } from './models/upload-tray.ts';
import { Seed } from './seed.ts';

/** Requests by which a page may find out that such a server lacks a feature. */
const mayBeLacking =
  /\/(changes|oauth2\/providers|me\/(passkeys|second-factor)|management\/(servers|people(\/[^/]+)?)|search\/pp\/faceted_search(\/execute)?|automation\/Document\.MakeRecord)$/;

const test = base.extend({
  serverOptions: [{ stock: true }, { scope: 'worker' }],
  expectedErrors: async ({ browserName: _browser }, use) => use([lackingOnStock]),
  page: async ({ page }, use) => {
    const lacking = new Set<string>();
    page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if ([404, 405].includes(response.status()) && !mayBeLacking.test(pathname)) lacking.add(pathname);
    });
    await use(page);
    expect([...lacking]).toEqual([]);
  },
});

test('everyday work: each change is seen at once, and everything is found', async ({
  page,
  seed,
  workspace,
}) => {
  await seed.user('ada');
  await seed.operation('Document.AddPermission', {
    input: workspace.id,
    params: { username: 'ada', permission: 'Everything' },
  });
  await seed.document(workspace.path, 'Folder', 'plans', { 'dc:title': 'Plans' });
  await seed.document(workspace.path, 'Note', 'draft', { 'dc:title': 'Draft' });
  await seed.document(`${workspace.path}/plans`, 'Note', 'north', { 'dc:title': 'North' });

  await page.goto(`/browse${workspace.path}`);
  await new SignInPage(page).withPassword('ada', 'ada');
  const list = new FolderList(page);
  await expect(list.row('Plans').getByRole('gridcell', { name: '1 item' })).toBeVisible();

  const files = await testFolder();
  await new UploadTray(page).pickFiles([await files.write('lease.txt', 'The lease runs for nine years.')]);
  await expect(list.row('lease.txt')).toBeVisible();
  await files.remove();
  const lease = 'Lease of 2026.txt';
  const annexes = `Annexes ${workspace.id.slice(0, 8)}`;
  await list.create('Folder', annexes);
  await expect(list.row(annexes)).toBeVisible();
  await list.rename('lease.txt', lease);
  await expect(list.toast(`lease.txt renamed to ${lease}.`)).toBeVisible();
  await expect(list.row(lease)).toBeVisible();

  await page.keyboard.press('Control+f');
  await page.getByRole('textbox', { name: 'Name contains' }).fill('LEASE');
  await expect(list.rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear the filter' }).last().click();

  await list.row(lease).click();
  await page.keyboard.press('m');
  await list.choosePlace(annexes, workspace.path, 'Move here');
  await expect(list.toast(`${lease} moved to ${annexes}.`)).toBeVisible();
  await expect(list.row(lease)).toHaveCount(0);
  await list.row('Plans').click();
  await page.keyboard.press('Delete');
  await expect(list.toast('Plans moved to trash.')).toBeVisible();
  await expect(list.row('Plans')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(list.row('Plans')).toBeVisible();

  await list.row('Draft').click();
  await page.keyboard.press('Delete');
  await expect(list.toast('Draft moved to trash.')).toBeVisible();
  await list.openPage('Trash');
  await expect(list.row('Draft')).toBeVisible();
  await page.getByRole('button', { name: 'Empty trash' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();

  const search = await new SearchPage(page).open({ text: 'lease' });
  await expect(search.result(lease)).toBeVisible();
  await search.result(lease).dblclick();
  await expect(new DocumentPage(page).preview).toContainText('The lease runs for nine years.');
});

test('many files wait for the search index once, and all of them are listed', async ({
  page,
  seed,
  workspace,
}) => {
  await signIn(page, new Seed(seed.origin));
  await page.goto(`/browse${workspace.path}`);
  const tray = new UploadTray(page);
  await tray.ready();
  const files = await testFolder();
  const paths = await Promise.all(
    Array.from({ length: 60 }, (_, index) => files.write(`scan ${index}.txt`, `Scan ${index} of the many.`)),
  );
  const waited: boolean[] = [];
  let waits = 0;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'POST') return;
    if (pathname.endsWith(`/id/${workspace.id}`)) waited.push(request.headers()['nx-es-sync'] === 'true');
    if (pathname.endsWith('/Elasticsearch.WaitForIndexing')) waits += 1;
  });
  await tray.pickFiles(paths);
  await expect(tray.tray.getByText('60 files uploaded')).toBeVisible();
  await files.remove();
  await expect(page.getByText('60 items', { exact: true })).toBeVisible();
  expect(waited).toHaveLength(60);
  expect(waited.filter((one) => one).length).toBeLessThan(20);
  expect(waits).toBe(1);
});

test('what such a server lacks is not offered', async ({ page, seed, workspace }) => {
  await signIn(page, new Seed(seed.origin));
  await page.goto('/admin');
  const parts = page.getByRole('navigation', { name: 'Parts of the administration' });
  await expect(parts.getByRole('link', { name: 'Applications' })).toBeVisible();
  await expect(parts.getByRole('link', { name: /Statistics|Servers|Hooks|background/ })).toHaveCount(0);

  const id = await seed.document(workspace.path, 'File', 'deed', { 'dc:title': 'Deed' });
  const document = await new DocumentPage(page).open(id, 'details');
  await expect(document.panel.getByRole('button', { name: 'Copy the path' })).toBeVisible();
  await expect(document.panel.getByRole('button', { name: 'Keep…' })).toHaveCount(0);

  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Who can act as you' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /One-time codes|Passkeys/ })).toHaveCount(0);

  await new SearchPage(page).open({ text: 'deed', filter: 'system_mimetype_agg~image/png' });
  await expect(page.getByText('not applied here').first()).toBeVisible();

  await page.goto('/people/users/Administrator');
  await expect(page.getByRole('button', { name: 'Administrators group', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Signing in' })).toHaveCount(0);
  await page.goto(`/doc/${workspace.id}`);
  await expect(document.panel.getByRole('button', { name: 'Copy the path' })).toBeVisible();
  await expect(page.getByRole('meter')).toHaveCount(0);
});
