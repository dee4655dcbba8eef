/** A passkey of this device: created in the settings, used on the server's sign-in page, removed. */
import { expect, signIn, test } from './fixtures.ts';
import { Seed } from './seed.ts';

/** Passkeys are off in other tests. */
test.use({ serverOptions: { arguments: ['--passkeys'] } });

test('a passkey is made, signs in without a password, and is removed', { tag: '@own-server' }, async ({
  page,
  seed,
  server,
  checkAccessibility,
}) => {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(page, new Seed(server.origin, await seed.user('kif')), 'kif');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bridge console');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const keys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(keys).toHaveCount(1);
  await expect(keys).toContainText('Bridge console');
  await checkAccessibility();

  await page.getByRole('button', { name: 'kif', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const way = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(way).toBeVisible();
  await checkAccessibility();
  await way.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.goto('/settings');
  await expect(keys).toContainText('Last used');
  await page.getByRole('button', { name: 'Remove Bridge console' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(keys).toHaveCount(0);
});
