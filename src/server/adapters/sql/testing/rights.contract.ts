/** What every engine must answer about lists of rights that hold for trees. */
import assert from 'node:assert/strict';
import type { Store } from '#server/core/kernel/stores.ts';
import { aDocument, plant, type StoreCase, written } from './sample-documents.ts';

const documents = (store: Store) => store.begin().stores.documents;

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
