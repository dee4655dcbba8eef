/** Tests that every entry store must pass. Directories are named after the test. */
import assert from 'node:assert/strict';
import type { Store } from '#server/core/kernel/stores.ts';
import { longText, type StoreCase, written } from './sample-documents.ts';

const entries = (store: Store) => store.begin().stores.entries;

const people = [
  { id: 'joe', fields: { username: 'joe', firstName: 'Joe', age: 30, active: true } },
  { id: 'Ann', fields: { username: 'Ann', firstName: 'Änn', age: 4, active: false } },
  { id: 'bob_x', fields: { username: 'bob_x', firstName: 'Bob', age: 100, parent: '' } },
];

async function seed(store: Store, directory: string): Promise<void> {
  await written(store, async ({ entries }) => {
    for (const entry of people) await entries.insert(directory, entry);
  });
}

export const entryCases: readonly StoreCase[] = [
  {
    name: 'inserts once, updates and removes',
    run: async (store, directory) => {
      await seed(store, directory);
      const [joe] = people;
      assert.deepEqual(await entries(store).get(directory, 'joe'), joe);
      const again = await written(store, ({ entries }) =>
        entries.insert(directory, { id: 'joe', fields: {} }),
      );
      assert.equal(again, false);
      await written(store, ({ entries }) => entries.update(directory, 'joe', { firstName: 'Joseph' }));
      assert.deepEqual((await entries(store).get(directory, 'joe'))?.fields, { firstName: 'Joseph' });
      assert.equal(await written(store, ({ entries }) => entries.remove(directory, 'joe')), true);
      assert.equal(await written(store, ({ entries }) => entries.remove(directory, 'joe')), false);
      assert.equal(await entries(store).get(directory, 'joe'), undefined);
      assert.equal(await entries(store).get('elsewhere', 'Ann'), undefined);
    },
  },
  {
    name: 'holds and removes many, and passes over those that are not there',
    run: async (store, directory) => {
      await seed(store, directory);
      await seed(store, `${directory}-other`);
      await written(store, async ({ entries }) => {
        const held = await entries.getManyForUpdate(directory, ['joe', 'nobody', 'Ann']);
        assert.deepEqual(
          held.map(({ id }) => id),
          ['Ann', 'joe'],
        );
        await entries.removeMany(directory, ['joe', 'nobody', 'Ann']);
        assert.deepEqual(await entries.getManyForUpdate(directory, []), []);
        await entries.removeMany(directory, []);
      });
      assert.deepEqual(await list(store, directory, {}), ['bob_x']);
      assert.equal((await list(store, `${directory}-other`, {})).length, people.length);
    },
  },
  {
    name: 'takes every text but null and half characters, which no store keeps',
    run: async (store, directory) => {
      const put = (id: string, label: string) =>
        written(store, ({ entries }) => entries.insert(directory, { id, fields: { label } }));
      const refusal = { code: 'badRequest', message: 'The text holds characters that cannot be stored' };
      await assert.rejects(put('a\0b', ''), refusal);
      await assert.rejects(put('a', 'a\0b'), refusal);
      await assert.rejects(put('a', '\\\ud800'), refusal);
      const label = '\\u0000 \\\\ud800 \u0001 😀';
      await put('\\u0000', label);
      assert.deepEqual((await entries(store).get(directory, '\\u0000'))?.fields, { label });
    },
  },
  {
    name: 'refuses ids and memberships beyond 2,500 bytes',
    run: async (store, directory) => {
      const tooLarge = { code: 'badRequest', message: 'The value is too large' };
      const put = (id: string) =>
        written(store, ({ entries }) => entries.insert(directory, { id, fields: {} }));
      assert.equal(await put(longText(2_400)), true);
      await assert.rejects(put(longText(2_501)), tooLarge);
      const join = (member: string) =>
        written(store, ({ entries }) => entries.setMembers(`${directory}-group`, 'user', [member]));
      await join(longText(2_400));
      await assert.rejects(join(longText(2_501)), tooLarge);
      const enter = (group: string) =>
        written(store, ({ entries }) => entries.setGroupsOf('user', `${directory}-member`, [group]));
      await enter(longText(2_400));
      await assert.rejects(enter(longText(2_501)), tooLarge);
    },
  },
  {
    name: 'filters by value, beginning and part, in any case and literally',
    run: async (store, directory) => {
      await seed(store, directory);
      const find = async (filter: NonNullable<Parameters<typeof list>[2]>) => list(store, directory, filter);
      assert.deepEqual(await find({ equals: { firstName: 'Bob' } }), ['bob_x']);
      assert.deepEqual(await find({ equals: { age: 4 } }), ['Ann']);
      assert.deepEqual(await find({ equals: { active: true } }), ['joe']);
      assert.deepEqual(await find({ equals: { active: null } }), ['bob_x']);
      assert.deepEqual(await find({ equals: { age: 4, firstName: 'Bob' } }), []);
      assert.deepEqual(await find({ prefix: { fields: ['username', 'firstName'], text: 'ä' } }), ['Ann']);
      assert.deepEqual(await find({ prefix: { fields: ['username', 'firstName'], text: 'JO' } }), ['joe']);
      assert.deepEqual(await find({ contains: { fields: ['username'], text: '_' } }), ['bob_x']);
      assert.deepEqual(await find({ contains: { fields: ['username', 'firstName'], text: 'O' } }), [
        'joe',
        'bob_x',
      ]);
      assert.deepEqual(await find({ prefix: { fields: [], text: 'a' } }), []);
    },
  },
  {
    name: 'sorts texts without case, numbers by value, and pages',
    run: async (store, directory) => {
      await seed(store, directory);
      const sorted = async (name: string, descending = false, page = {}) =>
        (await entries(store).list(directory, { sort: [{ name, descending }], ...page })).items.map(
          ({ id }) => id,
        );
      assert.deepEqual(await sorted('username'), ['Ann', 'bob_x', 'joe']);
      assert.deepEqual(await sorted('age'), ['Ann', 'joe', 'bob_x']);
      assert.deepEqual(await sorted('age', true), ['bob_x', 'joe', 'Ann']);
      assert.deepEqual(await sorted('active'), ['bob_x', 'Ann', 'joe']);
      assert.deepEqual(await sorted('age', false, { offset: 1, limit: 1 }), ['joe']);
      const page = await entries(store).list(directory, { limit: 1 });
      assert.deepEqual(page, { items: [people[0]], total: 3 });
    },
  },
  {
    name: 'numbers entries past those that are there',
    run: async (store, directory) => {
      const next = () => written(store, ({ entries }) => entries.nextId(directory));
      assert.equal(await next(), 1);
      await written(store, ({ entries }) => entries.insert(directory, { id: '2', fields: {} }));
      assert.equal(await next(), 3);
      const taken = await Promise.all([next(), next(), next()]);
      assert.deepEqual(taken.toSorted(), [4, 5, 6]);
    },
  },
  {
    name: 'keeps memberships both ways',
    run: async (store, name) => {
      const group = (suffix: string) => `${name}-${suffix}`;
      await written(store, async ({ entries }) => {
        await entries.setMembers(group('a'), 'user', ['joe', 'ann', 'joe']);
        await entries.setMembers(group('a'), 'group', [group('b')]);
        await entries.setGroupsOf('user', `${name}-bob`, [group('a'), group('b')]);
      });
      assert.deepEqual(await entries(store).members(group('a'), 'user'), ['joe', 'ann', `${name}-bob`]);
      assert.deepEqual(await entries(store).members(group('a'), 'group'), [group('b')]);
      assert.deepEqual(await entries(store).groupsOf('group', group('b')), [group('a')]);
      assert.deepEqual(await entries(store).groupsOf('user', `${name}-bob`), [group('a'), group('b')]);
      const bob = `${name}-bob`;
      assert.deepEqual(await entries(store).allGroupsOf('user', ['ann']), [group('a')]);
      assert.deepEqual(await entries(store).allGroupsOf('group', [group('b')]), [group('a')]);
      assert.deepEqual(await entries(store).allGroupsOf('user', []), []);
      await written(store, async ({ entries }) => {
        await entries.setGroupsOf('user', `${name}-bob`, [group('b')]);
        await entries.setMembers(group('a'), 'user', ['ann']);
      });
      assert.deepEqual(await entries(store).members(group('a'), 'user'), ['ann']);
      assert.deepEqual(await entries(store).groupsOf('user', bob), [group('b')]);
      assert.deepEqual(await entries(store).allGroupsOf('user', [bob]), [group('b'), group('a')]);
      // Groups in circles, and reachable in several ways.
      await written(store, async ({ entries }) => {
        await entries.setMembers(group('b'), 'group', [group('c'), group('a')]);
        await entries.setMembers(group('c'), 'user', [bob]);
      });
      assert.deepEqual(await entries(store).allGroupsOf('user', [bob, 'ann']), [
        group('b'),
        group('c'),
        group('a'),
      ]);
    },
  },
];

async function list(
  store: Store,
  directory: string,
  filter: Parameters<ReturnType<typeof entries>['list']>[1]['filter'],
): Promise<readonly string[]> {
  const { items } = await entries(store).list(directory, { filter });
  return items.map(({ id }) => id);
}
