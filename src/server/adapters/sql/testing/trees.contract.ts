/** Tests on trees that every engine must pass: paths, moves, the trash and removals. */
import assert from 'node:assert/strict';
import type { Store } from '#server/core/kernel/stores.ts';
import { aDocument, blob, idsOf, longText, plant, type StoreCase, written } from './sample-documents.ts';

const documents = (store: Store) => store.begin().stores.documents;

const tooLarge = { code: 'badRequest', message: 'The value is too large' };

export const treeCases: readonly StoreCase[] = [
  {
    name: 'refuses a path beyond 2,500 bytes, also one that grows',
    run: async (store, repository) => {
      const put = (id: string, parent: string | null, path: string) =>
        written(store, ({ documents }) =>
          documents.insert(
            aDocument({
              id: `${repository}-${id}`,
              repository,
              parentId: parent === null ? null : `${repository}-${parent}`,
              name: path.slice(path.lastIndexOf('/') + 1),
              path,
            }),
          ),
        );
      const top = `/${longText(600)}`;
      await put('root', null, '/');
      await put('a', 'root', '/a');
      await put('top', 'root', top);
      await put('middle', 'top', `${top}/${longText(600)}`);
      await put('below', 'middle', `${top}/${longText(600)}/${longText(1000)}`);
      await put('lowest', 'below', `${top}/${longText(600)}/${longText(1000)}/b`);
      await assert.rejects(put('beyond', 'middle', `${top}/${longText(600)}/${longText(1400)}`), tooLarge);
      const move = (name: string) =>
        written(store, ({ documents }) =>
          documents.relocate(`${repository}-top`, {
            parentId: `${repository}-a`,
            parentPath: '/a',
            name,
          }),
        );
      await assert.rejects(move(longText(1200)), tooLarge);
      await move(longText(700));
      assert.equal(
        (await documents(store).get(`${repository}-below`))?.path,
        `/a/${longText(700)}/${longText(600)}/${longText(1000)}`,
      );
    },
  },
  {
    name: 'walks up and down the tree',
    run: async (store, repository) => {
      const paths = ['/', '/a', '/a/b', '/a/b/c', '/a-b', '/a/b/d'];
      await written(store, (stores) => plant(stores, repository, paths));
      const at = (path: string) => `${repository}:${path}`;
      const above = await documents(store).ancestors(at('/a/b/c'));
      assert.deepEqual(
        above.map(({ path }) => path),
        ['/a/b', '/a', '/'],
      );
      assert.deepEqual(
        await idsOf(documents(store).subtree(at('/a'))),
        ['/a', '/a/b', '/a/b/c', '/a/b/d'].map(at),
      );
      assert.equal(await documents(store).countSubtree(at('/a')), 4);
      assert.equal(await documents(store).countSubtree(at('/')), 6);
      assert.equal((await documents(store).root(repository))?.id, at('/'));
      const many = await documents(store).getMany([at('/a-b'), 'nobody', at('/')]);
      assert.deepEqual(
        many.map(({ path }) => path),
        ['/a-b', '/'],
      );
    },
  },
  {
    name: 'reads a document with the lists of rights that decide about it, nearest first',
    run: async (store, repository) => {
      const acl = (name: string) => [
        {
          name,
          aces: [
            { username: 'fry', permission: 'Read', granted: true, creator: null, begin: null, end: null },
          ],
        },
      ];
      const at = (path: string) => `${repository}:${path}`;
      await written(store, async (stores) => {
        await plant(stores, repository, ['/', '/a', '/a/b', '/a/b/c']);
        await stores.documents.insert(aDocument({ id: `${repository}-gone`, repository }));
        for (const path of ['/', '/a', '/a/b/c'])
          await stores.documents.update(at(path), { acls: acl(path) });
        for (const [id, seriesId] of [
          ['version', at('/a/b/c')],
          ['lone', `${repository}-gone`],
        ]) {
          const version = {
            id: `${repository}-${id}`,
            repository,
            seriesId: seriesId ?? '',
            isVersion: true,
          };
          await stores.documents.insert(aDocument({ ...version, acls: acl('of a version') }));
        }
        await stores.documents.remove([`${repository}-gone`]);
      });
      const named = ['/a/b/c', '/a', '/'].map(acl);
      const read = await documents(store).getWithRights(at('/a/b/c'));
      assert.deepEqual(read?.document, await documents(store).get(at('/a/b/c')));
      assert.deepEqual(read?.acls, named);
      assert.deepEqual(await documents(store).getByPathWithRights(repository, '/a/b/c'), read);
      assert.deepEqual(
        (await documents(store).getByPathWithRights(repository, '/a/b'))?.acls,
        named.slice(1),
      );
      assert.deepEqual((await documents(store).getWithRights(`${repository}-version`))?.acls, named);
      assert.deepEqual((await documents(store).getWithRights(`${repository}-lone`))?.acls, []);
      assert.equal(await documents(store).getWithRights('nobody'), undefined);
      assert.equal(await documents(store).getByPathWithRights(repository, '/nobody'), undefined);
      assert.deepEqual(await documents(store).aclsAbove(at('/a/b/c')), named.slice(1));
      assert.deepEqual(await documents(store).aclsAbove(at('/')), []);
    },
  },
  {
    name: 'tells what of a subtree holds files, page after page, with versions and without proxies',
    run: async (store, repository) => {
      const names = Array.from({ length: 230 }, (_, index) => `/a/${String(index).padStart(4, '0')}`);
      await written(store, async (stores) => {
        await plant(stores, repository, ['/', '/a', '/a-b', ...names]);
        const properties = { 'file:content': blob(`${repository}-k`) };
        for (const path of ['/a', '/a-b', ...names.slice(5)])
          await stores.documents.update(`${repository}:${path}`, { properties });
        for (const path of ['/a', '/a/0007', '/a-b']) {
          const seriesId = `${repository}:${path}`;
          for (const label of [1, 2]) {
            await stores.documents.insert(
              aDocument({ id: `${seriesId}-v${label}`, repository, seriesId, isVersion: true, properties }),
            );
          }
        }
        const proxy = { id: `${repository}-p`, proxyTargetId: 'x', path: '/a/proxy', properties };
        await stores.documents.insert(aDocument({ repository, ...proxy }));
      });
      const bytes = (path: string) => documents(store).contentOfSubtree(`${repository}:${path}`);
      assert.deepEqual(await bytes('/a'), { live: 226, trash: 0, versions: 4 });
      assert.deepEqual(await bytes('/'), { live: 227, trash: 0, versions: 6 });
      assert.deepEqual(await bytes('/a/0001'), { live: 0, trash: 0, versions: 0 });
      assert.deepEqual(await bytes('/a/0007'), { live: 1, trash: 0, versions: 2 });
      assert.deepEqual(await bytes('nobody'), { live: 0, trash: 0, versions: 0 });
      await written(store, async (stores) => {
        await stores.documents.setTrashed(`${repository}:/a/0007`, true);
        await stores.documents.update(`${repository}:/a-b`, { properties: {} });
      });
      assert.deepEqual(await bytes('/a/0007'), { live: 0, trash: 1, versions: 2 });
      assert.deepEqual(await bytes('/'), { live: 225, trash: 1, versions: 6 });
      const onlyTrash = await documents(store).contentOfSubtree(`${repository}:/`, ['trash']);
      assert.deepEqual(onlyTrash, { live: 0, trash: 1, versions: 0 });
    },
  },
  {
    name: 'works out what most of a repository takes from what is stated of all of it',
    run: async (store, repository) => {
      const at = (path: string) => `${repository}:${path}`;
      const folders = Array.from({ length: 25 }, (_, index) => `/a/${index}`);
      const files = [...folders.map((path) => `${path}/file`), '/b/file', '/b/other'];
      await written(store, async (stores) => {
        const { documents } = stores;
        await plant(stores, repository, ['/', '/a', '/b', ...folders, ...files]);
        const properties = { 'file:content': blob(`${repository}-k`) };
        for (const path of files) await documents.update(at(path), { properties });
        const version = { repository, seriesId: at('/a/3/file'), isVersion: true, properties };
        await documents.insert(aDocument({ id: at('version'), ...version }));
        await documents.setTrashed(at('/a/7'), true);
        await documents.setTrashed(at('/b/other'), true);
        await documents.update(at('/'), {
          facets: ['DocumentsSizeStatistics'],
          properties: { 'dss:totalSize': 20, 'dss:sizeTrash': 2, 'dss:sizeVersions': 0 },
        });
        await documents.addContentBytes(at('/'), { live: 7, trash: 0, versions: 1 });
      });
      const inA = { live: 24, trash: 1, versions: 1 };
      assert.deepEqual(await documents(store).contentOfSubtree(at('/a')), inA);
      assert.deepEqual(await documents(store).contentToCount(at('/a')), inA);
      assert.deepEqual(await documents(store).contentToCount(at('/a'), ['live']), {
        ...inA,
        trash: 0,
        versions: 0,
      });
      assert.deepEqual(await documents(store).contentToCount(at('/')), {
        ...inA,
        live: 25,
        trash: 2,
      });
      assert.deepEqual(await documents(store).contentToCount(at('/b')), { live: 1, trash: 1, versions: 0 });
      // The content of the folder does not matter here.
      await written(store, ({ documents }) =>
        documents.addContentBytes(at('/'), { live: 100, trash: 0, versions: 0 }),
      );
      assert.equal((await documents(store).contentToCount(at('/a'))).live, 124);
    },
  },
  {
    name: 'walks a subtree of more than one page',
    run: async (store, repository) => {
      const names = Array.from({ length: 450 }, (_, index) => `/a/${String(index).padStart(4, '0')}`);
      await written(store, (stores) => plant(stores, repository, ['/', '/a', ...names]));
      const ids = await idsOf(documents(store).subtree(`${repository}:/a`));
      assert.deepEqual(
        ids,
        ['/a', ...names].map((path) => `${repository}:${path}`),
      );
    },
  },
  {
    name: 'moves a subtree, special characters and all',
    run: async (store, repository) => {
      const paths = ['/', '/a', '/a/b%_😀', '/a/b%_😀/c', '/ab', '/target'];
      await written(store, (stores) => plant(stores, repository, paths));
      const at = (path: string) => `${repository}:${path}`;
      await written(store, ({ documents }) =>
        documents.relocate(at('/a'), { parentId: at('/target'), parentPath: '/target', name: '文' }),
      );
      assert.equal((await documents(store).get(at('/a/b%_😀/c')))?.path, '/target/文/b%_😀/c');
      const moved = await documents(store).get(at('/a'));
      assert.equal(moved?.parentId, at('/target'));
      assert.equal(moved?.name, '文');
      assert.equal((await documents(store).get(at('/ab')))?.path, '/ab');
    },
  },
  {
    name: 'throws a subtree away and finds what was thrown away before',
    run: async (store, repository) => {
      const at = (path: string) => `${repository}:${path}`;
      const paths = ['/', '/a', '/a/b', '/a/c', '/a/c/d', '/a/b_trashed', '/a/d_trashed', '/a-b'];
      await written(store, (stores) => plant(stores, repository, paths));
      const trashed = async (): Promise<readonly (string | null)[]> => {
        const rows = await documents(store).getMany(paths.map(at));
        return rows.filter(({ isTrashed }) => isTrashed).map(({ path }) => path);
      };
      await written(store, ({ documents }) => documents.setTrashed(at('/a/d_trashed'), true));
      await written(store, ({ documents }) => documents.setTrashed(at('/a/c'), true, { alone: true }));
      assert.deepEqual(await trashed(), ['/a/c', '/a/d_trashed']);
      const to = (name: string, isTrashed: boolean) =>
        written(store, ({ documents }) =>
          documents.relocate(at('/a'), { parentId: at('/'), parentPath: '/', name, isTrashed }),
        );
      const inside = async (path: string): Promise<readonly (string | null)[]> =>
        (await documents(store).trashedIn(at(path))).map((row) => row.path).sort();
      assert.deepEqual(await inside('/a'), ['/a/c', '/a/d_trashed']);
      assert.deepEqual(await inside('/a/c'), []);
      await to('a_trashed', true);
      assert.deepEqual(await inside('/'), ['/a_trashed']);
      assert.deepEqual(await inside('/a/c'), ['/a_trashed/c/d']);
      const all = ['', '/b', '/c', '/c/d', '/b_trashed', '/d_trashed'].map((end) => `/a_trashed${end}`);
      assert.deepEqual(await trashed(), all);
      await to('a', false);
      assert.deepEqual(await trashed(), []);
      const found = await documents(store).trashedBelow(at('/a'), '_trashed');
      assert.deepEqual(
        found.map(({ path }) => path),
        ['/a/d_trashed'],
      );
      assert.deepEqual(await documents(store).trashedBelow(at('/a'), 'Xtrashed'), []);
      assert.deepEqual(await documents(store).trashedBelow(at('/a/b'), '_trashed'), []);
    },
  },
  {
    name: 'refuses to move onto a taken path',
    run: async (store, repository) => {
      await written(store, (stores) => plant(stores, repository, ['/', '/a', '/b']));
      const at = (path: string) => `${repository}:${path}`;
      const moving = written(store, ({ documents }) =>
        documents.relocate(at('/a'), { parentId: at('/'), parentPath: '/', name: 'b' }),
      );
      await assert.rejects(moving, { code: 'documentExists' });
      const missing = written(store, ({ documents }) =>
        documents.relocate('nobody', { parentId: at('/'), parentPath: '/', name: 'b' }),
      );
      await assert.rejects(missing, { code: 'documentNotFound' });
    },
  },
  {
    name: 'removes a tree from all eyes first, and from the tables then',
    run: async (store, repository) => {
      const at = (path: string) => `${repository}:${path}`;
      const version = (name: string) => `${repository}-${name}`;
      await written(store, async (stores) => {
        await plant(stores, repository, ['/', '/a', '/a/b', '/a/b/c', '/d']);
        await stores.documents.insert(
          ...['shown', 'unseen'].map((name) =>
            aDocument({ id: version(name), repository, seriesId: at('/a/b/c'), isVersion: true }),
          ),
        );
        for (const [name, parentId, proxyTargetId] of [
          ['out', at('/d'), version('shown')],
          ['in', at('/a/b'), at('/d')],
        ] as const)
          await stores.documents.insert(
            aDocument({ id: version(name), repository, parentId, proxyTargetId }),
          );
        for (const [path, named] of [
          ['/d', '/a/b'],
          ['/a', '/d'],
        ] as const)
          await stores.documents.update(at(path), { properties: { 'collection:documentIds': [at(named)] } });
        await stores.documents.setText(at('/a/b/c'), { title: 'gone', body: '' });
      });
      assert.equal(await documents(store).isTreeOver(at('/a'), 5), true);
      assert.equal(await documents(store).isTreeOver(at('/a'), 6), false);
      assert.deepEqual(
        new Set(await documents(store).namedAcross(at('/a'), 'collection:documentIds')),
        new Set([
          { holder: at('/d'), named: at('/a/b'), isHolderInside: false },
          { holder: at('/a'), named: at('/d'), isHolderInside: true },
        ]),
      );
      assert.deepEqual(await documents(store).namedAcross(at('/a'), 'docri:participatingDocuments'), []);
      assert.equal((await documents(store).idsOfTypes(at('/a'), ['Folder', 'Note'])).length, 3);
      assert.deepEqual(await documents(store).shownAcross(at('/a')), [
        { proxy: version('out'), target: version('shown'), isVersion: true, isProxyInside: false },
      ]);
      await written(store, async ({ documents }) => {
        await documents.detachVersions([version('shown')]);
        await documents.removeTree(at('/a'));
      });
      for (const id of [at('/a'), at('/a/b'), at('/a/b/c'), version('unseen'), version('in')])
        assert.equal(await documents(store).get(id), undefined);
      assert.equal((await documents(store).get(version('shown')))?.path, null);
      assert.equal((await documents(store).getText(at('/a/b/c')))?.title, 'gone');
      await assert.rejects(
        written(store, ({ documents }) =>
          documents.insert(aDocument({ id: version('late'), repository, parentId: at('/a/b/c') })),
        ),
        { code: 'conflict' },
      );
      let removed = 0;
      while (await documents(store).hasSlices())
        removed += await written(store, ({ documents }) => documents.removeSlice(2));
      assert.equal(removed, 4);
      assert.equal(await documents(store).getText(at('/a/b/c')), undefined);
      assert.equal((await documents(store).get(version('shown')))?.id, version('shown'));
      await written(store, ({ documents }) => documents.insert(aDocument({ id: at('/a/b'), repository })));
    },
  },
  {
    name: 'tells what documents are put into: rights above, its chain, and whether a name is taken',
    run: async (store, repository) => {
      await written(store, (stores) => plant(stores, repository, ['/', '/a', '/a/b', '/a/b/c']));
      const at = (path: string) => `${repository}:${path}`;
      const home = (path: string, name?: string) =>
        written(store, (stores) => stores.documents.getToAddTo(at(path), name));
      const found = await home('/a/b', 'c');
      assert.equal(found?.document.path, '/a/b');
      assert.deepEqual(found?.chain, [at('/a/b'), at('/a'), at('/')]);
      assert.equal(found?.hasName, true);
      assert.deepEqual(found?.aclsAbove, await documents(store).aclsAbove(at('/a/b')));
      assert.equal((await home('/a/b', 'd'))?.hasName, false);
      assert.equal((await home('/a/b/c'))?.hasName, false);
      assert.equal(await home('/nowhere', 'c'), undefined);
    },
  },
];
