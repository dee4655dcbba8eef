/** Small habits: the choice of light and dark, keys turned off, a band that stays away, checkboxes under a finger. */
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
  // Letters belong to the menu while it is there.
  await expect(app.getByRole('menu')).toHaveCount(0);
  await app.keyboard.press('n');
  const dialog = app.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await app.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await account.click();
  await app.getByRole('menuitemcheckbox', { name: 'Letters alone are keys' }).click();
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

test('“Later” puts the band about the first password away, for the next visit too', async ({ page }) => {
  await page.goto('/');
  await new SignInPage(page).withPassword('Administrator', 'Administrator');
  const band = page.getByText(/well-known first password/);
  await expect(band).toBeVisible();
  await page.setViewportSize({ width: 360, height: 225 });
  const box = await page.locator('section').filter({ has: band }).last().boundingBox();
  expect(box?.height).toBeLessThanOrEqual(225 * 0.3);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(band).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Administrator', exact: true })).toBeVisible();
  await expect(band).toHaveCount(0);
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
});
