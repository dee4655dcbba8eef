import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openPostgres } from '#server/adapters/sql/postgres/postgres.ts';
import { openSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import { schemaOfThisRun } from '#server/adapters/sql/testing/test-postgres.ts';
import { ensureRoot, openTestRepository, type TestRepository } from '#server/testing/test-repository.ts';
import { createDocument, getDocument } from '../documents/documents.ts';
import type { Principals } from '../kernel/model.ts';
import { inSession, type Session, systemPrincipals } from '../kernel/session.ts';
import type { Store } from '../kernel/stores.ts';
import { runQuery } from '../search/run-query.ts';
import { readableAclIds } from './access.ts';
import { addAces, removeAces } from './access-changes.ts';

// Two servers on one database.
const folder = await mkdtemp(join(tmpdir(), 'muniment-known-'));
const schema = await schemaOfThisRun();
const openStore = (): Promise<Store> =>
  schema ? openPostgres(schema) : openSqlite({ file: join(folder, 'x.sqlite'), readers: 1 });
const stores: Store[] = [];
let one: TestRepository;
let other: TestRepository;

/** The same object for all calls, as for people in the cache. */
const person = (username: string): Principals => ({
  username,
  groups: ['Everyone'],
  isAdministrator: false,
  isAnonymous: false,
});
const [fry, leela] = [person('fry'), person('leela')];

before(async () => {
  for (let count = 0; count < 2; count++) stores.push(await openStore());
  one = await openTestRepository({ ...(stores[0] ? { store: stores[0] } : {}) });
  other = await openTestRepository({ ...(stores[1] ? { store: stores[1] } : {}) });
  await as(one, systemPrincipals, async (session) => {
    const root = await ensureRoot(session);
    for (const name of ['planets', 'timed', 'undone'])
      await createDocument(session, root, { type: 'Folder', name });
  });
});
after(async () => {
  await one.close();
  await other.close();
  for (const store of stores) await store.close();
  await schema?.drop();
  await rm(folder, { recursive: true });
});

function as<T>(
  server: TestRepository,
  principals: Principals,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return inSession(server.repository, { principals }, work);
}

const give = (
  session: Session,
  path: string,
  username: string,
  times: { begin?: string; end?: string } = {},
) =>
  getDocument(session, { path }).then((document) =>
    addAces(session, document, {
      acl: 'local',
      aces: [
        { username, permission: 'Read', granted: true, creator: null, begin: null, end: null, ...times },
      ],
    }),
  );

async function found(server: TestRepository, principals: Principals): Promise<readonly string[]> {
  const page = await as(server, principals, (session) => runQuery(session, 'SELECT * FROM Folder'));
  return page.entries.map(({ name }) => name).toSorted();
}

test('a right that another server gives and takes counts at once', async () => {
  assert.deepEqual(await found(one, fry), []);
  await as(other, systemPrincipals, (session) => give(session, '/planets', 'fry'));
  assert.deepEqual(await found(one, fry), ['planets']);
  assert.deepEqual(await found(one, leela), []);
  await as(other, systemPrincipals, async (session) =>
    removeAces(session, await getDocument(session, { path: '/planets' }), { acl: 'local', username: 'fry' }),
  );
  assert.deepEqual(await found(one, fry), []);
  assert.deepEqual(await found(other, fry), []);
});

test('an entry with times is weighed in every call', async () => {
  const { clock } = one.repository.ports;
  const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString();
  await as(one, systemPrincipals, (session) =>
    give(session, '/timed', 'fry', { begin: at(60), end: at(120) }),
  );
  assert.deepEqual(await found(one, fry), []);
  one.pass(61_000);
  assert.deepEqual(await found(one, fry), ['timed']);
  one.pass(60_000);
  assert.deepEqual(await found(one, fry), []);
});

test('lists that were never committed are not remembered', async () => {
  const before = await as(one, leela, readableAclIds);
  const undone = as(one, systemPrincipals, async (session) => {
    await give(session, '/undone', 'leela');
    assert.notDeepEqual(await readableAclIds(session.as(leela)), before);
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  assert.deepEqual(await as(one, leela, readableAclIds), before);
  await as(one, systemPrincipals, (session) => give(session, '/undone', 'fry'));
  assert.deepEqual(await found(one, fry), ['undone']);
  assert.deepEqual(await found(one, leela), []);
});
