/** Tests that every document store must pass, except for queries. */
import assert from 'node:assert/strict';
import type { Store } from '#server/core/kernel/stores.ts';
import { aDocument, blob, idsOf, plant, type StoreCase, written } from './sample-documents.ts';

const documents = (store: Store) => store.begin().stores.documents;

export const documentCases: readonly StoreCase[] = [
  {
    name: 'gives a row back as it was put',
    run: async (store, repository) => {
      const row = aDocument({
        id: `${repository}-full`,
        repository,
        path: '/文書',
        name: '文書',
        parentId: `${repository}-holder`,
        facets: ['Versionable', 'HiddenInNavigation'],
        properties: {
          'dc:title': 'Ein "Titel" mit \\ und 😀',
          'dc:subjects': ['a', 'b'],
          'my:ratio': 1.5,
          'my:flag': false,
          'files:files': [{ file: blob('k') }],
        },
        position: 3,
        isTrashed: true,
        versionLabel: '1.0',
        lockOwner: 'joe',
        lockCreated: '2024-01-01T00:00:00.000Z',
        systemChange: 5_000_000_000,
        acls: [
          {
            name: 'local',
            aces: [
              {
                username: 'joe',
                permission: 'Read',
                granted: true,
                creator: null,
                begin: null,
                end: '2030-01-01T00:00:00.000Z',
              },
            ],
          },
        ],
        readAclId: 7,
      });
      const holder = aDocument({
        id: `${repository}-holder`,
        repository,
        path: '/',
        isTrashed: true,
        readAclId: 7,
      });
      await assert.rejects(
        written(store, ({ documents }) => documents.insert(row)),
        { code: 'conflict' },
      );
      await written(store, async ({ documents }) => {
        await documents.insert(holder);
        await documents.insert(row);
      });
      assert.deepEqual(await documents(store).get(row.id), row);
      assert.deepEqual(await documents(store).getByPath(repository, '/文書'), row);
      assert.deepEqual(await documents(store).child(holder.id, '文書'), row);
    },
  },
  {
    name: 'knows nothing of what is not there',
    run: async (store, repository) => {
      assert.equal(await documents(store).get('nobody'), undefined);
      assert.equal(await documents(store).getByPath(repository, '/nowhere'), undefined);
      assert.equal(await documents(store).root(repository), undefined);
      assert.equal(await documents(store).countSubtree('nobody'), 0);
      assert.deepEqual(await idsOf(documents(store).subtree('nobody')), []);
      assert.equal(await documents(store).lastPosition('nobody'), undefined);
      assert.equal(await documents(store).getText('nobody'), undefined);
    },
  },
  {
    name: 'refuses a taken path, and the unit with it',
    run: async (store, repository) => {
      await written(store, (stores) => plant(stores, repository, ['/', '/a']));
      const twin = aDocument({
        id: `${repository}-twin`,
        repository,
        parentId: `${repository}:/`,
        name: 'a',
        path: '/a',
        properties: { 'file:content': blob('twin') },
      });
      const both = written(store, async (stores) => {
        await plant(stores, repository, ['/b']);
        await stores.documents.insert(twin);
      });
      await assert.rejects(both, { code: 'documentExists' });
      // A later read in the same unit reports the error at once.
      const read = written(store, async ({ documents }) => {
        await documents.insert(twin);
        await documents.getForUpdate(twin.id);
      });
      await assert.rejects(read, { code: 'documentExists' });
      assert.equal(await documents(store).getByPath(repository, '/b'), undefined);
      assert.equal(await documents(store).get(`${repository}-twin`), undefined);
      assert.deepEqual(await documents(store).referencedBlobs(['twin']), []);
      await written(store, (stores) => plant(stores, repository, ['/b']));
      assert.ok(await documents(store).getByPath(repository, '/b'));
    },
  },
  {
    name: 'changes only what a patch names',
    run: async (store, repository) => {
      const row = aDocument({
        id: repository,
        repository,
        properties: { 'dc:title': 'old' },
        state: 'project',
      });
      await written(store, ({ documents }) => documents.insert(row));
      const patch = { properties: { 'dc:title': 'new' }, lockOwner: 'joe', isCheckedOut: false };
      await written(store, ({ documents }) => documents.update(repository, patch));
      assert.deepEqual(await documents(store).get(repository), { ...row, ...patch });
      await written(store, ({ documents }) => documents.update(repository, { lockOwner: null }));
      assert.equal((await documents(store).get(repository))?.lockOwner, null);
      await written(store, ({ documents }) => documents.update(repository, {}));
    },
  },
  {
    name: 'removes rows with all that hangs on them',
    run: async (store, repository) => {
      await written(store, async ({ documents }) => {
        await documents.insert(
          aDocument({
            id: repository,
            repository,
            properties: { 'file:content': blob(`${repository}-key`) },
          }),
        );
        await documents.setText(repository, { title: 'gone', body: '' });
      });
      assert.deepEqual(await documents(store).referencedBlobs([`${repository}-key`]), [`${repository}-key`]);
      await written(store, ({ documents }) => documents.remove([repository, 'nobody']));
      assert.equal(await documents(store).get(repository), undefined);
      assert.deepEqual(await documents(store).referencedBlobs([`${repository}-key`]), []);
      assert.equal(await documents(store).getText(repository), undefined);
    },
  },
  {
    name: 'follows which blobs are shown',
    run: async (store, repository) => {
      const key = (name: string) => `${repository}-${name}`;
      const properties = {
        'file:content': blob(key('one')),
        'files:files': [{ file: blob(key('two')) }, { file: blob(key('one')) }],
      };
      await written(store, ({ documents }) =>
        documents.insert(aDocument({ id: repository, repository, properties })),
      );
      assert.deepEqual(await documents(store).referencedBlobs([key('two')]), [key('two')]);
      const changed = { properties: { 'file:content': blob(key('three')) } };
      await written(store, ({ documents }) => documents.update(repository, changed));
      assert.deepEqual(await documents(store).referencedBlobs(['one', 'two', 'three'].map(key)), [
        key('three'),
      ]);
    },
  },
  {
    name: 'lists versions in their order, and proxies',
    run: async (store, repository) => {
      const version = (id: string, versionCreated: string) =>
        aDocument({
          id: `${repository}-${id}`,
          repository,
          isVersion: true,
          seriesId: repository,
          versionCreated,
        });
      await written(store, async ({ documents }) => {
        await documents.insert(aDocument({ id: repository, repository, path: '/x' }));
        await documents.insert(version('second', '2024-02-01T00:00:00.000Z'));
        await documents.insert(version('first', '2024-01-01T00:00:00.000Z'));
        await documents.insert(
          aDocument({ id: `${repository}-proxy`, repository, proxyTargetId: `${repository}-first` }),
        );
      });
      const versions = await documents(store).versions(repository);
      assert.deepEqual(
        versions.map(({ id }) => id),
        [`${repository}-first`, `${repository}-second`],
      );
      const proxies = await documents(store).proxiesOf([`${repository}-first`]);
      assert.deepEqual(
        proxies.map(({ id }) => id),
        [`${repository}-proxy`],
      );
    },
  },
  {
    name: 'knows the last position',
    run: async (store, repository) => {
      await written(store, async ({ documents }) => {
        await documents.insert(aDocument({ id: repository, repository, path: '/' }));
        for (const position of [2, 7, null])
          await documents.insert(
            aDocument({ id: `${repository}-${position}`, repository, parentId: repository, position }),
          );
      });
      assert.equal(await documents(store).lastPosition(repository), 7);
    },
  },
  {
    name: 'reads documents with long properties whole, and not more of them at once than is wanted',
    async run(store, repository) {
      const ids = ['one', 'two', 'short'].map((name) => `${repository}-${name}`);
      const note = 'long text '.repeat(10_000);
      for (const [index, id] of ids.entries())
        await written(store, ({ documents }) =>
          documents.insert(
            aDocument({ id, repository, properties: { 'note:note': index < 2 ? note : 'short' } }),
          ),
        );
      const rows = await documents(store).getMany(ids, 1_000_000);
      assert.deepEqual(
        rows.map(({ properties }) => properties['note:note']),
        [note, note, 'short'],
      );
      await assert.rejects(documents(store).getMany(ids, 150_000), { code: 'payloadTooLarge' });
      await assert.rejects(documents(store).getMany(ids, 150_000, new Set(['note'])), {
        code: 'payloadTooLarge',
      });
      const unseen = await documents(store).getMany(ids, 150_000, new Set(['dc']));
      const lengths = unseen.map(({ properties }) => String(properties['note:note'] ?? '').length);
      assert.deepEqual(lengths.toSorted(), [0, 'short'.length, note.length].toSorted());
      assert.equal((await documents(store).getMany(ids.slice(0, 1), 1_000)).length, 1);
    },
  },
  {
    name: 'keeps the text of files when only the rest changes',
    run: async (store, repository) => {
      await written(store, async ({ documents }) => {
        await documents.insert(aDocument({ id: repository, repository }));
        await documents.setText(repository, { title: 'one', body: 'two', blobText: 'three' });
      });
      await written(store, ({ documents }) => documents.setText(repository, { title: 'four', body: '' }));
      assert.deepEqual(await documents(store).getText(repository), {
        title: 'four',
        body: '',
        blobText: 'three',
      });
    },
  },
  {
    name: 'adds up what many add at once to the space that a container takes, and states it',
    run: async (store, id) => {
      const properties = { 'dss:totalSize': 5, 'dss:maxSize': -1 };
      await written(store, (stores) =>
        stores.documents.insert(aDocument({ id, repository: id, properties })),
      );
      const add = (live: number, trash = 0) =>
        written(store, (stores) => stores.documents.addContentBytes(id, { live, trash, versions: 1 }));
      const slow = store.begin();
      if (store.engine === 'postgres') {
        const { documents: own } = await slow.writer();
        await own.addContentBytes(id, { live: 1000, trash: 0, versions: 0 });
      }
      // No call waits for the uncommitted unit.
      await Promise.all(Array.from({ length: 20 }, () => add(3, 1)));
      await slow.rollback();
      assert.equal((await documents(store).get(id))?.properties['dss:sizeTrash'], 20);
      assert.deepEqual(await documents(store).takenBytes(id), { total: 105, trash: 20, versions: 20 });
      await written(store, (stores) => stores.documents.settleContentBytes(id));
      await add(-1000);
      await written(store, (stores) => stores.documents.settleContentBytes());
      assert.deepEqual(await documents(store).takenBytes(id), { total: 0, trash: 20, versions: 21 });
      const stated = { 'dss:totalSize': 0, 'dss:sizeTrash': 20, 'dss:sizeVersions': 21 };
      assert.deepEqual((await documents(store).get(id))?.properties, { ...properties, ...stated });
    },
  },
];
