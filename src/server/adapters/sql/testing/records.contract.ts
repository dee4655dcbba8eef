/** Tests that every store of audit records, batches, jobs, renditions and idempotency keys must pass. */
import assert from 'node:assert/strict';
import type { AuditCondition, AuditRecord } from '#server/core/kernel/audit-store.ts';
import type { BatchFile, Job, JobStore, Store, StoredBlob } from '#server/core/kernel/stores.ts';
import { longText, type StoreCase, written } from './sample-documents.ts';

const at = (minute: number): string => new Date(Date.UTC(2024, 0, 1, 0, minute)).toISOString();

const record = (docUUID: string, minute: number, fields: Partial<AuditRecord> = {}): AuditRecord => ({
  eventId: 'documentCreated',
  category: 'eventDocumentCategory',
  principalName: 'joe',
  eventDate: at(minute),
  repositoryId: 'default',
  docUUID,
  docPath: '/x',
  docType: 'File',
  docLifeCycle: null,
  comment: null,
  extended: { size: 1 },
  ...fields,
});

const blob = (key: string): StoredBlob => ({
  key,
  digest: 'd',
  length: 3,
  name: 'a',
  mimeType: null,
  encoding: null,
});

const file = (index: string, fields: Partial<BatchFile> = {}): BatchFile => ({
  index,
  name: `${index}.txt`,
  mimeType: 'text/plain',
  size: 6_000_000_000,
  uploadType: 'normal',
  chunkCount: null,
  blob: null,
  chunks: {},
  ...fields,
});

const batch = (id: string, touchedAt: string) => ({
  id,
  owner: 'joe',
  handler: 'default',
  createdAt: at(0),
  touchedAt,
});

const enqueue = (store: Store, kind: string, id: string, minute: number, uniqueKey?: string) =>
  written(store, ({ jobs }) =>
    jobs.enqueue({ id, kind, payload: { id }, owner: 'joe', runAt: at(minute), uniqueKey }),
  );

async function takeAll(jobs: JobStore, kind: string, minute: number, limit: number): Promise<readonly Job[]> {
  const taken: Job[] = [];
  for (const which of await jobs.due([kind]))
    taken.push(...(await jobs.take(which, 'worker', at(minute), at(minute + 5), limit - taken.length)));
  return taken;
}
const take = (store: Store, kind: string, minute: number, limit = 10) =>
  written(store, ({ jobs }) => takeAll(jobs, kind, minute, limit));

export const auditCases: readonly StoreCase[] = [
  {
    name: 'lists what was appended, filtered, sorted and paged',
    run: async (store, docUUID) => {
      const records = [
        record(docUUID, 1),
        record(docUUID, 3, { eventId: 'download', category: 'download', principalName: 'ann' }),
        record(docUUID, 2, { eventId: 'documentModified' }),
      ];
      await written(store, ({ audit }) => audit.append(records));
      await written(store, ({ audit }) => audit.append([]));
      const list = async (filter = {}, offset = 0, limit = 50) => {
        const options = { sort: [{ name: 'eventDate', descending: true }], offset, limit };
        const { items, total } = await store.begin().stores.audit.list({ docUUID, ...filter }, options);
        return { events: items.map(({ eventId }) => eventId), total };
      };
      assert.deepEqual(await list(), {
        events: ['download', 'documentModified', 'documentCreated'],
        total: 3,
      });
      assert.deepEqual(await list({}, 1, 1), { events: ['documentModified'], total: 3 });
      assert.deepEqual((await list({ eventIds: ['download', 'other'] })).events, ['download']);
      assert.deepEqual((await list({ principals: ['joe'], categories: ['eventDocumentCategory'] })).total, 2);
      assert.deepEqual((await list({ from: at(2), to: at(2) })).events, ['documentModified']);
      const like = { kind: 'like', column: 'eventId', pattern: 'DOCUMENT%', ignoreCase: true } as const;
      const ann = { kind: 'compare', column: 'principalName', operator: '=', value: 'ann' } as const;
      const eventsWhere = async (condition: AuditCondition) => (await list({ condition })).events;
      assert.deepEqual(await eventsWhere(like), ['documentModified', 'documentCreated']);
      assert.deepEqual(await eventsWhere({ ...like, ignoreCase: false }), []);
      assert.deepEqual(
        await eventsWhere({ ...like, pattern: 'documentCreated\\' }),
        [],
        'a backslash is one',
      );
      assert.deepEqual(await eventsWhere({ kind: 'or', items: [{ kind: 'not', item: like }, ann] }), [
        'download',
      ]);
      assert.deepEqual(await eventsWhere({ kind: 'and', items: [like, ann] }), []);
      assert.deepEqual(await eventsWhere({ kind: 'not', item: { kind: 'null', column: 'eventId' } }), [
        'download',
        'documentModified',
        'documentCreated',
      ]);
      const { items } = await store.begin().stores.audit.list({ docUUID }, { sort: [], offset: 0, limit: 1 });
      const [first] = items;
      assert.ok(first);
      const { id, logDate, ...rest } = first;
      assert.deepEqual(rest, records[0]);
      assert.ok(id > 0 && logDate.endsWith('Z'));
    },
  },
  {
    name: 'refuses to sort by what is no column',
    run: async (store) => {
      const options = { sort: [{ name: 'id; drop table audit', descending: false }], offset: 0, limit: 1 };
      await assert.rejects(store.begin().stores.audit.list({}, options), { code: 'badRequest' });
    },
  },
];

export const batchCases: readonly StoreCase[] = [
  {
    name: 'keeps files in the order of their numbers, with their chunks',
    run: async (store, id) => {
      const chunked = file('2', {
        uploadType: 'chunked',
        chunkCount: 11,
        chunks: { 0: { key: `${id}-c0`, size: 5 }, 10: { key: `${id}-c10`, size: 1 } },
      });
      const whole = file('10', { blob: blob(`${id}-b`) });
      await written(store, async ({ batches }) => {
        await batches.create(batch(id, at(0)));
        await batches.putFile(id, whole, at(1));
        await batches.putFile(id, chunked, at(2));
      });
      const { batches } = store.begin().stores;
      assert.deepEqual(await batches.get(id), batch(id, at(2)));
      assert.deepEqual(await batches.files(id), [chunked, whole]);
      assert.deepEqual(await batches.file(id, '2'), chunked);
      assert.deepEqual(await batches.referencedBlobs([`${id}-b`]), [`${id}-b`]);
      assert.deepEqual(await batches.referencedBlobs([`${id}-c10`]), [`${id}-c10`]);
      const done = file('2', { uploadType: 'chunked', chunkCount: 11, blob: blob(`${id}-d`) });
      await written(store, ({ batches }) => batches.putFile(id, done, at(3)));
      assert.deepEqual(await batches.file(id, '2'), done);
      assert.deepEqual(await batches.referencedBlobs([`${id}-c10`]), []);
      assert.equal(await written(store, ({ batches }) => batches.removeFile(id, '2')), true);
      assert.equal(await written(store, ({ batches }) => batches.removeFile(id, '2')), false);
      assert.deepEqual(await batches.files(id), [whole]);
    },
  },
  {
    name: 'goes as a whole',
    run: async (store, id) => {
      await written(store, async ({ batches }) => {
        await batches.create(batch(id, at(0)));
        await batches.putFile(id, file('0', { chunks: { 0: { key: `${id}-c`, size: 1 } } }), at(0));
      });
      assert.equal(await written(store, ({ batches }) => batches.remove(id)), true);
      assert.equal(await written(store, ({ batches }) => batches.remove(id)), false);
      const { batches } = store.begin().stores;
      assert.equal(await batches.get(id), undefined);
      assert.equal(await batches.file(id, '0'), undefined);
      assert.deepEqual(await batches.referencedBlobs([`${id}-c`]), []);
    },
  },
  {
    name: 'takes new batches and new files together, and no file for a batch that is gone',
    run: async (store, id) => {
      const [one, other] = [batch(`${id}-1`, at(0)), batch(`${id}-2`, at(0))];
      await written(store, ({ batches }) => batches.create(one, other));
      const added = file('0', { blob: blob(`${id}-b`) });
      await written(store, async ({ batches }) => {
        await batches.addFile(one.id, added);
        await batches.touch(one.id, at(2));
      });
      const { batches } = store.begin().stores;
      const touched = { ...one, touchedAt: at(2) };
      assert.deepEqual(await batches.withFile(one.id, '0'), { batch: touched, file: added });
      assert.deepEqual(await batches.withFile(other.id, '0'), { batch: other, file: undefined });
      assert.equal(await batches.withFile(`${id}-3`, '0'), undefined);
      await assert.rejects(
        written(store, (stores) => stores.batches.addFile(`${id}-3`, added)),
        { isTransient: true },
      );
    },
  },
  {
    name: 'loses no chunk when many arrive at once',
    run: async (store, id) => {
      await written(store, ({ batches }) => batches.create(batch(id, at(0))));
      const arrive = (chunk: number) =>
        written(store, async ({ batches }) => {
          const found = (await batches.fileForUpdate(id, '0')) ?? file('0', { uploadType: 'chunked' });
          const chunks = { ...found.chunks, [chunk]: { key: `${id}-${chunk}`, size: 1 } };
          await batches.putFile(id, { ...found, chunks }, at(1));
        });
      await Promise.all(Array.from({ length: 12 }, (_, chunk) => arrive(chunk)));
      const found = await store.begin().stores.batches.file(id, '0');
      assert.equal(Object.keys(found?.chunks ?? {}).length, 12);
    },
  },
  {
    name: 'removes those that nobody touched with their files, the oldest first, so many at a time',
    run: async (store, id) => {
      const old = (day: number) => `2001-01-0${day}T00:00:00.000Z`;
      await written(store, async ({ batches }) => {
        for (const day of [2, 1, 3]) await batches.create(batch(`${id}-${day}`, old(day)));
        await batches.create(batch(`${id}-new`, at(0)));
        await batches.addFile(`${id}-1`, file('0', {}));
      });
      const purge = (limit: number) => written(store, ({ batches }) => batches.purge(old(4), limit));
      const left = async (): Promise<readonly string[]> => {
        const { batches } = store.begin().stores;
        const all = await Promise.all([1, 2, 3, 'new'].map((name) => batches.get(`${id}-${name}`)));
        return all.flatMap((one) => one?.id ?? []);
      };
      assert.equal(await purge(1), 1);
      assert.deepEqual(
        await left(),
        [2, 3, 'new'].map((name) => `${id}-${name}`),
      );
      assert.deepEqual(await store.begin().stores.batches.files(`${id}-1`), []);
      assert.equal(await purge(10), 2);
      assert.deepEqual(await left(), [`${id}-new`]);
    },
  },
];

export const jobCases: readonly StoreCase[] = [
  {
    name: 'gives due jobs once, the oldest first',
    run: async (store, kind) => {
      await enqueue(store, kind, `${kind}-late`, 3);
      await enqueue(store, kind, `${kind}-early`, 1);
      await enqueue(store, kind, `${kind}-future`, 60);
      const taken = await take(store, kind, 10);
      assert.deepEqual(
        taken.map(({ id, state, attempts }) => [id, state, attempts]),
        [
          [`${kind}-early`, 'running', 1],
          [`${kind}-late`, 'running', 1],
        ],
      );
      assert.deepEqual(await take(store, kind, 10), []);
    },
  },
  {
    name: 'knows what is due of each person, kind and state',
    run: async (store, kind) => {
      const job = (id: string, owner: string | null, minute: number) =>
        written(store, ({ jobs }) =>
          jobs.enqueue({ id: `${kind}-${id}`, kind, payload: {}, owner, runAt: at(minute) }),
        );
      const due = async () =>
        (await store.begin().stores.jobs.due([kind, `${kind}-other`, '']))
          .map((one) => [one.kind, one.person, one.state, one.due])
          .toSorted();
      assert.deepEqual(await due(), []);
      for (const minute of [5, 3, 4]) await job(`zoë-${minute}`, 'zoë', minute);
      await job('ann', 'ann', 9);
      await job('own', null, 7);
      await enqueue(store, `${kind}-other`, `${kind}-joe`, 1);
      const own = [kind, '', 'scheduled', at(7)];
      const other = [`${kind}-other`, 'joe', 'scheduled', at(1)];
      const ann = [kind, 'ann', 'scheduled', at(9)];
      assert.deepEqual(await due(), [own, ann, [kind, 'zoë', 'scheduled', at(3)], other].toSorted());
      const which = { kind, person: 'zoë', state: 'scheduled', due: at(3) } as const;
      const taken = await written(store, ({ jobs }) => jobs.take(which, 'worker', at(9), at(20), 2));
      assert.deepEqual(
        taken.map(({ id }) => id),
        [`${kind}-zoë-3`, `${kind}-zoë-4`],
      );
      assert.deepEqual(
        await due(),
        [own, ann, [kind, 'zoë', 'running', at(20)], [kind, 'zoë', 'scheduled', at(5)], other].toSorted(),
      );
    },
  },
  {
    name: 'gives no job to two workers',
    run: async (store, kind) => {
      for (let count = 0; count < 10; count += 1) await enqueue(store, kind, `${kind}-${count}`, 0);
      const taken = (await Promise.all(Array.from({ length: 5 }, () => take(store, kind, 1, 3)))).flat();
      assert.equal(new Set(taken.map(({ id }) => id)).size, taken.length);
      assert.equal(taken.length + (await take(store, kind, 1, 10)).length, 10);
    },
  },
  {
    name: 'gives a job again when its worker is gone or gave it back',
    run: async (store, kind) => {
      await enqueue(store, kind, kind, 0);
      await take(store, kind, 1);
      assert.deepEqual(await take(store, kind, 5), []);
      const [again] = await take(store, kind, 7);
      assert.equal(again?.attempts, 2);
      await written(store, ({ jobs }) => jobs.report(kind, { state: 'scheduled', runAt: at(20) }));
      assert.deepEqual(await take(store, kind, 19), []);
      assert.equal((await take(store, kind, 20)).length, 1);
    },
  },
  {
    name: 'keeps one waiting job for a unique key of any length, and another once that one runs',
    run: async (store, kind) => {
      const key = kind + longText(5_000);
      await enqueue(store, kind, `${kind}-a`, 0, key);
      await enqueue(store, kind, `${kind}-b`, 0, key);
      assert.deepEqual(
        (await take(store, kind, 1)).map(({ id }) => id),
        [`${kind}-a`],
      );
      await enqueue(store, kind, `${kind}-c`, 0, key);
      assert.deepEqual(
        (await take(store, kind, 1)).map(({ id }) => id),
        [`${kind}-c`],
      );
    },
  },
  {
    name: 'gives jobs of a series, of a part of it and of what it is part of one after the other',
    run: async (store, kind) => {
      const job = (id: string, series: string) =>
        written(store, ({ jobs }) =>
          jobs.enqueue({ id: `${kind}-${id}`, kind, payload: {}, owner: 'joe', runAt: at(0), series }),
        );
      const taken = async () => (await take(store, kind, 1)).map(({ id }) => id.slice(kind.length + 1));
      const end = (id: string, state: 'completed' | 'failed' | 'scheduled') =>
        written(store, ({ jobs }) => jobs.report(`${kind}-${id}`, { state }));
      await job('inner', `${kind}/a/b/`);
      await job('outer', `${kind}/a/`);
      await job('beside', `${kind}/ab/`);
      await job('inner again', `${kind}/a/b/`);
      assert.deepEqual(await taken(), ['inner', 'beside']);
      assert.deepEqual(await taken(), []);
      // A job that will be tried again keeps its turn.
      await end('inner', 'scheduled');
      assert.deepEqual(await taken(), ['inner']);
      await end('inner', 'failed');
      assert.deepEqual(await taken(), ['outer']);
      await end('outer', 'completed');
      assert.deepEqual(await taken(), ['inner again']);
      const unfinished = await store
        .begin()
        .stores.jobs.unfinishedIn([`${kind}/a/b/`, `${kind}/ab/`, 'none/']);
      assert.deepEqual(unfinished.map(({ id }) => id).toSorted(), [`${kind}-beside`, `${kind}-inner again`]);
      assert.deepEqual(await store.begin().stores.jobs.unfinishedIn([]), []);
    },
  },
  {
    name: 'tells progress, results and counts, and forgets what is finished',
    run: async (store, kind) => {
      await enqueue(store, kind, kind, 0);
      await enqueue(store, kind, `${kind}-waiting`, 0);
      await written(store, ({ jobs }) =>
        jobs.report(kind, { state: 'completed', progress: { done: 2 }, result: ['x'] }),
      );
      const job = await store.begin().stores.jobs.get(kind);
      assert.deepEqual(job?.progress, { done: 2 });
      assert.deepEqual(job?.result, ['x']);
      const counts = await store.begin().stores.jobs.counts();
      assert.deepEqual(
        counts.filter((one) => one.kind === kind),
        [
          { kind, state: 'completed', count: 1 },
          { kind, state: 'scheduled', count: 1 },
        ],
      );
      assert.equal(await written(store, ({ jobs }) => jobs.purge(at(0), 10)), 0);
      await written(store, ({ jobs }) => jobs.purge('9999-01-01T00:00:00.000Z', 10));
      assert.equal(await store.begin().stores.jobs.get(kind), undefined);
      assert.ok(await store.begin().stores.jobs.get(`${kind}-waiting`));
    },
  },
];

export const otherCases: readonly StoreCase[] = [
  {
    name: 'keeps the last result of a conversion',
    run: async (store, key) => {
      await written(store, ({ renditions }) => renditions.put(key, 'pdf', 'impossible'));
      assert.equal(await store.begin().stores.renditions.get(key, 'pdf'), 'impossible');
      assert.equal((await store.begin().stores.renditions.getMany([key], 'pdf')).size, 0);
      await written(store, ({ renditions }) => renditions.put(key, 'pdf', blob(`${key}-r`)));
      const { renditions } = store.begin().stores;
      assert.deepEqual(await renditions.get(key, 'pdf'), blob(`${key}-r`));
      assert.equal(await renditions.get(key, 'text'), undefined);
      const found = await renditions.getMany([key, `${key}-other`], 'pdf');
      assert.deepEqual([...found], [[key, blob(`${key}-r`)]]);
      assert.equal((await renditions.getMany([key], 'text')).size, 0);
      assert.equal((await renditions.getMany([], 'pdf')).size, 0);
      assert.deepEqual(await renditions.referencedBlobs([`${key}-r`]), [`${key}-r`]);
      assert.deepEqual(await renditions.referencedBlobs([key]), []);
    },
  },
  {
    name: 'lets one claim an idempotency key and replays its answer',
    run: async (store, key) => {
      const claim = (owner: string) =>
        written(store, ({ idempotency }) => idempotency.claim(key, owner, at(0)));
      const claims = await Promise.all([claim('joe'), claim('joe'), claim('ann')]);
      assert.deepEqual(claims.filter((one) => one === undefined).length, 2);
      assert.equal(claims.filter((one) => one === 'in-progress').length, 1);
      const response = { status: 201, headers: { 'Content-Type': 'text/plain' }, body: 'né' };
      await written(store, async ({ idempotency }) => {
        await idempotency.complete(key, 'joe', response);
        await idempotency.release(key, 'joe');
        await idempotency.release(key, 'ann');
      });
      assert.deepEqual(await claim('joe'), response);
      assert.equal(await claim('ann'), undefined);
      const purge = (limit: number) => written(store, ({ idempotency }) => idempotency.purge(at(1), limit));
      assert.deepEqual([await purge(1), await purge(10), await purge(10)], [1, 1, 0]);
      assert.equal(await claim('joe'), undefined);
    },
  },
];
