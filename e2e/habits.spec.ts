/**
 * Small settings and habits: light and dark, single-letter keys turned off, a notice that stays closed, checkboxes for
 * touch.
 */
import { expect, test } from './fixtures.ts';
import { SignInPage } from './models/sign-in-page.ts';

test('the account menu chooses light or dark and turns single letters off', async ({
  app,
  workspace,
  checkAccessibility,
}) => {
  await app.goto(`/browse${workspace.path}`);
  const account = app.getByRole('button', { name: 'Administrator', exact: true });
  await account.click();
  await app.getByRole('menuitem', { name: 'Appearance' }).click();
  await app.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  // Letters belong to the menu while it is open.
  await expect(app.getByRole('menu')).toHaveCount(0);
  await app.keyboard.press('n');
  const dialog = app.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await account.click();
  await app.getByRole('menuitemcheckbox', { name: 'Single-key shortcuts' }).click();
  await checkAccessibility(app, '[role="menu"]');
  await app.keyboard.press('Escape');
  await app.reload();
  await expect(app.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(app.getByRole('heading', { level: 1 })).toContainText(workspace.title);
  await expect(app.getByRole('button', { name: 'Search or jump to…' })).toBeVisible();
  await expect(app.getByRole('button', { name: 'New', exact: true })).toBeVisible();
  await app.keyboard.press('n');
  await app.keyboard.press('Control+k');
  await expect(app.getByRole('dialog')).toHaveAccessibleName('Search or jump to');
});

test('the band about the first password is one line, and stays away once it is closed', async ({
  page,
  checkAccessibility,
}) => {
  await page.goto('/');
  await new SignInPage(page).withPassword('Administrator', 'Administrator');
  const band = page.getByRole('region').filter({ hasText: 'The first password is still in use' }).last();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(band.getByRole('button', { name: 'Change' })).toBeVisible();
    const [box, work] = await Promise.all([band.boundingBox(), page.locator('#work').boundingBox()]);
    expect(box?.height, `at ${width}`).toBeLessThanOrEqual(64);
    // It takes room and covers nothing.
    expect(work?.y, `at ${width}`).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await checkAccessibility();
  await band.getByRole('button', { name: 'Do not show this again' }).press('Enter');
  await expect(band).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await expect(band).toHaveCount(0);
});

test('enlarged four times a list has room for rows, and shows the one that has the focus', async ({
  app,
  seed,
  workspace,
}) => {
  for (const name of ['One', 'Two', 'Three', 'Four']) await seed.document(workspace.path, 'Note', name);
  await app.setViewportSize({ width: 320, height: 256 });
  await app.goto(`/browse${workspace.path}`);
  const rows = app.locator('[role="row"][data-index]:not([aria-busy])');
  await expect(rows).toHaveCount(4);
  await rows.first().focus();
  await app.evaluate(() => window.scrollTo(0, 0));
  for (const _row of ['Two', 'Three', 'Four']) await app.keyboard.press('ArrowDown');
  await expect(rows.last()).toBeFocused();
  await expect(rows.last()).toBeInViewport({ ratio: 1 });
  // A notice that appears above the list later moves it down.
  for (const _row of ['Three', 'Two']) await app.keyboard.press('ArrowUp');
  await app.evaluate(() => window.scrollTo(0, 0));
  await expect(rows.nth(1)).toBeInViewport({ ratio: 1 });
  const notices = app.locator('section:has([role="grid"]) [class*="notes"]');
  await notices.evaluate((element) => Object.assign(element.style, { display: 'block', height: '80px' }));
  await expect(rows.nth(1)).toBeInViewport({ ratio: 1 });
});

test('enlarged four times a document is not covered by what is known of it', async ({
  app,
  seed,
  workspace,
}) => {
  const id = await seed.file(workspace.path, 'lease.txt', 'The tenant keeps the roof.', 'text/plain');
  await app.setViewportSize({ width: 320, height: 256 });
  await app.goto(`/doc/${id}`);
  const text = app.getByText('The tenant keeps the roof.');
  await text.scrollIntoViewIfNeeded();
  await expect(text).toBeInViewport({ ratio: 1 });
  // Nothing covers it.
  await text.click();
  await app.getByRole('tab', { name: 'Details' }).click();
  await expect(app.getByRole('button', { name: /^Title/ })).toBeVisible();
});

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 768, height: 1024 } });

  test('the checkbox of a row stands beside its thumbnail', async ({ app, seed, workspace }) => {
    await seed.document(workspace.path, 'Folder', 'annexes');
    await app.goto(`/browse${workspace.path}`);
    const row = app.getByRole('row', { name: /annexes/ });
    const check = await row.getByRole('checkbox').boundingBox();
    const picture = await row.locator('svg, img').last().boundingBox();
    const drawn = await row.locator('[class*="lead"]').boundingBox();
    expect(check).not.toBeNull();
    expect(picture).not.toBeNull();
    expect((check?.x ?? 0) + (check?.width ?? 0)).toBeLessThanOrEqual((drawn?.x ?? 0) + 1);
  });

  test('so it does where something was found', async ({ app, seed, workspace }) => {
    await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Quarrelsome annexes' });
    await app.goto('/search?text=quarrelsome');
    const row = app.getByRole('row', { name: /Quarrelsome/ });
    const check = await row.locator('[data-check]').boundingBox();
    const picture = await row.locator('svg, img').first().boundingBox();
    expect(check).not.toBeNull();
    expect((check?.x ?? 0) + (check?.width ?? 0)).toBeLessThanOrEqual((picture?.x ?? 0) + 1);
  });
});

test.describe('a name in a list', () => {
  test('is a link for the middle button, and a plain press still selects', async ({
    app,
    context,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    const folder = await seed.document(workspace.path, 'Folder', 'leases', { 'dc:title': 'Leases' });
    await seed.document(workspace.path, 'Note', 'north', { 'dc:title': 'Minutes 2024.1' });
    await app.goto(`/browse${workspace.path}`);
    await expect(app).toHaveTitle(`${workspace.title} – Muniment`);
    const row = app.getByRole('row').filter({ hasText: 'Leases' });
    const link = row.getByRole('link', { name: 'Leases' });
    await expect(link).toHaveAttribute('href', new RegExp(`/browse${workspace.path}/leases$`));
    await link.click();
    await expect(row).toHaveAttribute('aria-selected', 'true');
    await expect(row).toBeFocused();
    await expect(app).toHaveTitle(`${workspace.title} – Muniment`);
    await checkAccessibility();
    const opened = context.waitForEvent('page');
    await link.click({ button: 'middle' });
    const other = await opened;
    await expect(other).toHaveURL(new RegExp(`/browse${workspace.path}/leases$`));
    await other.close();
    const byMenu = context.waitForEvent('page');
    await row.click({ button: 'right' });
    await app.getByRole('menuitem', { name: 'Show in a new tab' }).click();
    await (await byMenu).close();
    await app.goto(`/doc/${folder}/rights`);
    await expect(app).toHaveTitle('Access to Leases – Muniment');
  });

  test('opens under a finger, and keeps a number at its end', async ({ app, seed, workspace }) => {
    await seed.document(workspace.path, 'Note', 'north', { 'dc:title': 'Minutes 2024.1' });
    await app.goto(`/browse${workspace.path}`);
    const link = app.getByRole('row').getByRole('link', { name: 'Minutes 2024.1' });
    await expect(link.locator('[class*="extension"]')).toHaveCount(0);
    await link.dblclick();
    await expect(app.getByRole('heading', { level: 1 })).toHaveText('Minutes 2024.1');
    await expect(app).toHaveTitle('Minutes 2024.1 – Muniment');
  });
});

test('a tag leads to all that has it', async ({ app, seed, workspace }) => {
  const first = await seed.document(workspace.path, 'Note', 'north', { 'dc:title': 'North' });
  const second = await seed.document(workspace.path, 'Note', 'south', { 'dc:title': 'South' });
  const tag = `quay-${workspace.id.slice(-8)}`;
  for (const input of [first, second])
    await seed.operation('Services.TagDocument', { input, params: { tags: tag } });
  await app.goto(`/doc/${first}`);
  await app
    .getByRole('complementary', { name: 'About this document' })
    .getByRole('link', { name: tag })
    .click();
  const results = app.getByRole('main');
  await expect(results.getByText('North', { exact: true })).toBeVisible();
  await expect(results.getByText('South', { exact: true })).toBeVisible();
});

test('copies beside their original have names of their own', async ({ app, seed, workspace }) => {
  await seed.file(workspace.path, 'Lease.txt', 'Article 1', 'text/plain');
  await app.goto(`/browse${workspace.path}`);
  const rows = app.getByRole('grid').getByRole('row');
  const original = rows.filter({ has: app.getByRole('link', { name: 'Lease.txt', exact: true }) });
  await original.click();
  await expect(app.getByRole('toolbar', { name: 'Actions for the selection' })).toBeVisible();
  await app.keyboard.press('Control+c');
  await app.keyboard.press('Control+v');
  await expect(rows.getByRole('link', { name: 'Lease (copy).txt', exact: true })).toBeVisible();
  await app.keyboard.press('Control+v');
  await expect(rows.getByRole('link', { name: 'Lease (copy 2).txt', exact: true })).toBeVisible();
});

test('the white of a folder has a menu, for a reader a shorter one', async ({
  app,
  page,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Note', 'north', { 'dc:title': 'North' });
  await app.goto(`/browse${workspace.path}`);
  await app.getByRole('row').filter({ hasText: 'North' }).click();
  const grid = app.getByRole('grid');
  const box = await grid.boundingBox();
  await grid.click({ button: 'right', position: { x: 200, y: (box?.height ?? 0) - 20 } });
  const menu = page.getByRole('menu', { name: 'Actions for this folder' });
  await expect(menu.getByRole('menuitem')).toHaveText([
    'New folder…',
    'Upload files…',
    'Refresh',
    'Copy link',
    'Share',
    /^Keep offline…/,
    'Trash of this folder',
    /Run an operation/,
  ]);
  await expect(app.getByRole('row', { selected: true })).toHaveCount(0);
  await checkAccessibility(app, '[role="menu"]');
  await menu.getByRole('menuitem', { name: 'New folder…' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Annexes');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(app.getByRole('row').filter({ hasText: 'Annexes' })).toBeVisible();
});

test('the menu of a row takes the next file of its document', async ({ app, seed, workspace }) => {
  const id = await seed.file(workspace.path, 'lease.txt', 'For nine years', 'text/plain');
  await seed.document(workspace.path, 'Folder', 'annexes', { 'dc:title': 'Annexes' });
  await app.goto(`/browse${workspace.path}`);
  const menu = app.getByRole('menu');
  await app.getByRole('row', { name: /Annexes/ }).click({ button: 'right' });
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'New version…' })).toHaveCount(0);
  await app.keyboard.press('Escape');
  await app.getByRole('row', { name: /lease/ }).click({ button: 'right' });
  const chooser = app.waitForEvent('filechooser');
  await menu.getByRole('menuitem', { name: 'New version…' }).click();
  await (await chooser).setFiles({
    name: 'lease.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('For ten years'),
  });
  await expect
    .poll(async () => (await seed.fetch(`/api/v1/id/${id}/@blob/file:content`)).text())
    .toBe('For ten years');
  await expect(app.getByRole('row', { name: /lease/ })).toHaveCount(1);
});
