/** Hooks: creating, testing, deliveries, deleting; members see none of it. */
import { createServer } from 'node:http';
import { expect, signIn, test } from './fixtures.ts';
import { Seed } from './seed.ts';

/** Lets hooks reach this machine. */
test.use({ serverOptions: { arguments: ['--hook-networks', '127.0.0.1'] } });

test('a hook is made, tested and deleted', { tag: '@own-server' }, async ({
  app,
  expectedErrors,
  checkAccessibility,
}) => {
  expectedErrors.push(/400/);
  const receiver = createServer((_request, response) => response.writeHead(204).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const at = receiver.address();
  const address = `http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}/in`;
  await app.goto('/hooks');
  await expect(app.getByText('No hooks yet')).toBeVisible();
  await app.getByRole('button', { name: 'New hook' }).click();
  const dialog = app.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Search engine');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://me:secret@hooks.example/');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A hook needs an https address')).toBeVisible();
  await checkAccessibility();
  await dialog.getByRole('textbox', { name: 'Address' }).fill(address);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.locator('code')).toHaveText(/^\w{40}$/);
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  const pane = app.getByRole('complementary', { name: 'Details' });
  await pane.getByRole('button', { name: 'Send a test' }).click();
  const deliveries = pane.getByRole('list', { name: 'Last deliveries' }).getByRole('listitem');
  await expect(deliveries).toContainText('Delivered');
  await expect(deliveries).toContainText('204');
  await checkAccessibility();
  await pane.getByRole('button', { name: 'Send again' }).click();
  await expect(deliveries).toContainText('2 attempts');
  await pane.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(app.getByText('No hooks yet')).toBeVisible();
  receiver.close();
});

test('members get a refusal on the page of hooks', { tag: '@own-server' }, async ({
  page,
  seed,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/403/);
  await signIn(page, new Seed(server.origin, await seed.user('nibbler')), 'nibbler');
  await page.goto('/hooks');
  await expect(page.getByText('Only administrators see and change hooks.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New hook' })).toHaveCount(0);
});
