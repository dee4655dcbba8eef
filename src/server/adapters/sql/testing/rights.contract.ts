/** Tests on read ACLs of trees that every engine must pass. */
import assert from 'node:assert/strict';
import { parse } from '#nxql/index.ts';
import type { Store } from '#server/core/kernel/stores.ts';
import { aDocument, plant, type StoreCase, sampleTypes, written } from './sample-documents.ts';

const documents = (store: Store) => store.begin().stores.documents;

async function countAndFind(store: Store, repository: string, text: string, readAclIds: readonly number[]) {
  const { query } = parse(text);
  assert.ok(query);
  const scope = { repository, readAclIds, types: sampleTypes, now: new Date() };
  const request = { query, scope, sort: [], offset: 0 };
  const { items } = await documents(store).queryIds({ ...request, limit: 0, countUpTo: 0 });
  // More than one page, so they are counted.
  const { total } = await documents(store).queryIds({ ...request, limit: 1, countUpTo: -1 });
  return { total, items };
}

export const rightsCases: readonly StoreCase[] = [
  {
    name: 'keeps one read ACL for equal entries and hands it down',
    run: async (store, repository) => {
      const entry = {
        username: repository,
        permission: 'Read',
        granted: true,
        creator: null,
        begin: null,
        end: null,
      };
      const { id, again, other } = await written(store, async (stores) => {
        await plant(stores, repository, ['/', '/a', '/a/b', '/c']);
        await stores.documents.insert(
          aDocument({ id: `${repository}-v`, repository, isVersion: true, seriesId: `${repository}:/a/b` }),
        );
        const [id, twin] = await stores.documents.readAclIds([[entry], [entry]]);
        const [again, other] = await stores.documents.readAclIds([[entry], []]);
        assert.equal(twin, id);
        return { id, again, other };
      });
      assert.equal(id, again);
      assert.notEqual(id, other);
      const known = await documents(store).readAcls();
      assert.deepEqual(known.find((acl) => acl.id === id)?.entries, [entry]);
      await written(store, ({ documents }) =>
        documents.setReadAcls([
          { top: { id: `${repository}:/a`, repository, path: '/a' }, readAclId: id ?? 0 },
        ]),
      );
      const rows = await documents(store).getMany([
        ...['/a', '/a/b', '/c'].map((path) => `${repository}:${path}`),
        `${repository}-v`,
      ]);
      assert.deepEqual(
        rows.map(({ readAclId }) => readAclId),
        [id, id, 1, id],
      );
    },
  },
  {
    name: 'gives each of nested subtrees its read ACL at once',
    run: async (store, repository) => {
      const paths = ['/', '/a', '/a/b', '/a/b/c', '/a/b!', '/a/b0', '/a/d', '/a/😀', '/a!', '/a0'];
      const at = (path: string) => ({ id: `${repository}:${path}`, repository, path });
      const setLists = (lists: Readonly<Record<string, number>>) =>
        written(store, ({ documents }) =>
          documents.setReadAcls(
            Object.entries(lists).map(([path, readAclId]) => ({ top: at(path), readAclId })),
          ),
        );
      await written(store, (stores) => plant(stores, repository, paths));
      await setLists({ '/a': 5, '/a/b': 6, '/a/d': 5, '/a/😀': 7 });
      const lists = async () => {
        const rows = await documents(store).getMany(paths.map((path) => at(path).id));
        return rows.map(({ readAclId }) => readAclId);
      };
      assert.deepEqual(await lists(), [1, 5, 6, 6, 5, 5, 5, 7, 1, 1]);
      await setLists({ '/': 8, '/a': 8, '/a/b': 9, '/a/d': 1, '/a/😀': 7 });
      assert.deepEqual(await lists(), [8, 8, 9, 9, 8, 8, 1, 7, 8, 8]);
      await setLists({ '/': 2, '/a': 3, '/a/b': 9, '/a/d': 4, '/a/😀': 9 });
      assert.deepEqual(await lists(), [2, 3, 9, 9, 3, 3, 4, 9, 2, 2]);
    },
  },
  {
    name: 'counts those that have words by where they lie, and what they are, now',
    run: async (store, repository) => {
      const at = (path: string) => ({ id: `${repository}:${path}`, repository, path });
      const files = ['/a/x', '/a/y', '/a/z'];
      await written(store, async (stores) => {
        await plant(stores, repository, ['/', '/a', '/b', ...files]);
        await stores.documents.setReadAcls([{ top: at('/b'), readAclId: 2 }]);
        await stores.documents.setTexts(
          files.map((path) => ({ id: at(path).id, title: 'quay', body: '', blobText: '' })),
        );
        await stores.documents.setText(at('/b').id, { title: 'quay', body: '' });
      });
      const counted = async (
        counts: readonly [first: number, second: number, visible: number, trash: number],
      ) => {
        const quay = "SELECT * FROM Document WHERE ecm:fulltext = 'quay'";
        const found = [
          await countAndFind(store, repository, quay, [1]),
          await countAndFind(store, repository, `${quay} ORDER BY dc:title`, [2]),
          await countAndFind(store, repository, `${quay} AND ecm:mixinType <> 'HiddenInNavigation'`, [1, 2]),
          await countAndFind(store, repository, `${quay} AND ecm:isTrashed = 1`, [1, 2]),
        ];
        assert.deepEqual(
          found.map(({ total }) => total),
          found.map(({ items }) => items.length),
        );
        assert.deepEqual(
          found.map(({ total }) => total),
          counts,
        );
      };
      await counted([3, 1, 4, 0]);
      const moved = { parentId: at('/b').id, parentPath: '/b', name: 'x' };
      await written(store, ({ documents }) => documents.relocate(at('/a/x').id, moved));
      await counted([2, 2, 4, 0]);
      await written(store, ({ documents }) => documents.setReadAcls([{ top: at('/a/y'), readAclId: 2 }]));
      await counted([1, 3, 4, 0]);
      await written(store, ({ documents }) =>
        documents.update(at('/a/z').id, { facets: ['HiddenInNavigation'] }),
      );
      await counted([1, 3, 3, 0]);
      await written(store, ({ documents }) => documents.setTrashed(at('/b').id, true));
      await counted([1, 3, 3, 2]);
      await written(store, ({ documents }) => documents.setTrashed(at('/b').id, false, { alone: true }));
      await counted([1, 3, 3, 1]);
      await written(store, ({ documents }) => documents.remove([at('/a/y').id]));
      await counted([1, 2, 2, 1]);
    },
  },
  {
    name: 'finds documents with entries of their own below another',
    run: async (store, repository) => {
      await written(store, (stores) => plant(stores, repository, ['/', '/a', '/a/b', '/c']));
      const acls = [{ name: 'local', aces: [] }];
      await written(store, async ({ documents }) => {
        for (const path of ['/', '/a/b', '/a']) await documents.update(`${repository}:${path}`, { acls });
      });
      const found = await documents(store).withOwnAcl({ id: `${repository}:/`, repository, path: '/' });
      assert.deepEqual(
        found.map(({ path }) => path),
        ['/a', '/a/b'],
      );
    },
  },
];
