/** Guarantees of a unit of work on every engine. */
import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parse } from '#nxql/index.ts';
import type { Stores } from '#server/core/kernel/stores.ts';
import { aDocument, type StoreCase, sampleTypes, written } from './sample-documents.ts';

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
      for (const index of Array(30).keys()) {
        const id = `${repository}-${index}`;
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
      const work = Array.from({ length: 20 }, (_, index) =>
        written(store, async ({ documents }) => {
          await documents.insert(aDocument({ id: `${repository}-${index}`, repository }));
          if (index % 2 === 1) throw new Error('no');
        }),
      );
      const outcomes = await Promise.allSettled(work);
      const rows = await store
        .begin()
        .stores.documents.getMany(work.map((_, index) => `${repository}-${index}`));
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
  {
    name: 'stores words with the unit that has them, also where units are committed together',
    run: async (store, repository) => {
      const [one, other, gone] = ['a', 'b', 'c'].map((name) => `${repository}-${name}`);
      assert.ok(one && other && gone);
      const all = [one, other, gone];
      const found = async ({ documents }: Stores, word: string): Promise<readonly string[]> => {
        const { query } = parse(`SELECT * FROM Document WHERE ecm:fulltext = '${word}'`);
        assert.ok(query);
        const scope = { repository, readAclIds: undefined, types: sampleTypes, now: new Date() };
        const request = { query, scope, sort: [], limit: 10, offset: 0, countUpTo: 0 };
        return (await documents.queryIds(request)).items.toSorted();
      };
      const setText = ({ documents }: Stores, id: string, word: string) =>
        documents.setText(id, { title: word, body: '', blobText: '' });
      await written(store, ({ documents }) =>
        documents.insert(...all.map((id) => aDocument({ id, repository }))),
      );
      const inside = new Map<string, readonly string[]>();
      await Promise.allSettled([
        written(store, async (stores) => {
          for (const id of all) await setText(stores, id, 'heron');
          inside.set('heron', await found(stores, 'heron'));
        }),
        written(store, (stores) => setText(stores, one, 'plover')),
        written(store, async (stores) => {
          await setText(stores, other, 'curlew');
          inside.set('curlew', await found(stores, 'curlew'));
          throw new Error('no');
        }),
      ]);
      assert.deepEqual(inside.get('heron'), all);
      assert.deepEqual(inside.get('curlew'), [other]);
      await Promise.allSettled([
        written(store, (stores) => setText(stores, gone, 'dunlin')),
        written(store, ({ documents }) => documents.remove([gone])),
      ]);
      const { stores } = store.begin();
      for (const word of ['curlew', 'dunlin']) assert.deepEqual(await found(stores, word), []);
      const words = await Promise.all(['heron', 'plover'].map((word) => found(stores, word)));
      assert.deepEqual(words.flat().toSorted(), [one, other]);
    },
  },
];
