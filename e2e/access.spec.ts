/** The page of rights: sources of entries, their periods, blocking, and the check of one person. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, signIn, test, type Workspace } from './fixtures.ts';
import { Seed } from './seed.ts';

interface Place {
  /** Signed in; may change the workspace's rights without being an administrator. */
  readonly manager: string;
  readonly folder: string;
}

async function signInManager(page: Page, seed: Seed, workspace: Workspace): Promise<Place> {
  const manager = await seed.user(`zoe-${randomUUID().slice(0, 8)}`);
  await seed.operation('Document.AddPermission', {
    input: workspace.id,
    params: { users: [manager.username], permission: 'Everything' },
  });
  const folder = await seed.document(workspace.path, 'Folder', 'leases', { 'dc:title': 'Leases' });
  await seed.document(`${workspace.path}/leases`, 'Note', 'north', { 'dc:title': 'North' });
  await signIn(page, new Seed(seed.origin, manager), manager.username);
  return { manager: manager.username, folder };
}

/** Servers say so in their capabilities; those of these tests have no mail server. */
async function sendsMails(page: Page, enabled: boolean): Promise<void> {
  await page.route(/\/capabilities$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), mail: { enabled } } });
  });
}

const table = (page: Page, name: string) => page.getByRole('table', { name });
const row = (page: Page, name: string, who: string) =>
  table(page, name).getByRole('row').filter({ hasText: who });

test('tells what comes from which folder, and what is set here', async ({
  page,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const { manager, folder } = await signInManager(page, seed, workspace);
  await page.goto(`/doc/${folder}/rights`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access to Leases');
  await expect(page.getByText('1 document below takes these rights')).toBeVisible();
  const inherited = row(page, 'Inherited', manager);
  await expect(inherited).toContainText('Manage everything');
  await expect(inherited).toContainText('Everything');
  await expect(inherited.getByRole('link')).toHaveText(workspace.title);
  await expect(table(page, 'Inherited')).toContainText('Always');
  await expect(page.getByText('Nothing is set on this document itself.')).toBeVisible();
  await checkAccessibility();
  await inherited.getByRole('link').click();
  await page.getByRole('grid').getByRole('row').filter({ hasText: 'Leases' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Share', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access to Leases');
  await table(page, 'Inherited').getByRole('link', { name: workspace.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(workspace.title);
});

test('gives a right until a day, changes it in place, removes it and takes that back', async ({
  page,
  seed,
  workspace,
}) => {
  const { manager, folder } = await signInManager(page, seed, workspace);
  const { username } = await seed.user(`ada-${randomUUID().slice(0, 8)}`);
  await sendsMails(page, true);
  await page.goto(`/doc/${folder}/rights`);
  const form = page.getByRole('form', { name: 'Give access' });
  await form.getByRole('combobox', { name: 'Who' }).fill(username);
  await page.getByRole('option', { name: new RegExp(username) }).click();
  await form.getByLabel('Until', { exact: true }).fill('31/01/2040');
  await form.getByLabel('Tell them by mail').check();
  await form.getByLabel('Message to them').fill('For the lease of the quay');
  await form.getByRole('button', { name: 'Add' }).click();
  const entry = row(page, 'Set here', username);
  await expect(entry).toContainText('Until 31 Jan 2040');
  await expect(form.getByRole('combobox', { name: 'Who' })).toBeFocused();
  await expect(entry).toContainText(manager);
  await entry.getByLabel(`What ${username} may do`).selectOption('ReadWrite');
  await expect(entry.locator('code')).toHaveText('ReadWrite');
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts).toContainText(`Access of ${username} changed`);
  await expect(entry).toContainText('Until 31 Jan 2040');

  await entry.getByRole('button', { name: `Actions for ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Change from and until…' }).click();
  const dialog = page.getByRole('dialog', { name: `When may ${username}?` });
  await expect(dialog.getByLabel('Until', { exact: true })).toHaveValue('31/01/2040');
  await dialog.getByLabel('Until', { exact: true }).fill('28/02/2041');
  await dialog.getByRole('button', { name: 'Keep' }).click();
  await expect(entry).toContainText('Until 28 Feb 2041');

  await entry.getByRole('button', { name: `Actions for ${username}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(entry).toHaveCount(0);
  await expect(toasts).toContainText(`Access of ${username} removed`);
  await toasts.getByRole('button', { name: 'Undo' }).click();
  await expect(entry).toContainText('Until 28 Feb 2041');
  await expect(entry.locator('code')).toHaveText('ReadWrite');
});

test('offers no mail where the server sends none', async ({ page, seed, workspace }) => {
  const { folder } = await signInManager(page, seed, workspace);
  await sendsMails(page, false);
  const answered = page.waitForResponse(/\/capabilities$/);
  await page.goto(`/doc/${folder}/rights`);
  await answered;
  const form = page.getByRole('form', { name: 'Give access' });
  await expect(form.getByLabel('Until', { exact: true })).toBeVisible();
  await expect(form.getByLabel('Tell them by mail')).toHaveCount(0);
});

test('whoever follows Share begins at the heading of the rights', async ({ page, seed, workspace }) => {
  const { folder } = await signInManager(page, seed, workspace);
  await page.goto(`/doc/${folder}`);
  await page.getByRole('link', { name: 'Share' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Access to Leases' })).toBeFocused();
});

test('shows before and after when inheritance is blocked, and when it comes again', async ({
  page,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const { manager, folder } = await signInManager(page, seed, workspace);
  await page.goto(`/doc/${folder}/rights`);
  await page.getByRole('switch', { name: 'Block inheritance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Block inheritance?' });
  await expect(dialog.getByRole('row').filter({ hasText: manager })).toContainText(
    'Manage everythingManage everything',
  );
  await expect(dialog.getByRole('row').filter({ hasText: /Members/i })).toContainText('Nothing');
  await checkAccessibility(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Block inheritance' }).click();
  await expect(page.getByText('No rights are inherited from above.')).toBeVisible();
  await expect(table(page, 'Inherited')).toHaveCount(0);
  await expect(row(page, 'Set here', manager)).toContainText('Manage everything');

  await page.getByRole('switch', { name: 'Block inheritance' }).click();
  const again = page.getByRole('dialog', { name: 'Inherit rights again?' });
  await expect(again.getByRole('row').filter({ hasText: /Members/i })).toContainText('Nothing');
  await again.getByRole('button', { name: 'Inherit rights' }).click();
  await expect(row(page, 'Inherited', manager)).toContainText(workspace.title);
});

test('answers why somebody may see it: by which groups, from which folder, until when', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const mark = randomUUID().slice(0, 8);
  const [inner, outer] = [`surveyors-${mark}`, `estates-${mark}`];
  await seed.json('POST', '/group', { 'entity-type': 'group', groupname: inner, grouplabel: inner });
  await seed.json('POST', '/group', {
    'entity-type': 'group',
    groupname: outer,
    grouplabel: outer,
    memberGroups: [inner],
  });
  const { username } = await seed.user(`ada-${mark}`, [inner]);
  await seed.user(`${username}-elsewhere`);
  await seed.operation('Document.AddPermission', {
    input: workspace.id,
    params: { users: [outer], permission: 'ReadWrite', end: '2040-01-31T12:00:00Z' },
  });
  const id = await seed.document(workspace.path, 'File', 'lease', { 'dc:title': 'Lease' });
  await app.goto(`/doc/${id}/rights`);
  const check = app.getByRole('complementary', { name: 'Check access' });
  // The check begins with the signed-in person, so that an answer is visible at once.
  await expect(check).toContainText('Administrators may do everything.');
  const personField = check.getByRole('combobox', { name: 'What may this person do here?' });
  // Press Enter while the suggestions are still those of an earlier text.
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await app.route('**/UserGroup.Suggestion', async (route) => {
    await answered;
    await route.continue();
  });
  await personField.click();
  await expect(app.getByRole('option').first()).toBeVisible();
  await app.keyboard.press('ControlOrMeta+A');
  await app.keyboard.type(username);
  await app.keyboard.press('Enter');
  await expect(personField).toHaveValue(username);
  answer();
  await expect(personField).toHaveAttribute('aria-expanded', 'false');
  await expect(personField).toHaveValue(username);
  // The same when the focus moves on before the suggestions come.
  await personField.press('ControlOrMeta+A');
  const { promise: answeredAgain, resolve: answerAgain } = Promise.withResolvers<void>();
  await app.unroute('**/UserGroup.Suggestion');
  await app.route('**/UserGroup.Suggestion', async (route) => {
    await answeredAgain;
    await route.continue();
  });
  await app.keyboard.type(`${username}-elsewhere`);
  await app.keyboard.press('Enter');
  await app.keyboard.press('Tab');
  await expect(personField).not.toBeFocused();
  answerAgain();
  await expect(personField).toHaveValue(`${username}-elsewhere`);
  await app.unroute('**/UserGroup.Suggestion');
  await personField.fill(username);
  await personField.press('Enter');
  await expect(personField).toHaveValue(username);
  const rights = check.getByRole('list', { name: 'Rights of this person' }).getByRole('listitem');
  const writing = rights.filter({ hasText: /^Write/ });
  await expect(writing).toContainText('ReadWrite');
  await expect(writing).toContainText(`from ${workspace.title}`);
  await expect(writing).toContainText('Until 31 Jan 2040');
  await expect(writing).toContainText(`through${inner}${outer}`);
  await expect(rights.filter({ hasText: 'Manage rights' })).toContainText('No');
  await expect(check).toContainText('From 31 Jan 2040');
  await expect(check).toContainText('Loses: Read, Write');
  await expect(check).toBeInViewport({ ratio: 0.9 });
  await checkAccessibility();
});

test('Escape closes a list of choices, and takes nothing that was chosen', async ({ app, workspace }) => {
  await app.goto(`/doc/${workspace.id}/rights`);
  const check = app.getByRole('complementary', { name: 'Check access' });
  const who = check.getByRole('combobox', { name: 'What may this person do here?' });
  const answer = check.getByText('Administrators may do everything.');
  await expect(answer).toBeVisible();
  await expect(who).toHaveValue('Administrator');
  await who.press('ArrowDown');
  await expect(who).toHaveAttribute('aria-expanded', 'true');
  await who.press('Escape');
  await expect(who).toHaveAttribute('aria-expanded', 'false');
  await who.press('Escape');
  await expect(who).toHaveValue('Administrator');
  await expect(answer).toBeVisible();
});

test('somebody who may only read sees the rights and who can change them', async ({
  page,
  seed,
  workspace,
}) => {
  const reader = await seed.user(`reader-${randomUUID().slice(0, 8)}`);
  await seed.operation('Document.AddPermission', {
    input: workspace.id,
    params: { users: [reader.username], permission: 'Read' },
  });
  await signIn(page, new Seed(seed.origin, reader), reader.username);
  await page.goto(`/doc/${workspace.id}/access`);
  await page.getByRole('link', { name: 'Manage access' }).click();
  await expect(page.getByText(/You may not change the rights here\. .*Administrator.* may\./)).toBeVisible();
  await expect(row(page, 'Set here', reader.username)).toContainText('Read');
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expect(page.getByRole('form', { name: 'Give access' })).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Check access' })).toContainText('set here');
});

for (const width of [768, 390])
  test(`is for everyone in the dark at ${width} px, and leads to the answer for one person`, async ({
    appInTheDark: app,
    workspace,
    checkAccessibility,
  }) => {
    await app.setViewportSize({ width, height: 844 });
    await app.goto(`/doc/${workspace.id}/rights`);
    await expect(table(app, 'Inherited')).toBeVisible();
    await checkAccessibility();
    const wide = await app.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
    await app.getByRole('button', { name: 'Check access' }).click();
    await expect(app.getByText('Administrators may do everything.')).toBeInViewport();
  });
