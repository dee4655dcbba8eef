/** Seals of the audit trail: changes by somebody with the database's password are detected. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openTestRepository } from '#server/testing/test-repository.ts';
import type { LogEntry } from '../kernel/audit-store.ts';
import type { Repository } from '../kernel/repository.ts';
import { inSession, systemPrincipals } from '../kernel/session.ts';
import type { Store, Stores } from '../kernel/stores.ts';
import { checkAudit, forgetOldAudit, sealAudit } from './seals.ts';

const key = 'a key that nobody else has';
const hour = 3_600_000;

async function open(settings: Partial<Repository['settings']['audit']> = {}) {
  const server = await openTestRepository();
  after(() => server.close());
  // Entries have the machine's time.
  const offset = Date.now() - server.repository.ports.clock.now().getTime();
  let passed = hour;
  const logged: string[] = [];
  const repository: Repository = {
    ...server.repository,
    settings: {
      ...server.repository.settings,
      audit: { key, retentionDays: undefined, settleMilliseconds: 60_000, ...settings },
    },
    ports: {
      ...server.repository.ports,
      clock: { now: () => new Date(server.repository.ports.clock.now().getTime() + offset + passed) },
      log: { info: (message, fields) => logged.push(`${message} ${fields?.digest}`), warn() {}, error() {} },
    },
  };
  const inStores = <T>(work: (stores: Stores) => Promise<T>): Promise<T> =>
    inSession(repository, { principals: systemPrincipals }, async (session) => work(await session.write()));
  return {
    repository,
    logged,
    inStores,
    pass: (milliseconds: number) => {
      passed += milliseconds;
    },
    happen: (count: number, comment = 'x') =>
      inStores(({ audit }) =>
        audit.append(
          Array.from({ length: count }, (_, index) => ({
            eventId: 'tried',
            category: 'test',
            principalName: 'leela',
            eventDate: '2026-03-04T05:06:07.008Z',
            repositoryId: 'default',
            docUUID: null,
            docPath: null,
            docType: null,
            docLifeCycle: null,
            comment: `${comment} ${index}`,
            extended: { zeta: 1, alpha: { y: [1.5, null], b: 'ü' } },
          })),
        ),
      ),
    found: async (expected?: string) => {
      const found: string[] = [];
      for await (const words of checkAudit(repository, expected)) found.push(words);
      return found;
    },
    entries: () => inStores(({ audit }) => audit.following(0, 100_000)),
  };
}

/** A store that fails after this many units of work. */
function stoppedAfter(store: Store, units: number): Store {
  let left = units;
  return {
    ...store,
    begin: (hints) => {
      left -= 1;
      if (left < 0) throw new Error('stopped');
      return store.begin(hints);
    },
  };
}

/** Acts like somebody with access to the database: removes entries and adds others. */
async function withoutEntry(server: Awaited<ReturnType<typeof open>>, through: number): Promise<void> {
  await server.inStores(({ audit }) => audit.removeThrough(through, 1_000));
}

test('a whole trail has nothing to be found, and is sealed once', async () => {
  const server = await open();
  assert.deepEqual(await server.found(), []);
  await server.happen(5_100);
  await sealAudit(server.repository);
  await sealAudit(server.repository);
  assert.equal(server.logged.length, 2, 'one full seal and one for the rest');
  await server.happen(3);
  await sealAudit(server.repository);
  assert.equal(server.logged.length, 3);
  assert.deepEqual(await server.found(), []);
});

test('what may still be written beside others waits', async () => {
  const server = await open({ settleMilliseconds: 2 * hour });
  await server.happen(3);
  await sealAudit(server.repository);
  assert.deepEqual(server.logged, []);
  server.pass(2 * hour);
  await sealAudit(server.repository);
  assert.equal(server.logged.length, 1);
});

test('servers that seal at once make one chain', async () => {
  const server = await open();
  await server.happen(40);
  await Promise.all(Array.from({ length: 6 }, () => sealAudit(server.repository)));
  await server.happen(2);
  await Promise.all(Array.from({ length: 6 }, () => sealAudit(server.repository)));
  assert.equal(server.logged.length, 2);
  assert.deepEqual(await server.found(), []);
});

test('an entry that is gone is missed', async () => {
  const server = await open();
  await server.happen(3);
  await sealAudit(server.repository);
  await server.happen(3);
  await sealAudit(server.repository);
  const [first] = await server.entries();
  await withoutEntry(server, first?.id ?? 0);
  const found = await server.found();
  assert.equal(found.length, 1);
  assert.match(found[0] ?? '', /^of the entries 1 to \d+ one was changed, removed or added/);
});

test('a changed entry is found, whatever of it was changed', async () => {
  const server = await open();
  await server.happen(3);
  await sealAudit(server.repository);
  for (const change of [
    { comment: 'y' },
    { principalName: 'fry' },
    { eventDate: '2026-03-04T05:06:07.009Z' },
    { extended: { zeta: 1, alpha: { y: [1.5, null], b: 'u' } } },
  ]) {
    const found: string[] = [];
    for await (const words of checkAudit(changed(server.repository, change))) found.push(words);
    assert.equal(found.length, 1, JSON.stringify(change));
  }
});

/** The repository after somebody has changed an entry in the database. */
function changed(repository: Repository, change: Partial<LogEntry>): Repository {
  const { store } = repository.ports;
  const begin: typeof store.begin = (hints) => {
    const unit = store.begin(hints);
    const { audit, documents, entries, batches, jobs, places, consistency, renditions, idempotency } =
      unit.stores;
    const others = { documents, entries, batches, jobs, places, consistency, renditions, idempotency };
    const following: typeof audit.following = async (...parameters) =>
      (await audit.following(...parameters)).map((entry) =>
        entry.comment === 'x 1' ? { ...entry, ...change } : entry,
      );
    return {
      stores: { ...others, audit: { ...audit, following } },
      isWriting: false,
      writer: () => unit.writer(),
      hold: () => unit.hold(),
      commit: () => unit.commit(),
      rollback: () => unit.rollback(),
    };
  };
  return { ...repository, ports: { ...repository.ports, store: { ...store, begin } } };
}

test('a changed seal, one that is gone, and an end that is gone are found', async () => {
  for (const [change, words] of [
    [
      (stores: Stores, ids: readonly string[]) => stores.entries.remove('auditSeals', ids[0] ?? ''),
      /one was changed, removed or added/,
    ],
    [
      (stores: Stores, ids: readonly string[]) => stores.entries.remove('auditSeals', ids[1] ?? ''),
      /^the seals after entry \d+ were removed$/,
    ],
  ] as const) {
    const server = await open();
    for (let round = 0; round < 2; round++) {
      await server.happen(2);
      await sealAudit(server.repository);
    }
    await server.inStores(async (stores) => {
      const { items } = await stores.entries.list('auditSeals', {});
      await change(
        stores,
        items.map(({ id }) => id),
      );
    });
    assert.match((await server.found())[0] ?? '', words);
  }
});

test('without the key nobody makes seals that fit, and a logged one tells of a trail begun anew', async () => {
  const server = await open();
  await server.happen(3);
  await sealAudit(server.repository);
  const [logged = ''] = server.logged.map((line) => line.split(' ').at(-1));
  assert.deepEqual(await server.found(logged), []);
  await server.inStores(async ({ audit, entries }) => {
    await audit.removeThrough(1_000_000, 1_000);
    for (const { id } of (await entries.list('auditSeals', {})).items) await entries.remove('auditSeals', id);
    await entries.remove('auditSealMarks', 'head');
  });
  await server.happen(2, 'forged');
  const { audit } = server.repository.settings;
  const forger = {
    ...server.repository,
    settings: { ...server.repository.settings, audit: { ...audit, key: undefined } },
  };
  await sealAudit(forger);
  assert.deepEqual(await server.found(logged), [
    (await server.found())[0] ?? '',
    `the seal ${logged} is not there`,
  ]);
  assert.match((await server.found())[0] ?? '', /one was changed, removed or added/);
});

test('old entries go by whole seals, and a start that somebody else made is found', async () => {
  const server = await open({ retentionDays: 30 });
  await server.happen(3, 'old');
  await sealAudit(server.repository);
  server.pass(31 * 24 * hour);
  await server.happen(2, 'new');
  await sealAudit(server.repository);
  await forgetOldAudit(server.repository);
  const left = await server.entries();
  assert.deepEqual([...new Set(left.map(({ comment }) => comment))].sort(), ['new 0', 'new 1']);
  assert.deepEqual(await server.found(), []);
  await forgetOldAudit(server.repository);
  assert.equal((await server.entries()).length, 2);

  // More entries than are removed at once; then those left by a server that was stopped after removing their seal.
  await server.happen(450, 'many');
  await sealAudit(server.repository);
  server.pass(31 * 24 * hour);
  await server.happen(1, 'newest');
  await sealAudit(server.repository);
  await forgetOldAudit({
    ...server.repository,
    ports: { ...server.repository.ports, store: stoppedAfter(server.repository.ports.store, 5) },
  }).catch(() => undefined);
  assert.ok((await server.entries()).length > 1);
  assert.deepEqual(await server.found(), []);
  await forgetOldAudit(server.repository);
  assert.deepEqual(
    (await server.entries()).map(({ comment }) => comment),
    ['newest 0'],
  );
  assert.deepEqual(await server.found(), []);

  // Somebody removes more entries than were due.
  await server.inStores(async ({ audit, entries }) => {
    const [last] = (await entries.list('auditSeals', {})).items;
    await audit.removeThrough(Number(last?.fields.through), 1_000);
    await entries.remove('auditSeals', last?.id ?? '');
    await entries.update('auditSealMarks', 'start', { ...last?.fields, mark: 'f'.repeat(64) });
  });
  assert.match(
    (await server.found())[0] ?? '',
    /^the start after entry \d+ is not one that this server has made$/,
  );
});
