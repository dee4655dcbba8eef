/** The built app in a folder of a plain file server, with the interface on another origin. */
import { test as base, expect } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { SignInPage } from './models/sign-in-page.ts';
import { documentedPolicy, type PlainHost, startPlainHost } from './plain-host.ts';
import { Seed } from './seed.ts';
import { startServer } from './server.ts';

const folder = '/a/b/';

/** A test that names them before `page` has them until after the page is closed. */
const test = base.extend<{ readonly host: PlainHost; readonly elsewhere: Seed }>({
  host: async ({ browserName: _browser }, use) => {
    const policy = await documentedPolicy();
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
    const host = await startPlainHost(folder, policy);
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

test('signs in, lists, opens and reloads from another origin', async ({ host, elsewhere, page }) => {
  await elsewhere.document('/default-domain/workspaces', 'Workspace', 'papers', { 'dc:title': 'Papers' });
  await elsewhere.user('ada');
  await elsewhere.operation('Document.AddPermission', {
    input: 'doc:/default-domain/workspaces/papers',
    params: { username: 'ada', permission: 'ReadWrite' },
  });
  const drawn =
    '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';
  await elsewhere.file('/default-domain/workspaces/papers', 'seal.svg', drawn, 'image/svg+xml', 'Picture');

  await page.goto(`${host.origin}${folder}#/browse/default-domain/workspaces/papers`);
  const signIn = new SignInPage(page);
  await signIn.withPassword('ada', 'ada');
  const list = new FolderList(page);
  await expect(list.heading).toHaveText('Papers');
  await expect(list.row('seal.svg')).toBeVisible();
  await expect(page).toHaveURL(`${host.origin}${folder}#/browse/default-domain/workspaces/papers`);

  await list.row('seal.svg').dblclick();
  await expect(page).toHaveURL(new RegExp(`${folder}#/doc/`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('seal.svg');
  await page.goBack();
  await expect(list.row('seal.svg')).toBeVisible();
  await page.reload();
  await expect(list.row('seal.svg')).toBeVisible();
});

test('a plain address leads to its place in the app', async ({ host, elsewhere, page, expectedErrors }) => {
  // 404.html tries several folders, and only one has the app.
  expectedErrors.push(/404/, /MIME type/);
  await elsewhere.document('/default-domain/workspaces', 'Workspace', 'papers', { 'dc:title': 'Papers' });
  await page.goto(`${host.origin}${folder}browse/default-domain/workspaces/papers`);
  await new SignInPage(page).withPassword('Administrator', 'Administrator');
  await expect(new FolderList(page).heading).toHaveText('Papers');
});

test('another origin that the server does not name is refused, and the page says so', async ({
  page,
  host,
  expectedErrors,
}) => {
  expectedErrors.push(/CORS/, /Failed to load resource/);
  const server = await startServer();
  host.configure({ server: `${server.origin}/nuxeo` });
  await page.goto(`${host.origin}${folder}`);
  await new SignInPage(page).withPassword('Administrator', 'Administrator');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await server.stop();
});
