/** Unused sign-ins end, used ones stay valid. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestRepository } from '#server/testing/test-repository.ts';
import { createEntry } from '../directories/entries.ts';
import { acquireDeviceToken, listDeviceTokens } from './device-tokens.ts';
import { grantTokens } from './oauth-grants.ts';
import { givenTokens } from './oauth-token-admin.ts';
import { issueToken } from './oauth-tokens.ts';
import { withBearer, withDeviceToken } from './token-sign-in.ts';
import { storeUses } from './token-uses.ts';
import { endUnusedSignIns } from './unused-sign-ins.ts';

const server = await openTestRepository();
const { repository } = server;
after(() => server.close());
await server.addUser('fry');
await server.as('Administrator', (session) =>
  createEntry(session, 'oauth2Clients', {
    name: 'app',
    clientId: 'app',
    redirectURIs: 'https://app.example/',
  }),
);

const day = 86_400_000;
const device = (deviceId: string) =>
  server.as('fry', (session) =>
    acquireDeviceToken(session, { application: 'Desk', deviceId, permission: 'rw' }),
  );
const signIn = async () => (await server.as('fry', (session) => issueToken(session, 'app', 'fry'))).tokens;
const refresh = (refresh_token: string) =>
  grantTokens(repository, { grant_type: 'refresh_token', client_id: 'app', refresh_token });
const stored = () =>
  server.as('Administrator', async ({ read: { entries } }) => {
    const lists = ['authTokens', 'oauth2Tokens', 'oauth2TokenKeys'].map((name) => entries.list(name, {}));
    return (await Promise.all(lists)).map(({ items }) => items.length);
  });

test('a device and an application end when nobody has used them for as long as is set', async () => {
  const [used, unused] = [await device('used'), await device('unused')];
  const [refreshed, left] = [await signIn(), await signIn()];
  server.pass(60 * day);
  assert.equal((await withDeviceToken(repository, used))?.username, 'fry');
  await storeUses(repository);
  const latest = await refresh(refreshed.refresh_token);
  const [first] = await server.as('fry', (session) => listDeviceTokens(session));
  assert.equal(first?.lastUsedDate, repository.ports.clock.now().toISOString());
  assert.equal(
    first?.unusedEndDate,
    new Date(repository.ports.clock.now().getTime() + 90 * day).toISOString(),
  );
  server.pass(30 * day);
  assert.equal(await withDeviceToken(repository, unused), undefined);
  assert.equal((await withDeviceToken(repository, used))?.username, 'fry');
  await assert.rejects(refresh(left.refresh_token), { message: 'Cannot refresh token' });
  await endUnusedSignIns(repository);
  // The refused pair has been removed already; the other one has three keys.
  assert.deepEqual(await stored(), [1, 1, 3]);
  const fresh = await refresh(latest.refresh_token);
  assert.equal((await withBearer(repository, fresh.access_token, ''))?.username, 'fry');
  const given = await server.as('fry', givenTokens);
  assert.equal(
    given[0]?.unusedEndDate,
    new Date(repository.ports.clock.now().getTime() + 90 * day).toISOString(),
  );
  server.pass(90 * day);
  await endUnusedSignIns(repository);
  assert.deepEqual(await stored(), [0, 0, 0]);
});
