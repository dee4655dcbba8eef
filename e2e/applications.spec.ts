/** OAuth 2 applications: registering, changing, deleting; members see none of it. */
import { expect, signIn, test } from './fixtures.ts';
import { Seed } from './seed.ts';

test('an application is registered, changed and deleted', async ({
  app,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/400/);
  await app.goto('/applications');
  await app.getByRole('button', { name: 'New application' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Desktop client');
  await dialog.getByRole('textbox', { name: 'Client identifier' }).fill('desktop/1');
  const addresses = dialog.getByRole('textbox', { name: 'Redirect addresses' });
  await addresses.fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('is not a valid redirect URI')).toBeVisible();
  await checkAccessibility();
  await addresses.fill('https://desktop.example/back\nharbour://back');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const pane = app.getByRole('complementary', { name: 'Details' });
  await expect(pane.getByText('harbour://back')).toBeVisible();
  await expect(app).toHaveURL(/\/applications\/desktop%2F1$/);
  await checkAccessibility();
  await pane.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('checkbox', { name: 'On', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const line = app
    .getByRole('list', { name: 'Applications' })
    .getByRole('listitem')
    .filter({ hasText: 'desktop/1' });
  await expect(line).toContainText('Off');
  await pane.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(app.getByText('Application Desktop client deleted.')).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('members get a refusal on the page of applications', async ({ page, seed, server, expectedErrors }) => {
  expectedErrors.push(/403/);
  await signIn(page, new Seed(server.origin, await seed.user('gardener')), 'gardener');
  await page.goto('/applications');
  await expect(page.getByText('Only administrators see and change applications.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New application' })).toHaveCount(0);
});
