/** The administration: audit log, statistics, queue and servers; members see none of it. */
import { readFile } from 'node:fs/promises';
import type { Request } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { Seed } from './seed.ts';

test('the audit trail is searched by event and person', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Note', 'minutes');
  await seed.user('auditor');
  await app.goto('/admin');
  const trail = app.getByRole('region', { name: 'Audit trail' });
  await expect(trail.getByRole('link', { name: `${workspace.path}/minutes` }).first()).toBeVisible();
  await app.getByRole('textbox', { name: 'Events' }).fill('user_created');
  await expect(trail.getByText('documentCreated')).toHaveCount(0);
  await expect(trail.getByRole('cell', { name: 'auditor', exact: true })).toBeVisible();
  await checkAccessibility();
  const download = app.waitForEvent('download');
  await app.getByRole('button', { name: 'Save as CSV' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe('Audit trail.csv');
  const lines = (await readFile(await saved.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toBe('\uFEFFWhen,Person,Event,Document,Identifier,Comment');
  expect(lines.slice(1).some((line) => line.endsWith(',auditor'))).toBe(true);
  expect(lines.join()).not.toContain('minutes');
  // Let the answer come while the option is pressed; the options must not move then.
  const pressed = Promise.withResolvers<void>();
  const isOfAudit = (request: Request) => request.postData()?.includes('"searchTerm":"audit"') === true;
  await app.route('**/automation/UserGroup.Suggestion', async (route) => {
    if (isOfAudit(route.request())) await pressed.promise;
    await route.continue();
  });
  const answer = app.waitForResponse((response) => isOfAudit(response.request()));
  const person = app.getByRole('combobox', { name: 'Person' });
  await person.fill('audit');
  await app.getByRole('option', { name: 'auditor' }).hover();
  await app.mouse.down();
  pressed.resolve();
  await (await answer).finished();
  await app.evaluate(() => new Promise((drawn) => setTimeout(drawn, 100)));
  await app.mouse.up();
  await expect(person).toHaveValue('auditor');
  await expect(app.getByText('No events match.')).toBeVisible();
});

test('the audit trail fits a phone', async ({ app, seed, workspace, checkAccessibility }) => {
  await seed.document(workspace.path, 'Note', 'minutes');
  await app.setViewportSize({ width: 390, height: 844 });
  await app.goto('/admin');
  const entry = app
    .getByRole('list', { name: 'Audit trail' })
    .getByRole('listitem')
    .filter({ hasText: `${workspace.path}/minutes` })
    .last();
  await expect(entry).toContainText('created it');
  await expect(entry).toContainText('documentCreated');
  const { width, x } = (await entry.getByRole('link').boundingBox()) ?? { width: 0, x: 0 };
  expect(x + width).toBeLessThanOrEqual(390);
  await checkAccessibility();
});

test('what the repository holds, its queue and its servers are shown', { tag: '@own-server' }, async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  const wright = { username: 'wright', password: 'wright' };
  const properties = { ...wright, firstName: 'Orville', lastName: 'Wright' };
  await seed.json('POST', '/user', { 'entity-type': 'user', id: 'wright', properties });
  const params = { username: 'wright', permission: 'ReadWrite' };
  await seed.operation('Document.AddPermission', { input: workspace.id, params });
  await new Seed(seed.origin, wright).document(workspace.path, 'Note', 'minutes');
  // Long enough to be extracted by a background job.
  await seed.file(workspace.path, 'lease.txt', 'A lease. '.repeat(20_000), 'text/plain');
  await seed.operation('Quotas.SetMaxSize', { input: workspace.id, params: { targetSize: 2_000_000 } });
  await app.goto('/');
  await app
    .getByRole('navigation', { name: 'Navigation' })
    .getByRole('link', { name: 'Administration' })
    .click();
  // The links to its parts take the place of the tree.
  const parts = app.getByRole('navigation', { name: 'Parts of the administration' });
  await expect(app.getByRole('tree')).toHaveCount(0);
  await parts.getByRole('link', { name: 'Statistics' }).click();
  await expect(parts.getByRole('link', { name: 'Statistics' })).toHaveAttribute('aria-current', 'page');
  await expect(app.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible();
  const types = app.getByRole('table', { name: 'By type' });
  await expect(types.getByRole('row', { name: /^Note / })).toBeVisible();
  await expect(app.getByRole('table', { name: 'By person' })).toContainText('Orville Wright');
  const limits = app.getByRole('list', { name: 'Folders with a limit' });
  await expect(limits).toContainText('of 2 MB');
  await limits.getByRole('button', { name: `Change the limit of ${workspace.title}` }).click();
  const dialog = app.getByRole('dialog');
  await expect(dialog.getByRole('spinbutton', { name: 'At most' })).toHaveValue('2');
  await dialog.getByRole('spinbutton', { name: 'At most' }).fill('0');
  await dialog.getByRole('button', { name: 'Set limit' }).click();
  await expect(dialog.getByText('A size above 0')).toBeVisible();
  await checkAccessibility();
  await dialog.getByRole('spinbutton', { name: 'At most' }).fill('3.5');
  await dialog.getByRole('combobox', { name: 'Unit' }).selectOption({ label: 'GB' });
  await dialog.getByRole('button', { name: 'Set limit' }).click();
  await expect(limits).toContainText('of 3.5 GB');
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect(limits).toContainText('of 2 MB');
  await checkAccessibility();
  for (const [theme, width, height] of [
    ['dark', 1440, 900],
    ['light', 390, 844],
  ] as const) {
    await app.emulateMedia({ colorScheme: theme });
    await app.setViewportSize({ width, height });
    await checkAccessibility();
    await app.getByRole('link', { name: 'Work in the background' }).press('Enter');
    await app.getByRole('button', { name: /^Done/ }).press('Enter');
    await expect(
      app.getByRole('list', { name: 'Jobs' }).getByText('Reading a file', { exact: true }).first(),
    ).toBeVisible();
    await checkAccessibility();
    await app.getByRole('link', { name: 'Servers' }).press('Enter');
    await expect(app.getByRole('list', { name: 'Servers' })).toContainText('Database: OK');
    await checkAccessibility();
    const wide = await app.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wide).toBe(0);
    await app.getByRole('link', { name: 'Statistics' }).press('Enter');
    await expect(types).toBeVisible();
  }
});

test('members get a refusal on the pages of the administration', async ({ page, seed, server }) => {
  await signIn(page, new Seed(server.origin, await seed.user('passenger')), 'passenger');
  await page.goto('/admin');
  await expect(page.getByText('Only administrators look after the server.')).toBeVisible();
  const navigation = page.getByRole('navigation', { name: 'Navigation' });
  await expect(navigation.getByRole('button', { name: /passenger/ })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Administration' })).toHaveCount(0);
});
