/** Linked services (OAuth 2 providers): created, changed and deleted by administrators; not shown to members. */
import { expect, signIn, test } from './fixtures.ts';
import { Seed } from './seed.ts';

test('a service is registered, changed and deleted, and keeps its secret', async ({
  app,
  seed,
  checkAccessibility,
}) => {
  await app.goto('/services');
  await expect(app.getByRole('heading', { level: 1, name: 'Linked services' })).toBeVisible();
  await checkAccessibility();
  await app.getByRole('button', { name: 'New service' }).click();
  const dialog = app.getByRole('dialog');
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
  await field('Name').fill('Drive of the office');
  await field('Identifier').fill('drive');
  await field('Client identifier').fill('muniment');
  await dialog.getByLabel('Secret').fill('s3cret');
  await field('Token address').fill('https://drive.example/token');
  await field('Scopes').fill('read, write');
  await checkAccessibility();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const pane = app.getByRole('complementary', { name: 'Details' });
  await expect(pane.getByText('https://drive.example/token')).toBeVisible();
  await expect(pane.getByText('read write')).toBeVisible();
  await expect(app).toHaveURL(/\/services\/drive$/);
  await checkAccessibility();
  const stored = () => seed.json('GET', '/oauth2/provider/drive');
  expect(await stored()).toMatchObject({
    clientSecret: 's3cret',
    scopes: ['read', 'write'],
    isEnabled: true,
  });

  await pane.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('checkbox', { name: 'On', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const line = app.getByRole('main').getByRole('listitem').filter({ hasText: 'Drive of the office' });
  await expect(line).toContainText('Off');
  expect(await stored()).toMatchObject({ clientSecret: 's3cret', isEnabled: false });
  await pane.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(app.getByText('Service Drive of the office deleted.')).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('members are shown nothing of it', async ({ page, seed, server }) => {
  await signIn(page, new Seed(server.origin, await seed.user('sexton')), 'sexton');
  await page.goto('/services');
  await expect(page.getByText('Only administrators change linked services.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New service' })).toHaveCount(0);
});
