/** Guessing passwords: failures are counted by address, by name and in all, in the store. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { usualRounds } from '#server/adapters/passwords/scrypt.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { noteFailure, sweepFailures } from '#server/core/signin/sign-in-limits.ts';
import { addUser, startTwoTestServers } from '#server/testing/test-server.ts';
import { setClientAddress } from './bytes/listener-hints.ts';

// Two servers on PostgreSQL; on SQLite one stands for both. Hashing is as slow as in production, so that guesses sent
// together overlap.
const [server, neighbour] = await startTwoTestServers([], usualRounds);
const { repository } = server;
for (const name of ['leela', 'fry']) await addUser(server, name, 'members');

async function signIn(address: string, username: string, password: string, app = server, path = '/me') {
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  const request = new Request(`http://localhost:8080/nuxeo/api/v1${path}`, {
    headers: { Authorization: `Basic ${credentials}` },
  });
  setClientAddress(request, address);
  const response = await app.fetch(request);
  await response.text();
  return response;
}

/** Stores failures, as if so many passwords had been wrong. */
const failures = (count: number, address: (index: number) => string, username: (index: number) => string) =>
  inSession(repository, { principals: systemPrincipals }, async (session) => {
    for (let index = 0; index < count; index++)
      await noteFailure(session, { address: address(index), username: username(index) });
  });

describe('too many failures', () => {
  test('with one name from one address stop that there, for other servers too, and nowhere else', async () => {
    for (let count = 0; count < 2; count++)
      assert.equal((await signIn('10.0.0.1', 'leela', 'no')).status, 401);
    await failures(
      18,
      () => '10.0.0.1',
      () => 'leela',
    );
    const refused = await signIn('10.0.0.1', 'leela', 'leela');
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal((await signIn('10.0.0.1', 'leela', 'leela', neighbour)).status, 429);
    assert.equal((await signIn('10.0.0.1', 'fry', 'fry')).status, 200);
    for (const path of ['/me', '/path/default-domain', '/path/default-domain', '/path/default-domain']) {
      assert.equal((await signIn('10.0.0.2', 'leela', 'leela', server, path)).status, 200);
      // The answer does not reveal that the password is right, and in use at another address.
      assert.equal((await signIn('10.0.0.1', 'leela', 'leela', server, path)).status, 429);
    }
    // At an address where it was right a moment ago, it is still accepted.
    await failures(
      20,
      () => '10.0.0.2',
      () => 'leela',
    );
    assert.equal((await signIn('10.0.0.2', 'leela', 'leela')).status, 200);
  });

  test('with many names from one network stop it', async () => {
    await failures(
      100,
      (index) => `2001:db8:1:2::${index.toString(16)}`,
      (index) => `random-${index}`,
    );
    assert.equal((await signIn('2001:db8:1:2:ffff::1', 'nobody', 'x')).status, 429);
    assert.equal((await signIn('2001:db8:1:3::1', 'nobody', 'x')).status, 401);
  });

  test('with one name from many addresses stop the name', async () => {
    await failures(
      100,
      (index) => `10.1.0.${index}`,
      () => 'bender',
    );
    assert.equal((await signIn('10.2.0.1', 'bender', 'x')).status, 429);
  });

  test('are one line of the audit trail for many, with the address', async () => {
    const unit = repository.ports.store.begin();
    const page = { sort: [], offset: 0, limit: 1000 };
    const { items } = await unit.stores.audit.list({ eventIds: ['loginFailed'] }, page);
    await unit.rollback();
    const ofNetwork = items.filter(({ extended }) => String(extended.address).startsWith('2001:db8:1:2:'));
    assert.deepEqual(
      ofNetwork.map(({ extended }) => extended.failures),
      [1, 10, 100],
    );
    assert.match(ofNetwork.at(-1)?.comment ?? '', /^100 failures within five minutes/);
  });

  test('are swept when their time is over, not before', async () => {
    await sweepFailures(repository);
    assert.equal((await signIn('10.2.0.1', 'bender', 'x')).status, 429);
    const later = { ...repository.ports, clock: { now: () => new Date(Date.now() + 6 * 60_000) } };
    await sweepFailures({ ...repository, ports: later });
    assert.equal((await signIn('10.2.0.1', 'bender', 'x')).status, 401);
  });
});

test('one address has a few attempts at a time', async (t) => {
  const { passwords } = repository.ports;
  const verify = passwords.verify.bind(passwords);
  const allHaveCome = Promise.withResolvers<void>();
  let begun = 0;
  let refused = 0;
  // All wait for each other: one that was hashed sooner would free its place.
  t.mock.method(passwords, 'verify', async (password: string, hash: string) => {
    begun += 1;
    if (begun > 8) allHaveCome.resolve();
    await allHaveCome.promise;
    return verify(password, hash);
  });
  const all = await Promise.all(
    Array.from({ length: 30 }, async (_, index) => {
      const { status } = await signIn('10.3.0.1', `random-${index}`, 'x');
      if (status === 429) refused += 1;
      if (refused === 22) allHaveCome.resolve();
      return status;
    }),
  );
  assert.equal(all.filter((status) => status === 401).length, 8);
  assert.equal(all.filter((status) => status === 429).length, 22);
});

test('the first requests of a client, sent together, are hashed and counted once', async () => {
  await addUser(server, 'amy', 'members');
  const right = await Promise.all(Array.from({ length: 24 }, () => signIn('10.9.0.1', 'amy', 'amy')));
  assert.deepEqual(new Set(right.map(({ status }) => status)), new Set([200]));
  const wrong = await Promise.all(Array.from({ length: 24 }, () => signIn('10.9.0.1', 'amy', 'no')));
  assert.deepEqual(new Set(wrong.map(({ status }) => status)), new Set([401]));
  assert.equal((await signIn('10.9.0.1', 'amy', 'neither')).status, 401);
});
