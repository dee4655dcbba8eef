/** On a phone, toasts cover nothing that must be pressed. */
import type { Locator } from '@playwright/test';
import { testFolder } from './files.ts';
import { expect, test } from './fixtures.ts';
import { OperationsPanel } from './models/operations-panel.ts';
import { UploadTray } from './models/upload-tray.ts';

// Requests of a service worker bypass the test's routes.
test.use({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });

/** The distance from the bottom of the first to the top of the second, in px. */
async function gap(above: Locator, below: Locator): Promise<number> {
  const [first, second] = await Promise.all([above.boundingBox(), below.boundingBox()]);
  if (first === null || second === null) return Number.NaN;
  return second.y - (first.y + first.height);
}

test('a message stands between what is on its way and the tabs', async ({
  app,
  seed,
  workspace,
  checkAccessibility,
}) => {
  await seed.document(workspace.path, 'Note', 'paper', { 'dc:title': 'Paper' });
  await app.goto(`/browse${workspace.path}`);
  await expect(app.getByRole('row', { name: /Paper/ })).toBeVisible();
  const files = await testFolder();
  const tray = new UploadTray(app);
  await tray.pickFiles([await files.write('plan.txt', `A plan of ${workspace.id}`)]);
  await expect(tray.heading).toHaveText('1 file uploaded');
  await app.getByRole('button', { name: 'Add to favourites' }).click();
  const toast = app.getByRole('status').getByText(/favourites/);
  await expect(toast).toBeVisible();
  await expect.poll(() => gap(tray.heading, toast)).toBeGreaterThan(0);
  const tabs = app.getByRole('navigation').last();
  await expect.poll(() => gap(toast, tabs)).toBeGreaterThanOrEqual(0);
  await checkAccessibility();
  await files.remove();
});

test('a message stands below the buttons of a form', async ({ app, seed, workspace }) => {
  await seed.document(workspace.path, 'Note', 'paper', { 'dc:title': 'Paper' });
  await app.goto(`/browse${workspace.path}`);
  await app.getByRole('row', { name: /Paper/ }).click();
  await app.keyboard.press('o');
  await new OperationsPanel(app).choose('Document.Lock');
  await app.getByRole('button', { name: 'Keep as a recipe' }).click();
  await app.getByRole('textbox', { name: 'Name' }).fill('Lock it');
  const save = app.getByRole('button', { name: 'Save recipe' });
  await save.click();
  const toast = app.getByRole('status').getByText('“Lock it” saved.');
  await expect(toast).toBeVisible();
  await expect.poll(() => gap(save, toast)).toBeGreaterThan(0);
});

for (const width of [1440, 390])
  test(`a message can be read and pressed above a dialog, ${width} px wide`, async ({
    app,
    seed,
    workspace,
    checkAccessibility,
  }) => {
    await app.setViewportSize({ width, height: 844 });
    await seed.document(workspace.path, 'Note', 'paper', { 'dc:title': 'Paper' });
    await app.goto(`/browse${workspace.path}`);
    const row = app.getByRole('row', { name: /Paper/ });
    await row.click();
    await app.keyboard.press('Delete');
    const messages = app.getByRole('region', { name: 'Notifications' });
    const undo = messages.getByRole('button', { name: /^Undo/ });
    await expect(undo).toBeVisible();
    // A hovered toast stays: it must not disappear while axe runs.
    await undo.hover();
    await app.getByRole('button', { name: 'New', exact: true }).press('Enter');
    await app.getByRole('menuitem', { name: 'Folder', exact: true }).press('Enter');
    const dialog = app.getByRole('dialog', { name: 'New: Folder' });
    await dialog.getByRole('textbox').first().fill('Letters');
    await undo.hover();
    await checkAccessibility(app, 'section[aria-label="Notifications"]');
    await expect.poll(() => gap(dialog.getByRole('button', { name: 'Create' }), undo)).toBeGreaterThan(0);
    await undo.click();
    await expect(undo).toHaveCount(0);
    await expect(dialog.getByRole('textbox').first()).toHaveValue('Letters');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(app.getByRole('row', { name: /Letters/ })).toBeVisible();
    await expect(row).toBeVisible();
  });

test('F6 goes from a dialog to the messages above it and back', async ({ app, seed, workspace }) => {
  await app.setViewportSize({ width: 1440, height: 844 });
  await seed.document(workspace.path, 'Note', 'paper', { 'dc:title': 'Paper' });
  await app.goto(`/browse${workspace.path}`);
  const row = app.getByRole('row', { name: /Paper/ });
  await row.click();
  await app.keyboard.press('Delete');
  const undo = app.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: /^Undo/ });
  await expect(undo).toBeVisible();
  // A hovered toast stays.
  await undo.hover();
  await app.getByRole('button', { name: 'New', exact: true }).press('Enter');
  await app.getByRole('menuitem', { name: 'Folder', exact: true }).press('Enter');
  const name = app.getByRole('dialog', { name: 'New: Folder' }).getByRole('textbox').first();
  await expect(name).toBeFocused();
  await app.keyboard.type('Letters');
  await app.keyboard.press('F6');
  await expect(undo).toBeFocused();
  await app.keyboard.press('F6');
  await expect(name).toBeFocused();
  await app.keyboard.press('F6');
  await app.keyboard.press('Enter');
  await expect(undo).toHaveCount(0);
  await expect(name).toBeFocused();
  await app.keyboard.press('Enter');
  await expect(app.getByRole('row', { name: /Letters/ })).toBeVisible();
  await expect(row).toBeVisible();
});

test('a message of a failure has what support needs, with the id by which the server logs the request', async ({
  app,
  context,
  seed,
  workspace,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/status of 409/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.route(/Document\.(AddToFavorites|Trash)$/, (route) =>
    route.fulfill({
      status: 409,
      json: { 'entity-type': 'exception', status: 409, message: 'The disk hums.' },
      headers: { 'X-Request-Id': 'a-request-of-the-test' },
    }),
  );
  await seed.document(workspace.path, 'Note', 'paper', { 'dc:title': 'Paper' });
  await app.goto(`/browse${workspace.path}`);
  await expect(app.getByRole('row', { name: /Paper/ })).toBeVisible();
  await app.getByRole('button', { name: 'Add to favourites' }).click();
  const message = app.getByRole('alert').getByText('Favourites were not changed');
  await expect(message).toBeVisible();
  await checkAccessibility();
  await app.getByRole('button', { name: 'Copy details for support' }).click();
  await expect(app.getByRole('status').getByText('Details copied.')).toBeVisible();
  const copied = await app.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain('Message: Favourites were not changed');
  expect(copied).toMatch(/AddToFavorites: 409 in \d+ ms, id a-request-of-the-test/);
  expect(copied).not.toContain(workspace.path);
});
