/** Refresh tokens that are used more than once: by honest clients, and by a thief. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openPostgres } from '#server/adapters/sql/postgres/postgres.ts';
import { schemaOfThisRun } from '#server/adapters/sql/testing/test-postgres.ts';
import { openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import type { OAuthTokens } from '#wire/people.ts';
import { createEntry } from '../directories/entries.ts';
import { grantTokens } from './oauth-grants.ts';
import { issueToken } from './oauth-tokens.ts';
import { withBearer } from './token-sign-in.ts';

const schema = await schemaOfThisRun();
const server = await openTestRepository(schema ? { store: await openPostgres(schema) } : {});
/** Another server on the same database, if the engine allows it. */
const second = schema ? await openTestRepository({ store: await openPostgres(schema) }) : server;
after(async () => {
  for (const one of new Set([server, second])) {
    await one.close();
    // A store that was passed in is not closed by the test repository.
    if (schema) await one.repository.ports.store.close();
  }
  await schema?.drop();
});

await server.addUser('fry');
for (const clientId of ['app', 'other'])
  await server.as('Administrator', (session) =>
    createEntry(session, 'oauth2Clients', { name: clientId, clientId, redirectURIs: 'https://app.example/' }),
  );

const signIn = async () => (await server.as('fry', (session) => issueToken(session, 'app', 'fry'))).tokens;
const refresh = (refresh_token: string, at: TestRepository = server, client_id = 'app') =>
  grantTokens(at.repository, { grant_type: 'refresh_token', client_id, refresh_token });
const refused = { error: 'invalid_grant', message: 'Cannot refresh token' };
const works = async ({ access_token }: OAuthTokens) =>
  (await withBearer(second.repository, access_token, ''))?.username === 'fry';
const pass = (milliseconds: number) => {
  for (const one of new Set([server, second])) one.pass(milliseconds);
};
const reuses = () =>
  server.as('Administrator', async (session) => {
    const page = { offset: 0, limit: 0, sort: [] };
    return (await session.read.audit.list({ eventIds: ['refreshTokenReused'] }, page)).items;
  });
const keys = () =>
  server.as(
    'Administrator',
    async (session) => (await session.read.entries.list('oauth2TokenKeys', {})).items,
  );

test('a refresh token that was replaced ends what replaced it, whoever brings it, and is in the audit trail', async () => {
  const stolen = await signIn();
  const elsewhere = await signIn();
  const owners = await refresh(stolen.refresh_token);
  const latest = await refresh(owners.refresh_token);
  pass(31_000);
  await assert.rejects(refresh(stolen.refresh_token, second, 'other'), refused);
  assert.ok(await works(latest), 'another client has no say in it');
  await assert.rejects(refresh(stolen.refresh_token, second), refused);
  assert.equal(await works(latest), false);
  await assert.rejects(refresh(latest.refresh_token), refused);
  assert.ok(await works(elsewhere), 'of another sign-in of the same person');
  const trail = await reuses();
  assert.deepEqual(
    trail.map(({ extended, comment }) => ({ extended, comment })),
    [{ extended: { login: 'fry', clientId: 'app' }, comment: 'fry, app' }],
  );
  await assert.rejects(refresh(stolen.refresh_token), refused);
  assert.equal((await reuses()).length, 1);
  assert.equal((await keys()).length, 3, 'those of the other sign-in');
});

test('the very same request within half a minute gets the very same answer', async () => {
  const pair = await signIn();
  const [first, ...others] = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => refresh(pair.refresh_token, turn % 2 ? second : server)),
  );
  assert.ok(first && (await works(first)));
  assert.equal(await works(pair), false);
  for (const other of others) assert.deepEqual(other, first);
  pass(10_000);
  assert.deepEqual(await refresh(pair.refresh_token, second), { ...first, expires_in: 3590 });
  assert.ok(await works(first));
  pass(21_000);
  await assert.rejects(refresh(pair.refresh_token), refused);
  assert.equal(await works(first), false);
});

test('whoever got the same answer with a stolen token is found out at the next refresh', async () => {
  const pair = await signIn();
  const owners = await refresh(pair.refresh_token);
  const thiefs = await refresh(pair.refresh_token, second);
  const fresh = await refresh(thiefs.refresh_token);
  pass(31_000);
  await assert.rejects(refresh(owners.refresh_token), refused);
  assert.equal(await works(fresh), false);
});

test('one of two refreshes ago ends the sign-in at once', async () => {
  const pair = await signIn();
  const latest = await refresh((await refresh(pair.refresh_token)).refresh_token);
  await assert.rejects(refresh(pair.refresh_token), refused);
  assert.equal(await works(latest), false);
});

test('texts that begin alike and were never tokens end it too; others end nothing', async () => {
  const pair = await signIn();
  const half = pair.refresh_token.slice(0, 32);
  await assert.rejects(refresh('x'.repeat(64)), refused);
  await assert.rejects(refresh(''), refused);
  await assert.rejects(refresh(pair.access_token), refused);
  assert.ok(await works(pair));
  await assert.rejects(refresh(`${half}${'x'.repeat(32)}`), refused);
  assert.equal(await works(pair), false);
});

test('what an earlier build gave out is refreshed, and known again when it comes back', async () => {
  const pair = await signIn();
  await server.as('Administrator', async (session) => {
    const { entries } = await session.write();
    const [entry] = (
      await entries.list('oauth2Tokens', { sort: [{ name: 'creationDate', descending: true }] })
    ).items;
    assert.ok(entry);
    const { family, ...earlier } = entry.fields;
    await entries.update('oauth2Tokens', entry.id, earlier);
    await entries.remove('oauth2TokenKeys', String(family));
  });
  const fresh = await refresh(pair.refresh_token);
  assert.ok(await works(fresh));
  pass(31_000);
  await assert.rejects(refresh(pair.refresh_token), refused);
  assert.equal(await works(fresh), false);
});
