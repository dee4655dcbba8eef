/** What a second visit reuses: lists and pages as they were seen, and the app's own files; nothing of another person. */
import type { Page } from '@playwright/test';
import { test as base, expect, signIn } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { FolderList } from './models/folder-list.ts';
import { SignInPage } from './models/sign-in-page.ts';
import { isReleaseKept } from './models/stored-release.ts';
import { type PlainHost, startPlainHost } from './plain-host.ts';
import { Seed } from './seed.ts';
import { startServer } from './server.ts';

const test = base.extend<{ readonly host: PlainHost; readonly elsewhere: Seed }>({
  host: async ({ browserName: _browser }, use) => {
    const host = await startPlainHost(
      '/a/b/',
      "default-src 'self'; img-src 'self' data:; connect-src 'self' http:",
    );
    await use(host);
    await host.stop();
  },
  elsewhere: async ({ host }, use) => {
    const server = await startServer(['--cors', host.origin]);
    host.configure({ server: `${server.origin}/nuxeo` });
    await use(new Seed(server.origin));
    await server.stop();
  },
});

/** Holds the server's answers until the returned function is called. */
async function holdAnswers(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/nuxeo/api/v1/**', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Keys of this tab's store for the next visit that contain `word`. */
function cachedAddresses(page: Page, word = ''): Promise<readonly string[]> {
  return page.evaluate(
    (wanted) =>
      Object.keys(sessionStorage).filter((name) => name.includes(':seen:') && name.includes(wanted)),
    word,
  );
}

/** Waits until the folder is stored by its path, and its folders and files by its id. */
async function untilSeen(page: Page, { id, path }: { readonly id: string; readonly path: string }) {
  await expect.poll(async () => (await cachedAddresses(page, path)).length).toBeGreaterThan(0);
  await expect.poll(async () => (await cachedAddresses(page, `"place","${id}"`)).length).toBe(2);
}

const title = (name: string) => ({ 'dc:title': name });

test('a list is there as it was seen, says that it is refreshed, and is', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'File', 'first', title('First paper'));
  const list = await new FolderList(app).open(workspace.path);
  await expect(list.row('First paper')).toBeVisible();
  await untilSeen(app, workspace);
  await seed.document(workspace.path, 'File', 'second', title('Second paper'));
  const release = await holdAnswers(app);
  const requests: string[] = [];
  app.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await app.reload();
  await expect(app.getByRole('link', { name: 'First paper' })).toBeVisible();
  await expect(app.getByText('Refreshing…')).toBeVisible();
  // The folder is known from the last visit before its code has loaded, so its rows are requested by its id at the same
  // time.
  expect(requests.filter((path) => path.endsWith('/@children'))).toEqual([]);
  await expect(list.rows).toHaveCount(0);
  await checkAccessibility();
  release();
  await expect(list.row('Second paper')).toBeVisible();
  await expect(list.row('First paper')).toBeVisible();
  await expect(app.getByText('Refreshing…')).toHaveCount(0);
});

test.describe('what is refused by now', () => {
  test.use({ expectedErrors: [[/404|403/], { scope: 'test' }] });

  test('does not stay on screen, and is not kept', async ({ page, seed, workspace }) => {
    const ada = await seed.user(`ada-${workspace.id.slice(-8)}`);
    const { username } = ada;
    const access = (operation: string, params: Readonly<Record<string, string>>) =>
      seed.operation(operation, { input: `doc:${workspace.path}`, params });
    await access('Document.AddPermission', { username, permission: 'Read', acl: 'local' });
    await access('Document.BlockPermissionInheritance', { acl: 'local' });
    await seed.document(workspace.path, 'File', 'paper', title('Paper'));
    await signIn(page, new Seed(seed.origin, ada), username);
    const list = await new FolderList(page).open(workspace.path);
    await expect(list.row('Paper')).toBeVisible();
    await untilSeen(page, workspace);

    await access('Document.RemovePermission', { user: username, acl: 'local' });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'You may not see this folder' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Paper', exact: true })).toHaveCount(0);
    await expect.poll(() => cachedAddresses(page, workspace.path)).toEqual([]);
  });

  test('nor is a folder that has gone', async ({ app, seed, workspace }) => {
    await seed.document(workspace.path, 'File', 'paper', title('Paper'));
    const list = await new FolderList(app).open(workspace.path);
    await expect(list.row('Paper')).toBeVisible();
    await untilSeen(app, workspace);
    await seed.fetch(`/api/v1/id/${workspace.id}`, { method: 'DELETE' });
    // The refusal may come before the code that stores and forgets visits has loaded.
    await app.route(/next-visit/, () => undefined);
    await app.reload();
    await expect(app.getByText('It was moved, renamed or deleted')).toBeVisible();
    await expect(app.getByRole('link', { name: 'Paper', exact: true })).toHaveCount(0);
  });
});

test('signing out wipes what was seen; the next person finds nothing', async ({ app, seed, workspace }) => {
  const ada = await seed.user(`ada-${workspace.id.slice(-8)}`);
  await seed.document(workspace.path, 'File', 'paper', title('Paper'));
  const list = await new FolderList(app).open(workspace.path);
  await expect(list.row('Paper')).toBeVisible();
  await untilSeen(app, workspace);
  await app.getByRole('button', { name: 'Administrator', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Sign out' }).click();
  const signInPage = new SignInPage(app);
  await expect(signInPage.login).toBeVisible();
  expect(await cachedAddresses(app)).toEqual([]);
  await signInPage.withPassword(ada.username, ada.username);
  await expect(app.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
  const release = await holdAnswers(app);
  await app.goto(`/browse${workspace.path}`);
  await expect(app.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
  await expect(app.getByRole('link', { name: 'Paper', exact: true })).toHaveCount(0);
  release();
  await expect(list.row('Paper')).toBeVisible();
});

test('without room for it, a visit is as the first one was', async ({ app, seed, workspace }) => {
  await app.addInitScript(() => {
    const set = Storage.prototype.setItem;
    Storage.prototype.setItem = function (name, value) {
      if (name.includes(':seen:')) throw new DOMException('No room', 'QuotaExceededError');
      set.call(this, name, value);
    };
    Object.defineProperty(window, 'caches', { value: undefined });
  });
  await seed.document(workspace.path, 'File', 'paper', title('Paper'));
  const list = await new FolderList(app).open(workspace.path);
  await expect(list.row('Paper')).toBeVisible();
  await app.reload();
  await expect(list.row('Paper')).toBeVisible();
  expect(await cachedAddresses(app)).toEqual([]);
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [[/ERR_INTERNET_DISCONNECTED/], { scope: 'test' }] });

  test('the app opens, with the lists and pages that were seen', async ({
    app,
    context,
    seed,
    workspace,
  }) => {
    await app.clock.install();
    const id = await seed.document(workspace.path, 'File', 'paper', title('Paper'));
    const document = await new DocumentPage(app).open(id);
    await expect(document.title).toHaveText('Paper');
    const list = await new FolderList(app).open(workspace.path);
    await expect(list.row('Paper')).toBeVisible();
    await expect.poll(() => isReleaseKept(app)).toBe(true);
    await untilSeen(app, workspace);
    await context.setOffline(true);
    await app.goto(`/browse${workspace.path}`);
    await expect(list.row('Paper')).toBeVisible();
    await expect(app.getByRole('region', { name: 'Connection' })).toContainText('cannot be reached');
    const asked: string[] = [];
    app.on('request', (request) => asked.push(request.url()));
    const unanswered = app.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/config/schemas'),
    );
    await app.goto(`/doc/${id}`);
    await expect(document.title).toHaveText('Paper');
    await unanswered;
    await context.setOffline(false);
    await expect(app.getByRole('region', { name: 'Connection' })).toHaveCount(0);
    await expect(document.title).toHaveText('Paper');
    // The schemas of the last visit are enough: nothing else is requested.
    expect(asked.filter((address) => address.endsWith('/config/types'))).toEqual([]);
  });
});

test('a new release replaces the old one whole; a tab of the old one goes on', async ({
  host,
  elsewhere,
  context,
  page,
}) => {
  await elsewhere.document('/default-domain/workspaces', 'Workspace', 'papers', title('Papers'));
  await page.clock.install();
  await page.goto(`${host.origin}/a/b/#/browse/default-domain/workspaces`);
  await new SignInPage(page).withPassword('Administrator', 'Administrator');
  await expect(new FolderList(page).row('Papers')).toBeVisible();
  await expect.poll(() => isReleaseKept(page)).toBe(true);
  host.release('next');

  // Code that this tab has not loaded yet is no longer on the host.
  await page.getByRole('link', { name: 'People' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeAttached();

  const other = await context.newPage();
  const isNext = other.locator('meta[name="release"][content="next"]');
  await expect(async () => {
    await other.goto(`${host.origin}/a/b/`);
    await expect(other.getByRole('navigation', { name: 'Navigation' })).toBeVisible({ timeout: 20_000 });
    expect(await isNext.count()).toBe(1);
  }).toPass();
  const scripts = await other.evaluate(() =>
    [...document.querySelectorAll('script[src*="/assets/"], link[rel="modulepreload"]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
    ),
  );
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((name) => !name.endsWith('-next.js'))).toEqual([]);
  await page.reload();
  await expect(page.locator('meta[name="release"][content="next"]')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeAttached();
});
