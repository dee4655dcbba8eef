/** Queries that every engine must answer alike: conditions, and the ids that they find in sample-library.ts. */
import assert from 'node:assert/strict';
import { parse, type Query } from '#nxql/index.ts';
import type { QueryProperty, QueryRequest, QueryTypes } from '#server/core/kernel/document-store.ts';
import type { Properties } from '#server/core/kernel/model.ts';
import type { Store } from '#server/core/kernel/stores.ts';
import { conditions } from './query-conditions.ts';
import { aDocument, plant, type StoreCase, sampleIndexes, sampleTypes, written } from './sample-documents.ts';
import { LIBRARY, plantLibrary } from './sample-library.ts';

export function read(text: string): Query {
  const { query, diagnostics } = parse(text);
  assert.ok(query, `${text}: ${diagnostics[0]?.message}`);
  return query;
}

export function request(text: string, options: Partial<QueryRequest> = {}): QueryRequest {
  const scope = {
    repository: LIBRARY,
    readAclIds: undefined,
    types: sampleTypes,
    now: new Date('2024-06-01T00:00:00.000Z'),
    ...options.scope,
  };
  return { query: read(text), sort: [], limit: 0, offset: 0, countUpTo: -1, ...options, scope };
}

async function ids(store: Store, text: string, options?: Partial<QueryRequest>): Promise<readonly string[]> {
  await plantLibrary(store);
  return (await store.begin().stores.documents.queryIds(request(text, options))).items;
}

async function rows(store: Store, text: string, options?: Partial<QueryRequest>) {
  await plantLibrary(store);
  return (await store.begin().stores.documents.project(request(text, options))).items;
}

const byCondition: readonly StoreCase[] = Object.entries(conditions).map(([condition, expected]) => ({
  name: condition,
  run: async (store) => {
    const found = await ids(store, `SELECT * FROM Document, Relation WHERE ${condition}`);
    assert.equal(found.toSorted().join(' '), expected.split(' ').toSorted().join(' '));
  },
}));

const refused: Readonly<Record<string, string>> = {
  "FROM Nothing WHERE dc:title = 'a'": 'Unknown type: Nothing',
  "FROM Document WHERE dc:nope = 'a'": 'No such property: dc:nope',
  'FROM Document WHERE ecm:nope = 1': 'Unknown field: ecm:nope',
  'FROM Document WHERE ecm:isProxy = 2': 'ecm:isProxy requires literal 0 or 1 as right argument',
  'FROM Document WHERE ecm:isProxy > 0': 'ecm:isProxy requires = or <> operator',
  "FROM Document WHERE ecm:path LIKE '/a%'": 'ecm:path requires =, <> or STARTSWITH operator',
  'FROM Document WHERE ecm:path = 1': 'ecm:path requires literal path as right argument',
  "FROM Document WHERE ecm:ancestorId > 'a'": 'ecm:ancestorId requires = or <> operator',
  'FROM Document WHERE ecm:fulltext = 1': 'ecm:fulltext requires literal string as right argument',
  "FROM Document WHERE ecm:fulltext = 'a OR'": 'Invalid fulltext query (final OR): a OR',
  'FROM Document WHERE ecm:fulltextScore > 1': 'Cannot use in WHERE clause: ecm:fulltextScore',
  "FROM Document WHERE ecm:acl/0/principal = 'joe'": 'Cannot use explicit index in ACLs: ecm:acl/0/principal',
  "FROM Document WHERE DATE(dc:created) = TIMESTAMP '2024-01-01 00:00:00'":
    'DATE() cast must be used with DATE literal, not TIMESTAMP',
  "FROM Document WHERE DATE(dc:title) = DATE '2024-01-01'": 'Cannot cast to DATE: dc:title',
  "FROM Document WHERE dc:created < NOW('x')": 'Invalid period: x',
  'FROM Document WHERE dc:created < LATER()': 'Function not supported in WHERE clause: LATER()',
  "FROM Document WHERE my:count = 'many'": 'Invalid number for my:count: many',
  "FROM Document WHERE dc:created = 'soon'": 'Invalid date for dc:created: soon',
  "FROM Document WHERE file:content = 'x'": '= cannot be used on property: file:content',
  'FROM Document WHERE dc:title = 1 + 1': 'Operator not supported: +',
  'FROM Document WHERE dc:title = my:count': 'Cannot compare dc:title with my:count',
  'FROM Document ORDER BY ecm:isProxy': 'Cannot order by column: ecm:isProxy',
  'FROM Document ORDER BY file:content': 'Cannot order by column: file:content',
  'FROM Document ORDER BY ecm:fulltextScore': 'ecm:fulltextScore cannot be used without ecm:fulltext',
};

const orders: Readonly<Record<string, string>> = {
  'ecm:path STARTSWITH "/" AND ecm:isProxy = 0 ORDER BY dc:title': 'aside sub note file2 file10 folder deep',
  "ecm:parentId = 'folder' ORDER BY dc:title DESC": 'file10 file2 note sub',
  "ecm:parentId = 'folder' ORDER BY dc:modified": 'note sub file10 file2',
  "ecm:parentId = 'folder' ORDER BY dc:modified DESC, ecm:name": 'file2 file10 note sub',
  "ecm:parentId = 'folder' ORDER BY ecm:pos DESC": 'sub file2 file10 note',
  "ecm:parentId = 'folder' ORDER BY my:count": 'note sub file2 file10',
  "ecm:parentId = 'folder' ORDER BY dc:subjects": 'note sub file10 file2',
  "ecm:parentId = 'folder' ORDER BY files:files/*/file/length DESC": 'file2 file10 sub note',
  "ecm:fulltext = 'fox'": 'note file10',
  "ecm:fulltext = 'fox' ORDER BY ecm:fulltextScore": 'file10 note',
  "ecm:fulltext = 'file' AND ecm:isVersion = 0 ORDER BY dc:title DESC": 'proxy file10 file2',
};

export const queryCases: readonly StoreCase[] = [
  ...byCondition,
  ...Object.entries(refused).map(
    ([text, message]): StoreCase => ({
      name: `refuses ${text}`,
      run: async (store) => {
        await assert.rejects(ids(store, `SELECT * ${text}`), { code: 'invalidQuery', message });
      },
    }),
  ),
  ...Object.entries(orders).map(
    ([text, expected]): StoreCase => ({
      name: `sorts ${text}`,
      run: async (store) => {
        const found = await ids(store, `SELECT * FROM Document WHERE ${text}`);
        assert.equal(found.join(' '), expected);
      },
    }),
  ),
  {
    name: 'finds the same by an indexed property, before its index is made, with it, and after it is gone',
    run: async (store, repository) => {
      const endless = 'a'.repeat(5_000);
      const values: Readonly<Record<string, Properties>> = {
        one: { 'my:number': 'A-1', 'my:box': { shelf: 3 } },
        two: { 'my:number': 'A-2/x', 'my:box': { shelf: 12 } },
        long: { 'my:number': endless },
        longer: { 'my:number': `${endless}b` },
        none: { 'my:number': null },
      };
      const make = (id: string, properties: Properties) =>
        written(store, ({ documents }) =>
          documents.insert(
            aDocument({ id: `${repository} ${id}`, repository, path: `/${id}`, properties, readAclId: 1 }),
          ),
        );
      const scope = { repository, readAclIds: undefined, types: sampleTypes, now: new Date() };
      const find = async (condition: string) => {
        const { documents } = store.begin().stores;
        const { items } = await documents.queryIds(
          request(`SELECT * FROM File WHERE ${condition}`, { scope }),
        );
        return items.map((id) => id.slice(repository.length + 1)).toSorted();
      };
      const compare = async () => {
        assert.deepEqual(await find("my:number = 'A-1'"), ['one']);
        assert.deepEqual(await find(`my:number = '${endless}'`), ['long']);
        assert.deepEqual(await find(`my:number LIKE '${endless}%'`), ['long', 'longer']);
        assert.deepEqual(await find(`my:number IN ('A-2/x', '${endless}b', 'x')`), ['longer', 'two']);
        assert.deepEqual(await find("my:number NOT IN ('A-1')"), ['long', 'longer', 'two']);
        assert.deepEqual(await find("my:number STARTSWITH 'A-2'"), ['two']);
        assert.deepEqual(await find("my:number <> 'A-1' AND my:number < 'B'"), ['two']);
        assert.deepEqual(await find('my:number IS NULL'), ['none']);
        assert.deepEqual(await find('my:box/shelf > 5'), ['two']);
        assert.deepEqual(await find('my:box/shelf BETWEEN 1 AND 5'), ['one']);
      };
      const index = (properties: readonly QueryProperty[]) =>
        written(store, ({ documents }) => documents.indexProperties(properties));
      await Promise.all(Object.entries(values).map(([id, properties]) => make(id, properties)));
      await compare();
      await index(sampleIndexes);
      await index(sampleIndexes);
      await compare();
      await make('later', { 'my:number': 'later', 'my:box': { shelf: 1.5 } });
      assert.deepEqual(await find("my:number = 'later' AND my:box/shelf = 1.5"), ['later']);
      await index([]);
      assert.deepEqual(await find("my:number = 'later'"), ['later']);
    },
  },
  {
    name: 'finds by where documents lie now, whatever was called so before',
    run: async (store, repository) => {
      const at = (path: string) => `${repository}:${path}`;
      await written(store, (stores) => plant(stores, repository, ['/', '/a', '/a/b', '/a/b/c', '/z']));
      const relocate = (path: string, parent: string, name: string) =>
        written(store, ({ documents }) =>
          documents.relocate(at(path), { parentId: at(parent), parentPath: parent, name }),
        );
      await relocate('/a', '/', 'other');
      await written(store, async (stores) => {
        await stores.documents.insert(
          aDocument({ id: at('new'), repository, parentId: at('/'), path: '/a', name: 'a' }),
        );
        await stores.documents.insert(
          aDocument({ id: at('inner'), repository, parentId: at('new'), path: '/a/b', name: 'b' }),
        );
      });
      const scope = { repository, readAclIds: undefined, types: sampleTypes, now: new Date() };
      const find = async (condition: string) => {
        const { documents } = store.begin().stores;
        const found = request(`SELECT * FROM Document WHERE ${condition}`, { scope });
        return (await documents.query(found)).items.map(({ path }) => path).toSorted();
      };
      const idAt = async (path: string) =>
        (await store.begin().stores.documents.getByPath(repository, path))?.id;
      assert.deepEqual(await find("ecm:path STARTSWITH '/a'"), ['/a/b']);
      assert.deepEqual(await find("ecm:path STARTSWITH '/other'"), ['/other/b', '/other/b/c']);
      assert.deepEqual(await find(`ecm:ancestorId = '${at('/a')}'`), ['/other/b', '/other/b/c']);
      assert.deepEqual(await find("ecm:path = '/a/b'"), ['/a/b']);
      assert.deepEqual(await Promise.all(['/a/b', '/other/b/c', '/a/b/c', '/other/', 'a/b'].map(idAt)), [
        at('inner'),
        at('/a/b/c'),
        undefined,
        undefined,
        undefined,
      ]);
      await relocate('/a', '/z', 'a');
      assert.deepEqual(await find("ecm:path STARTSWITH '/other'"), []);
      assert.deepEqual(await find("ecm:path STARTSWITH '/z'"), ['/z/a', '/z/a/b', '/z/a/b/c']);
      assert.deepEqual(await find(`ecm:ancestorId = '${at('/a/b')}'`), ['/z/a/b/c']);
      assert.equal(await store.begin().stores.documents.countSubtree(at('/z')), 4);
    },
  },
  {
    name: 'finds the types asked for, with those that extend them',
    run: async (store) => {
      assert.deepEqual(await ids(store, 'SELECT * FROM File ORDER BY ecm:uuid'), [
        'file10',
        'file2',
        'proxy',
        'version',
      ]);
      assert.deepEqual(await ids(store, 'SELECT * FROM Picture, Relation ORDER BY ecm:uuid'), [
        'file2',
        'relation',
      ]);
    },
  },
  {
    name: 'knows what has a parent and an id, also where no document is read for that',
    run: async (store) => {
      for (const from of ['Document', 'Document, Relation'])
        for (const more of ['', " AND ecm:fulltext = 'file'", " AND ecm:mixinType != 'HiddenInNavigation'"]) {
          const find = (parts: string) =>
            ids(store, `SELECT * FROM ${from} WHERE ${parts}${more} ORDER BY ecm:uuid`);
          // The second form of each means the same, but is not simplified.
          const isLive = ['ecm:isVersion = 0', "(ecm:isVersion = 0 OR ecm:uuid = 'none')"];
          for (const part of ['ecm:parentId IS NOT NULL', 'ecm:uuid IS NOT NULL', 'ecm:parentId IS NULL']) {
            const [quick, slow] = await Promise.all(isLive.map((live) => find(`${live} AND ${part}`)));
            assert.deepEqual(quick, slow);
            assert.ok(part.endsWith('IS NULL') || (quick?.length ?? 0) > 0);
          }
        }
    },
  },
  {
    name: 'counts nothing of types that are not asked for, or that the server does not know',
    run: async (store, repository) => {
      const put = (types: readonly string[]) =>
        written(store, async ({ documents }) => {
          for (const type of types) {
            const name = crypto.randomUUID();
            await documents.insert(aDocument({ id: name, repository, type, name, path: `/${name}` }));
          }
        });
      const { documents } = store.begin().stores;
      // As on the server, the root of a repository is not found.
      const types: QueryTypes = {
        ...sampleTypes,
        concreteTypes: (name) => sampleTypes.concreteTypes(name)?.filter((type) => type !== 'Root'),
      };
      const count = async (text: string, offset = 0): Promise<number> => {
        const scope = { ...request(text).scope, repository, types };
        return (await documents.queryIds(request(text, { scope, limit: 1, offset }))).total;
      };
      await put(['Root', 'File', 'File', 'HiddenFolder', 'Relation']);
      assert.equal(await count('SELECT * FROM Document'), 3);
      await put(['Unknown']);
      assert.equal(await count('SELECT * FROM Document'), 3);
      assert.equal(await count('SELECT * FROM Document', 2000), 3);
      assert.equal(await count('SELECT * FROM Document, Relation'), 4);
      assert.equal(await count("SELECT * FROM Document WHERE ecm:mixinType != 'HiddenInNavigation'"), 2);
      assert.equal(await count('SELECT * FROM Relation'), 1);
    },
  },
  {
    name: 'finds only what the reader may see, in results, counts and aggregates',
    run: async (store) => {
      const visible = (readAclIds: readonly number[]) => ({
        scope: { ...request('SELECT * FROM File').scope, readAclIds },
      });
      assert.deepEqual(await ids(store, 'SELECT * FROM Picture', visible([1])), []);
      assert.deepEqual(await ids(store, 'SELECT * FROM Picture', visible([])), []);
      assert.deepEqual(await ids(store, 'SELECT * FROM Picture', visible([3, 2])), ['file2']);
      const { documents } = store.begin().stores;
      const hidden = request(
        'SELECT * FROM Document WHERE dc:title IS NULL OR dc:title IS NOT NULL',
        visible([2]),
      );
      assert.deepEqual(await documents.queryIds(hidden), { items: ['file2'], total: 1 });
      const [terms] = await documents.aggregate(hidden, [
        { id: 'x', type: 'terms', field: 'dc:creator', properties: {}, ranges: [] },
      ]);
      assert.deepEqual(terms?.buckets, [{ key: 'ann', docCount: 1 }]);
    },
  },
  {
    name: 'finds the words of files whatever their case and accents, and keeps both',
    run: async (store, repository) => {
      const blobText = 'The Été Report, 東京都';
      await written(store, async ({ documents }) => {
        await documents.insert(aDocument({ id: repository, repository }));
        await documents.setText(repository, { title: 'one', body: 'two', blobText });
      });
      await written(store, ({ documents }) => documents.setText(repository, { title: 'four', body: '' }));
      const { documents } = store.begin().stores;
      for (const words of ['"ete report"', '京都', 'REPORT four']) {
        const wanted = request(`SELECT * FROM Document WHERE ecm:fulltext = '${words}'`);
        const { items } = await documents.queryIds({ ...wanted, scope: { ...wanted.scope, repository } });
        assert.deepEqual(items, [repository], words);
      }
      assert.equal((await documents.getText(repository))?.blobText, blobText);
    },
  },
  {
    name: 'gives the same pages wherever it reads them from',
    run: async (store, repository) => {
      await written(store, async ({ documents }) => {
        for (let index = 0; index < 250; index++) {
          const properties: Record<string, string> = { 'dc:title': `Title ${index % 50}` };
          if (index % 3 > 0) properties['dc:nature'] = `nature ${index % 7}`;
          await documents.insert(aDocument({ id: `${repository}:${index}`, repository, properties }));
        }
      });
      const { documents } = store.begin().stores;
      const find = (order: string, options: Partial<QueryRequest>) => {
        const whole = request(`SELECT * FROM Document${order}`, options);
        return documents.queryIds({ ...whole, scope: { ...whole.scope, repository } });
      };
      for (const order of ['', ' ORDER BY dc:nature', ' ORDER BY dc:nature DESC, dc:title']) {
        const { items } = await find(order, {});
        for (const offset of [0, 100, 110, 120, 180, 240, 249, 250, 300]) {
          const page = await find(order, { limit: 20, offset });
          assert.deepEqual(
            page,
            { items: items.slice(offset, offset + 20), total: 250 },
            `${order} ${offset}`,
          );
        }
      }
    },
  },
  {
    name: 'pages, and counts as far as it is asked',
    run: async (store) => {
      await plantLibrary(store);
      const { documents } = store.begin().stores;
      const text = "SELECT * FROM Document WHERE ecm:parentId = 'folder' ORDER BY dc:title";
      const page = async (options: Partial<QueryRequest>, more = '') =>
        documents.queryIds(request(`${text}${more}`, options));
      assert.deepEqual(await page({ limit: 2 }), { items: ['sub', 'note'], total: 4 });
      assert.deepEqual(await page({ limit: 2, offset: 3 }), { items: ['file10'], total: 4 });
      assert.deepEqual(await page({ limit: 2, offset: 9 }), { items: [], total: 4 });
      assert.deepEqual(await page({ limit: 1, countUpTo: 3 }), { items: ['sub'], total: -2 });
      assert.deepEqual(await page({ limit: 1, countUpTo: 4 }), { items: ['sub'], total: 4 });
      assert.deepEqual(await page({ limit: 1, countUpTo: 0 }), { items: ['sub'], total: -1 });
      assert.deepEqual(await page({ offset: 2 }), { items: ['file2', 'file10'], total: 4 });
      assert.deepEqual(await page({}, ' LIMIT 2 OFFSET 1'), { items: ['note', 'file2'], total: 2 });
      assert.deepEqual(await page({ limit: 2, offset: 1 }, ' LIMIT 2 OFFSET 1'), {
        items: ['file2'],
        total: 2,
      });
      assert.deepEqual(await page({}, ' LIMIT 0'), { items: [], total: 0 });
      const sorted = await page({ sort: [{ name: 'ecm:name', descending: true }], limit: 1 });
      assert.deepEqual(sorted.items, ['sub']);
      const full = await documents.query(request(text, { limit: 1 }));
      assert.deepEqual(
        full.items.map(({ id, type }) => [id, type]),
        [['sub', 'HiddenFolder']],
      );
    },
  },
  {
    name: 'selects values',
    run: async (store) => {
      const one = "FROM Document WHERE ecm:uuid = 'file10'";
      assert.deepEqual(
        await rows(
          store,
          `SELECT ecm:uuid, dc:title AS t, my:count, my:flag, dc:subjects, dc:nature, my:ratio ${one}`,
        ),
        [
          {
            'ecm:uuid': 'file10',
            t: 'File 10',
            'my:count': 10,
            'my:flag': true,
            'dc:subjects': ['art', 'music'],
            'dc:nature': 'article',
            'my:ratio': 0.5,
          },
        ],
      );
      assert.deepEqual(await rows(store, 'SELECT ecm:blobKeys FROM Picture'), [
        { 'ecm:blobKeys': ['key of a.txt', 'key of picture.png'] },
      ]);
      assert.deepEqual(await rows(store, `SELECT dc:subjects/* ${one} ORDER BY dc:subjects/*`), [
        { 'dc:subjects/*': 'art' },
        { 'dc:subjects/*': 'music' },
      ]);
      assert.deepEqual(
        await rows(store, `SELECT files:files/*1/file/name AS n ${one} AND files:files/*1/file/length > 100`),
        [{ n: 'b.png' }],
      );
      assert.deepEqual(await rows(store, 'SELECT DISTINCT dc:creator FROM File ORDER BY dc:creator DESC'), [
        { 'dc:creator': 'joe' },
        { 'dc:creator': 'ann' },
        { 'dc:creator': null },
      ]);
      assert.deepEqual(
        await rows(
          store,
          'SELECT COUNT(ecm:uuid), MAX(my:count), SUM(my:numbers/*), MIN(dc:title) AS first FROM File',
        ),
        [{ 'COUNT(ecm:uuid)': 3, 'MAX(my:count)': 10, 'SUM(my:numbers/*)': 13, first: 'File 10' }],
      );
    },
  },
  {
    name: 'refuses what cannot be selected',
    run: async (store) => {
      const refuses = (selected: string, message: string) =>
        assert.rejects(rows(store, `SELECT ${selected}`), { code: 'invalidQuery', message });
      await refuses('ecm:path FROM File', 'Cannot select on column: ecm:path');
      await refuses('ecm:isProxy FROM File', 'Cannot select on column: ecm:isProxy');
      await refuses('file:content FROM File', 'Cannot select on column: file:content');
      await refuses('SUM(dc:title) FROM File', 'Function SUM needs a number: dc:title');
      await refuses('NOW() FROM File', 'Function not supported in SELECT clause: NOW()');
      await refuses('dc:title, COUNT(ecm:uuid) FROM File', 'Cannot select columns together with functions');
      await refuses(
        'DISTINCT dc:title FROM File ORDER BY dc:creator',
        'For SELECT DISTINCT the ORDER BY columns must be in the SELECT list, missing: [dc:creator]',
      );
    },
  },
  {
    name: 'answers very long conditions, or says that they are too long',
    run: async (store) => {
      const long = (count: number) =>
        Array.from({ length: count }, (_, index) => `dc:title = 'File ${index}'`).join(' OR ');
      assert.deepEqual(await ids(store, `SELECT * FROM File WHERE ${long(2000)}`), ['file10']);
      const list = Array.from({ length: 20_000 }, (_, index) => `'File ${index}'`).join(', ');
      assert.deepEqual(await ids(store, `SELECT * FROM File WHERE dc:title IN (${list})`), ['file10']);
      const nested = `${'NOT ('.repeat(90)}dc:title = 'File 10'${')'.repeat(90)}`;
      assert.deepEqual(await ids(store, `SELECT * FROM File WHERE ${nested}`), ['file10']);
      const tooLong = ids(store, `SELECT * FROM File WHERE ${long(20_000)}`);
      await assert.rejects(tooLong, { code: 'invalidQuery' });
    },
  },
];
