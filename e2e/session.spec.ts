/** Every way to sign in, staying signed in, and what the page does when its session expires. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { DocumentPage } from './models/document-page.ts';
import { SignInPage } from './models/sign-in-page.ts';
import { Seed } from './seed.ts';

test('a wrong password is refused, the right one leads to the deep link', async ({
  page,
  workspace,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/401/);
  await page.goto(`/browse${workspace.path}?view=gallery`);
  const signIn = new SignInPage(page);
  await expect(signIn.login).toBeVisible();
  await checkAccessibility();
  await signIn.withPassword('Administrator', 'wrong');
  await expect(page.getByText('That login and password do not match.')).toBeVisible();
  await expect(signIn.login).toHaveValue('Administrator');
  await signIn.withPassword('Administrator', 'Administrator');
  await expect(page).toHaveURL(new RegExp(`/browse${workspace.path}\\?view=gallery$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(workspace.title);
  await expect(page.getByText(/well-known|first password/i).first()).toBeVisible();
});

test('no password and no token stands in an address or outlives the tab', async ({ page }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto('/');
  await new SignInPage(page).withPassword('Administrator', 'Administrator');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  const stored = await page.evaluate(() => [
    JSON.stringify({ ...sessionStorage }),
    JSON.stringify({ ...localStorage }),
  ]);
  const token = /"token\\":\\"([\w-]+)/.exec(stored[0] ?? '')?.[1] ?? '';
  expect(token).not.toBe('');
  expect(stored[1]).not.toContain(token);
  expect(
    addresses.filter((address) => address.includes(token) || /\/nuxeo\/.*password/i.test(address)),
  ).toEqual([]);
});

test('a pasted token signs in; one that is none is refused', async ({ page, seed, expectedErrors }) => {
  expectedErrors.push(/401/);
  await page.goto('/');
  const signIn = new SignInPage(page);
  await signIn.withToken('nonsense');
  await expect(page.getByText('The server does not know this token')).toBeVisible();
  await signIn.withToken(await seed.token(randomUUID()), true);
  await expect(page.getByRole('button', { name: 'Administrator', exact: true })).toBeVisible();
});

test('the server’s own page signs in by code and proof, and comes back to the deep link', async ({
  page,
  workspace,
}) => {
  await page.goto(`/browse${workspace.path}`);
  await new SignInPage(page).onServersPage('Administrator', 'Administrator');
  await expect(page).toHaveURL(new RegExp(`/browse${workspace.path}$`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(workspace.title);
});

test('a session that ends keeps the page, and what waited goes on', async ({
  app,
  seed,
  workspace,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/401/);
  await endSessionAt(app, seed, 'Made before the end');
  await app.goto(`/browse${workspace.path}`);
  await expect(app.getByRole('heading', { level: 1 })).toContainText(workspace.title);
  await app.getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Folder', exact: true }).click();
  await app.getByRole('dialog').getByRole('textbox').first().fill('Made before the end');
  await app.keyboard.press('Enter');
  const signIn = new SignInPage(app);
  await expect(signIn.layer).toBeVisible();
  await checkAccessibility(app, '[role="dialog"]');
  await signIn.again('Administrator');
  await expect(signIn.layer).toBeHidden();
  await expect(app.getByRole('row', { name: /Made before the end/ })).toBeVisible();
});

test('a save that meets the end of the session keeps what was typed and goes on', async ({
  app,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  const page = await saveAfterSessionEnd(app, seed, workspace.path);
  const signIn = new SignInPage(app);
  await expect(signIn.layer).toBeVisible();
  await signIn.again('Administrator');
  await expect(signIn.layer).toBeHidden();
  await expect(page.property('Source')).toContainText('Typed before the end');
  await expect(page.saveButton).toHaveCount(0);
});

test('who puts signing in aside on a phone is led to what brings it back', async ({
  app,
  seed,
  workspace,
  expectedErrors,
}) => {
  expectedErrors.push(/401/);
  await app.setViewportSize({ width: 390, height: 844 });
  const page = await saveAfterSessionEnd(app, seed, workspace.path);
  const signIn = new SignInPage(app);
  await expect(signIn.layer.getByLabel('Password', { exact: true })).toBeFocused();
  await app.keyboard.press('Escape');
  await expect(signIn.layer).toBeHidden();
  const back = app.getByRole('region', { name: 'Sign in again' }).getByRole('button', { name: 'Sign in' });
  await expect(back).toBeFocused();
  await app.keyboard.press('Enter');
  await signIn.again('Administrator');
  await expect(signIn.layer).toBeHidden();
  await expect(page.property('Source')).toContainText('Typed before the end');
});

test('nobody takes the place of who typed something without a question', async ({
  app,
  seed,
  workspace,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/401/);
  const askedByBrowser: string[] = [];
  app.on('dialog', (dialog) => {
    askedByBrowser.push(dialog.type());
    void dialog.accept();
  });
  const eve = await seed.user(`eve-${workspace.id.slice(-8)}`);
  const evesToken = await new Seed(seed.origin, eve).token(randomUUID());
  await saveAfterSessionEnd(app, seed, workspace.path);
  const source = app.getByLabel('Source', { exact: true });
  const signIn = new SignInPage(app);
  const question = app.getByRole('dialog', { name: 'Leave without saving?' });
  const stay = question.getByRole('button', { name: 'Stay' });

  const other = signIn.layer.getByRole('button', { name: 'Sign in as someone else' });
  await other.press('Enter');
  await expect(stay).toBeFocused();
  await checkAccessibility(app, '[role="dialog"]');
  await app.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(other).toBeFocused();

  await signIn.layer.getByRole('button', { name: 'Use a token' }).click();
  await signIn.withToken(evesToken, true);
  await expect(stay).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(signIn.layer).toBeVisible();
  await expect(source).toHaveValue('Typed before the end');

  await other.press('Enter');
  await expect(stay).toBeFocused();
  await app.keyboard.press('Tab');
  await expect(question.getByRole('button', { name: 'Leave' })).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(signIn.layer).toBeHidden();
  await expect(signIn.login).toBeVisible();
  expect(askedByBrowser).toEqual([]);
});

test('signing out forgets the session in every tab', async ({ app, context }) => {
  await app.goto('/');
  await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await app.getByRole('button', { name: 'Administrator', exact: true }).click();
  await app.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(new SignInPage(app).login).toBeVisible();
  await expect(new SignInPage(other).login).toBeVisible();
});

test('signing out asks about what another tab has not saved', async ({ app, context, seed, workspace }) => {
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  await app.goto('/');
  const other = await context.newPage();
  const page = await new DocumentPage(other).open(id);
  await (await page.edit('Source')).fill('Typed');
  const signOut = async () => {
    await app.getByRole('button', { name: 'Administrator', exact: true }).click();
    await app.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  const question = app.getByRole('dialog', { name: 'Leave without saving?' });
  await signOut();
  await expect(question).toContainText('Changes in another tab are not saved.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toHaveCount(0);
  await page.save();
  await expect(page.property('Source')).toContainText('Typed');
  await signOut();
  await expect(new SignInPage(app).login).toBeVisible();
  await expect(new SignInPage(other).login).toBeVisible();
});

test('mistakes in config.json have a page of their own', async ({ page, checkAccessibility }) => {
  await page.route('**/config.json', (route) =>
    route.fulfill({ body: '{\n  "headerPrefix": "NX",\n  "server": 7\n}', contentType: 'application/json' }),
  );
  await page.goto('/');
  await expect(page.getByText('config.json').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'server' })).toContainText('Line 3:');
  await checkAccessibility();
});

test('the app speaks French to those who do', async ({ browser, server, seed }) => {
  const context = await browser.newContext({ locale: 'fr-FR' });
  const page = await context.newPage();
  await page.goto(server.origin);
  await expect(page.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await signIn(page, seed);
  await page.goto(`${server.origin}/recent`);
  const keys = page.getByRole('dialog', { name: 'Raccourcis' });
  // The keys are registered after the first view.
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(keys).toContainText('Maj+F6', { timeout: 500 });
  }).toPass();
  await expect(keys).toContainText('Espace');
  await context.close();
});

test('an organisation has its own name, mark and ink everywhere, which can be read', async ({
  page,
  seed,
  workspace,
  checkAccessibility,
  checkContrast,
}) => {
  await seed.document(workspace.path, 'Note', 'Deed');
  // Orange is unreadable on a light background, so it is darkened.
  const name = 'Port of Ada, its three quays and the archive of all their warehouses';
  const branding = { name, mark: 'favicon.svg', ink: '#ff8800' };
  await page.route('**/config.json', (route) => route.fulfill({ json: { server: '/nuxeo', branding } }));
  await page.goto(`/browse${workspace.path}`);
  const signIn = new SignInPage(page);
  await expect(signIn.login).toBeVisible();
  await expect(page.getByText(name)).toBeVisible();
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /\/favicon\.svg$/);
  await checkAccessibility();
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkContrast();
  await signIn.withPassword('Administrator', 'Administrator');
  const home = page.getByRole('link', { name });
  await expect(home).toBeVisible();
  const [bar, text] = await Promise.all([home.boundingBox(), home.getByText(name).boundingBox()]);
  expect(text?.height).toBeLessThan(bar?.height ?? 0);
  await expect(page).toHaveTitle(`${workspace.title} – ${name}`);
  const row = page.getByRole('row', { name: /Deed/ });
  await row.click();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('toolbar', { name: 'Actions for the selection' })).toBeVisible();
  await checkContrast();
  await page.emulateMedia({ colorScheme: 'light' });
  await checkAccessibility();
});

/** Types into a document and saves; the session ends with that request. */
async function saveAfterSessionEnd(app: Page, seed: Seed, folder: string): Promise<DocumentPage> {
  const id = await seed.document(folder, 'File', 'lease', { 'dc:title': 'Lease' });
  await endSessionAt(app, seed, 'Typed before the end');
  const page = await new DocumentPage(app).open(id);
  await (await page.edit('Source')).fill('Typed before the end');
  await page.save();
  return page;
}

/**
 * The session ends with the first call that has this text: ended earlier, the page might notice it by another call. Call it
 * before the page is opened: requests sent just after a route was set up may bypass it.
 */
async function endSessionAt(app: Page, seed: Seed, text: string): Promise<void> {
  let hasEnded = false;
  await app.route('**/api/v1/**', async (route) => {
    if (!hasEnded && route.request().postData()?.includes(text)) {
      hasEnded = true;
      await seed.revokeTokens();
    }
    await route.continue();
  });
}
