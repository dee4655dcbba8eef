/** A person's settings: the look in this browser, one-time codes, and the list of sign-ins. */
import { codeAt } from '#server/core/signin/one-time-codes.ts';
import { expect, signIn, test } from './fixtures.ts';
import { FolderList } from './models/folder-list.ts';
import { SignInPage } from './models/sign-in-page.ts';
import { Seed } from './seed.ts';

/** One-time codes are off in other tests. */
test.use({ serverOptions: { arguments: ['--second-factor'] } });

test('the look and the keys of this browser are chosen, count at once, and are kept', async ({
  page,
  seed,
  server,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Note', 'Letter');
  const amy = await seed.user('amy');
  await seed.operation('Document.AddPermission', {
    input: workspace.id,
    params: { users: [amy.username], permission: 'ReadWrite' },
  });
  await signIn(page, new Seed(server.origin, amy), 'amy');
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'amy', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('settings');
  await page.getByRole('option', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  const you = page.getByRole('region', { name: 'You' });
  await expect(you.getByRole('listitem').filter({ hasText: 'Members' })).toBeVisible();
  await page.getByRole('button', { name: 'Keys…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  const change = sheet.getByRole('button', { name: 'Choose other keys: Tag' });
  const press = sheet.getByRole('button', { name: 'Press the new keys for Tag' });
  await change.press('Enter');
  await expect(press).toBeFocused();
  await press.press('m');
  await expect(sheet.getByText('M is already “Move”; press others.')).toBeVisible();
  await press.press('Control+t');
  await expect(sheet.getByText('Ctrl+T is needed elsewhere; press others.')).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await press.press('Escape');
  await expect(change).toBeFocused();
  await change.press('Enter');
  await press.press('g');
  await expect(sheet.getByRole('button', { name: 'Restore the default keys: Tag' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  await page.getByRole('button', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Compact' }).click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact');
  const plainKeys = page.getByRole('switch', { name: 'Single-key shortcuts' });
  await expect(plainKeys).not.toBeChecked();
  await checkAccessibility();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await plainKeys.check();
  await page.getByRole('heading', { level: 1, name: 'Settings' }).click();
  await page.keyboard.press('?');
  await expect(sheet.getByText('G', { exact: true })).toBeVisible();
  await checkAccessibility(page, '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  const list = await new FolderList(page).open(workspace.path);
  await list.row('Letter').click();
  await expect(list.toolbar).toBeVisible();
  await page.keyboard.press('g');
  const tags = page.getByRole('dialog', { name: 'Tags of Letter' });
  await expect(tags).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tags).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(sheet.getByText('G', { exact: true })).toBeVisible();
  await sheet.getByRole('button', { name: 'Restore all default keys' }).press('Enter');
  await expect(sheet.getByRole('button', { name: /^Restore the default keys/ })).toHaveCount(0);
  await page.goto('/settings');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await expect(page.getByRole('heading', { level: 1, name: 'Réglages' })).toBeVisible();
});

test('one-time codes are set up with a picture, asked for, and switched off', { tag: '@own-server' }, async ({
  page,
  seed,
  server,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/40[13]/);
  const person = await seed.user('hermes');
  await signIn(page, new Seed(server.origin, person), 'hermes');
  // A person who signed in long ago must confirm who they are.
  await page.route('**/api/v1/me/confirmation', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { isRecent: false, ways: ['password'] } })
      : route.continue(),
  );
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Set up…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill('not mine');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('This is wrong')).toBeVisible();
  await checkAccessibility();
  await dialog.getByLabel('Password').fill(person.password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /picture/ })).toBeVisible();
  const secret = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000x');
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog.getByText('This code is wrong')).toBeVisible();
  await checkAccessibility();
  await dialog
    .getByRole('textbox', { name: 'Code' })
    .fill(await codeAt(secret, Math.floor(Date.now() / 30_000)));
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const recovery = (await dialog.getByRole('listitem').first().textContent()) ?? '';
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes are left.')).toBeVisible();

  const elsewhere = await page.context().browser()?.newContext({ baseURL: server.origin });
  const otherTab = await elsewhere?.newPage();
  if (!otherTab) throw new Error('There is no browser');
  await otherTab.goto('/');
  await new SignInPage(otherTab).withPassword(person.username, person.password);
  await expect(otherTab.getByText('This account needs more than a password.')).toBeVisible();
  await elsewhere?.close();

  await page.getByRole('button', { name: 'Switch off…' }).click();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(recovery);
  await dialog.getByRole('button', { name: 'Switch off…' }).click();
  await expect(page.getByRole('button', { name: 'Set up…' })).toBeVisible();
});

test('a device is ended, then everything', async ({
  page,
  seed,
  server,
  expectedErrors,
  checkAccessibility,
}) => {
  // A stock server has no such confirmation.
  expectedErrors.push(/40[14]/);
  const own = new Seed(server.origin, await seed.user('zoidberg'));
  await signIn(page, own, 'zoidberg');
  const lost = await own.token('lost telephone');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings');
  const signIns = page.getByRole('region', { name: 'Who can act as you' }).getByRole('listitem');
  await expect(signIns).toHaveCount(2);
  await expect(signIns.first()).toContainText('This browser');
  await expect(signIns.nth(1)).toContainText(/Ends .* unless it is used until then/);
  await checkAccessibility();
  await signIns.nth(1).getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expect(signIns).toHaveCount(1);
  const refused = await fetch(`${server.origin}/nuxeo/api/v1/me`, {
    headers: { 'X-Authentication-Token': lost },
  });
  expect(refused.status).toBe(401);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(new SignInPage(page).login).toBeVisible();
});
