/** What a unit of work promises on every engine. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { aDocument, type StoreCase, written } from './sample-documents.ts';

export const unitCases: readonly StoreCase[] = [
  {
    name: 'shows a unit its own writes, and others only after the commit',
    run: async (store, repository) => {
      const unit = store.begin();
      assert.equal(unit.isWriting, false);
      const { documents } = await unit.writer();
      assert.equal(unit.isWriting, true);
      await documents.insert(aDocument({ id: repository, repository }));
      assert.ok(await unit.stores.documents.get(repository));
      assert.equal(await store.begin().stores.documents.get(repository), undefined);
      await unit.commit();
      assert.ok(await store.begin().stores.documents.get(repository));
    },
  },
  {
    name: 'undoes a unit that rolls back',
    run: async (store, repository) => {
      const unit = store.begin();
      await (await unit.writer()).documents.insert(aDocument({ id: repository, repository }));
      await unit.rollback();
      assert.equal(await store.begin().stores.documents.get(repository), undefined);
    },
  },
  {
    name: 'names what is committed: the same until something is',
    run: async (store, repository) => {
      const before = await store.state();
      const unit = store.begin();
      await (await unit.writer()).documents.insert(aDocument({ id: repository, repository }));
      await unit.commit();
      const [one, ...others] = await Promise.all([store.state(), store.state(), store.state()]);
      assert.notEqual(one, before);
      assert.deepEqual(others, [one, one]);
      await store.begin().stores.documents.get(repository);
      // Other tests may commit to the same PostgreSQL server meanwhile.
      if (store.engine === 'sqlite') assert.equal(await store.state(), one);
    },
  },
  {
    name: 'shows what it has acknowledged at once, whoever else reads meanwhile',
    run: async (store, repository) => {
      let isOver = false;
      const others = (async () => {
        for (; !isOver; await nextTurn()) await store.begin().stores.documents.get(repository);
      })();
      for (const place of Array(30).keys()) {
        const id = `${repository}-${place}`;
        await written(store, ({ documents }) => documents.insert(aDocument({ id, repository })));
        assert.ok(await store.begin().stores.documents.get(id));
      }
      isOver = true;
      await others;
    },
  },
  {
    name: 'undoes only the unit that failed, not those beside it',
    run: async (store, repository) => {
      const work = Array.from({ length: 20 }, (_, place) =>
        written(store, async ({ documents }) => {
          await documents.insert(aDocument({ id: `${repository}-${place}`, repository }));
          if (place % 2 === 1) throw new Error('no');
        }),
      );
      const outcomes = await Promise.allSettled(work);
      const rows = await store
        .begin()
        .stores.documents.getMany(work.map((_, place) => `${repository}-${place}`));
      assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 10);
      assert.equal(rows.length, 10);
    },
  },
  {
    name: 'lets nobody lose an update',
    run: async (store, repository) => {
      await written(store, ({ documents }) => documents.insert(aDocument({ id: repository, repository })));
      const raise = () =>
        written(store, async ({ documents }) => {
          const row = await documents.getForUpdate(repository);
          await documents.update(repository, { systemChange: (row?.systemChange ?? 0) + 1 });
        });
      await Promise.all(Array.from({ length: 25 }, raise));
      assert.equal((await store.begin().stores.documents.get(repository))?.systemChange, 26);
    },
  },
  {
    name: 'lets one of two become the root',
    run: async (store, repository) => {
      const create = (id: string) =>
        written(store, ({ documents }) => documents.insert(aDocument({ id, repository, path: '/' })));
      const outcomes = await Promise.allSettled([create(`${repository}-a`), create(`${repository}-b`)]);
      const lost = outcomes.filter((one) => one.status === 'rejected');
      assert.equal(lost.length, 1);
      assert.equal(lost[0]?.reason.code, 'documentExists');
    },
  },
  {
    name: 'is over after its end',
    run: async (store, repository) => {
      const unit = store.begin();
      const { documents } = await unit.writer();
      await unit.commit();
      await assert.rejects(documents.get(repository));
      await unit.rollback();
    },
  },
  {
    name: 'commits a unit that never wrote',
    run: async (store) => {
      await store.begin().commit();
      await store.begin().rollback();
    },
  },
];
