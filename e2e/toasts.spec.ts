/** On a phone, toasts cover nothing that must be pressed. */
import type { Locator } from '@playwright/test';
import { testFolder } from './files.ts';
import { expect, test } from './fixtures.ts';
import { OperationsPanel } from './models/operations-panel.ts';
import { UploadTray } from './models/upload-tray.ts';

test.use({ viewport: { width: 390, height: 844 } });

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
