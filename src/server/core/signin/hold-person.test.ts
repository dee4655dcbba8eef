/** Sign-ins during the end of all sign-ins: none is valid again when the account is restored. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestRepository } from '#server/testing/test-repository.ts';
import { userDirectory } from '../people/principals.ts';
import { setSuspended } from '../people/suspension.ts';
import { updateUser } from '../people/users.ts';
import { acquireDeviceToken, listDeviceTokens, revokeDeviceToken } from './device-tokens.ts';
import { grant } from './oauth-authorization.ts';
import { createClient, getClient, updateClient } from './oauth-clients.ts';
import { grantTokens } from './oauth-grants.ts';
import { issueToken } from './oauth-tokens.ts';
import { tokenDirectory } from './token-directory.ts';

const server = await openTestRepository();
after(() => server.close());
await server.addUser('fry');
await server.addUser('amy');

const device = { application: 'a', deviceId: 'd', permission: 'rw' };
const suspend = (name: string, suspended: boolean) =>
  server.as('Administrator', (session) => setSuspended(session, name, suspended));

test('a sign-in that is on its way ends with the others', async () => {
  const hasBegun = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const signingIn = server.as('fry', async (session) => {
    await acquireDeviceToken(session, device);
    await issueToken(session, 'client', 'fry');
    hasBegun.resolve();
    await goesOn.promise;
  });
  await hasBegun.promise;
  const suspending = suspend('fry', true);
  // Code that does not wait for the sign-in would finish within these reads.
  for (let attempt = 0; attempt < 50; attempt += 1)
    await server.as('Administrator', (session) => session.read.entries.get(userDirectory, 'amy'));
  goesOn.resolve();
  await Promise.all([signingIn, suspending]);
  await suspend('fry', false);
  assert.deepEqual(await server.as('fry', (session) => listDeviceTokens(session)), []);
  const filter = { equals: { nuxeoLogin: 'fry' } };
  const pairs = await server.as('fry', (session) => session.read.entries.list(tokenDirectory, { filter }));
  assert.deepEqual(pairs.items, []);
});

test('a password that was changed meanwhile makes no token', async () => {
  await server
    .as('amy', async (session) => {
      await server.as('Administrator', (other) =>
        updateUser(other, 'amy', { password: 'another one of hers' }),
      );
      await assert.rejects(acquireDeviceToken(session, device), { code: 'unauthenticated' });
      throw new Error('enough');
    })
    .catch((error: unknown) => assert.match(String(error), /enough/));
  assert.deepEqual(await server.as('amy', (session) => listDeviceTokens(session)), []);
  await server.as('amy', (session) => acquireDeviceToken(session, device));
  assert.equal((await server.as('amy', (session) => listDeviceTokens(session))).length, 1);
  await server.as('amy', (session) => revokeDeviceToken(session, device));
});

test('a sign-in that comes after is refused, though it began before', async () => {
  await server
    .as('amy', async (session) => {
      await suspend('amy', true);
      await assert.rejects(acquireDeviceToken(session, device), { code: 'unauthenticated' });
      throw new Error('enough');
    })
    .catch((error: unknown) => assert.match(String(error), /enough/));
  await suspend('amy', false);
  assert.deepEqual(await server.as('amy', (session) => listDeviceTokens(session)), []);
});

test('a refresh that waits for a suspension gives nothing, also when the account is let in again', async () => {
  await server.as('Administrator', (session) =>
    createClient(session, { name: 'app', clientId: 'app', redirectUris: ['https://app.example/'] }, false),
  );
  await server.as('Administrator', (session) => updateClient(session, 'app', { enabled: true }, false));
  const { tokens } = await server.as('amy', (session) => issueToken(session, 'app', 'amy'));
  const isHeld = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  const suspending = server.as('Administrator', async (session) => {
    await setSuspended(session, 'amy', true);
    isHeld.resolve();
    await goesOn.promise;
  });
  await isHeld.promise;
  const form = { grant_type: 'refresh_token', client_id: 'app', refresh_token: tokens.refresh_token };
  const refreshing = assert.rejects(grantTokens(server.repository, form), { error: 'invalid_grant' });
  for (let attempt = 0; attempt < 50; attempt += 1)
    await server.as('Administrator', (session) => session.read.entries.get(userDirectory, 'fry'));
  goesOn.resolve();
  await Promise.all([suspending, refreshing]);
  await suspend('amy', false);
  await assert.rejects(grantTokens(server.repository, form), { error: 'invalid_grant' });
  const keys = await server.as('Administrator', (session) =>
    session.read.entries.list('oauth2TokenKeys', { filter: {} }),
  );
  assert.deepEqual(keys.items, []);
});

test('a code that was asked for with a password that is another one now is not given', async () => {
  const request = {
    client: await server.as('Administrator', (session) => getClient(session, 'app')),
    redirectUri: 'https://app.example/',
    isRedirectNamed: false,
    state: undefined,
    challenge: undefined,
    challengeMethod: undefined,
  };
  await server
    .as('amy', async (session) => {
      await server.as('Administrator', (other) => updateUser(other, 'amy', { password: 'a third of hers' }));
      await assert.rejects(grant(session, request), { code: 'unauthenticated' });
      throw new Error('enough');
    })
    .catch((error: unknown) => assert.match(String(error), /enough/));
});
