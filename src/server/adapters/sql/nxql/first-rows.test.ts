/** Fast ways to the first rows give the same as plain statements, with more documents than they look at. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Executor } from '../database.ts';
import { storesOver } from '../stores/stores.ts';
import {
  connection,
  DOCUMENTS,
  idsOf,
  inPages,
  pageOf,
  readAclIds,
  requestOf,
  store,
  wide,
} from '../testing/library-of-hits.ts';
import { written } from '../testing/sample-documents.ts';

/** A connection that records its statements. */
function logged() {
  const statements: string[] = [];
  const over: Executor = {
    execute: (statement, parameters, traits) => {
      statements.push(statement);
      return connection.execute(statement, parameters, traits);
    },
  };
  return { statements, over };
}

describe('first rows', () => {
  const harbour = "SELECT * FROM Document WHERE ecm:fulltext = 'harbour'";

  test('of very many hits are the best of the newest, and every hit is on one page', async () => {
    const plain = await idsOf(harbour);
    assert.equal(plain.length, DOCUMENTS);
    const paged = await inPages(harbour, 1000);
    assert.equal(new Set(paged).size, DOCUMENTS);
    assert.deepEqual(paged, plain);
    const numbers = plain.map((id) => Number(id.slice(-12)));
    const ahead = numbers.slice(0, 10_000);
    assert.equal(Math.min(...ahead), DOCUMENTS - 10_000 + 1, 'the newest 10,000 come first');
    const titled = ahead.slice(0, 10);
    assert.deepEqual(
      titled.map((number) => (number - (titled[0] ?? 0)) % 1000),
      titled.map(() => 0),
      'the best of them first',
    );
  });

  test('of hits and of everything are for everybody what that person may read', async () => {
    for (const text of [harbour, 'SELECT * FROM Document']) {
      const everything = await idsOf(text);
      for (const as of [readAclIds.slice(0, 1), readAclIds.slice(-1), readAclIds, []]) {
        const readable = new Set(await idsOf(`${text} ORDER BY ecm:uuid`, { as }));
        assert.deepEqual(
          await inPages(text, 300, { as }),
          everything.filter((id) => readable.has(id)),
        );
      }
    }
  });

  test('of very many hits are counted no further than asked, for everybody what that person may read', async () => {
    let counts = 0;
    const over: Executor = {
      execute: (statement, parameters, traits) => {
        if (statement.includes('count(*)')) counts += 1;
        return connection.execute(statement, parameters, traits);
      },
    };
    for (const as of [readAclIds.slice(-1), readAclIds, []]) {
      const readable = await idsOf(harbour, { as });
      for (const offset of [0, 960, 970]) {
        counts = 0;
        const { items, total } = await pageOf(harbour, { as, over, limit: 40, offset, countUpTo: 1000 });
        assert.deepEqual(items, readable.slice(offset, offset + 40));
        assert.equal(total, readable.length > 1000 ? -2 : readable.length);
        if (offset + items.length > 1000) assert.equal(counts, 0, 'the page says that there are more');
      }
      assert.equal((await pageOf(harbour, { as, limit: 40, countUpTo: -1 })).total, readable.length);
    }
  });

  test('of very many hits by date or title are for everybody what that person may read', async () => {
    const conditions = ['', " AND dc:title LIKE '%3'", " AND ecm:path STARTSWITH '/planted/folder-2'"];
    const [oldest = ''] = await idsOf(`${harbour} ORDER BY dc:modified`, { limit: 1 });
    const compare = async (): Promise<void> => {
      for (const order of ['dc:modified DESC', 'dc:modified', 'dc:title DESC', 'dc:title'])
        for (const more of conditions)
          for (const as of [readAclIds.slice(0, 1), readAclIds, []]) {
            const text = `${harbour}${more} ORDER BY ${order}`;
            const plain = await idsOf(text, { as });
            assert.deepEqual(await inPages(text, 1500, { as }), plain);
            const { total } = await pageOf(text, { as, limit: 40, countUpTo: 1000 });
            assert.equal(total, plain.length > 1000 ? -2 : plain.length);
          }
    };
    await compare();
    const undated = (await idsOf(`${harbour} ORDER BY ecm:uuid`, { limit: 1 }))[0] ?? '';
    const setProperties = (properties: Readonly<Record<string, string>>) =>
      written(store, ({ documents }) => documents.update(undated, { properties }));
    await setProperties({});
    assert.deepEqual(await idsOf(`${harbour} ORDER BY dc:modified`, { limit: 2 }), [undated, oldest]);
    await compare();
    await setProperties({ 'dc:modified': '2020-01-01T00:00:00.000Z' });
  });

  test('of very many hits by date or title are found without reading every hit', async () => {
    if (connection.engine.name === 'postgres') return;
    const { statements, over } = logged();
    for (const [order, index] of [
      ['dc:modified DESC', /indexed by documents_by_modified/],
      ['dc:modified', /indexed by documents_by_modified/],
      ['dc:title', /indexed by documents_by_title_key/],
    ] as const) {
      statements.length = 0;
      const text = `${harbour} ORDER BY ${order}`;
      await pageOf(text, { as: readAclIds, over, limit: 40, countUpTo: 1000 });
      assert.equal(statements.length, 3, 'the ten thousandth hit, the page, and the count');
      assert.match(statements[1] ?? '', index);
      assert.match(statements[2] ?? '', /from document_index t cross join documents/);
    }
    for (const order of ['', ' ORDER BY dc:modified DESC']) {
      statements.length = 0;
      const live = `${harbour} AND ecm:isVersion = 0 AND ecm:parentId IS NOT NULL AND ecm:uuid IS NOT NULL`;
      await pageOf(live + order, { as: [], over, limit: 40, countUpTo: 1000 });
      assert.match(statements.at(-1) ?? '', /from documents d indexed by documents_narrow/);
    }
  });

  test('of all by the length of their files are the same from both ends', async () => {
    const fileOf = (length: number) => {
      const data = `bytes of ${length}`;
      return {
        name: 'a',
        'mime-type': 'a/b',
        encoding: null,
        digestAlgorithm: 'MD5',
        digest: data,
        length,
        data,
      };
    };
    const [one = '', other = '', third = ''] = await idsOf('SELECT * FROM File', { limit: 3 });
    await written(store, async ({ documents }) => {
      await documents.update(one, { properties: { 'file:content': fileOf(7) } });
      await documents.update(other, { properties: { 'file:content': fileOf(90_000) } });
      await documents.update(third, { properties: {} });
    });
    const { statements, over } = logged();
    for (const as of [readAclIds.slice(0, 1), readAclIds, undefined, []])
      for (const more of [
        '',
        " WHERE dc:title LIKE '%3'",
        " WHERE ecm:path STARTSWITH '/planted/folder-2'",
      ]) {
        const text = `SELECT * FROM Document${more} ORDER BY file:content/length`;
        const upwards = await idsOf(text, { as });
        assert.deepEqual(await inPages(`${text} DESC`, 1500, { as, over }), upwards.toReversed());
      }
    const longest = await idsOf('SELECT * FROM Document ORDER BY file:content/length DESC', { limit: 1 });
    assert.deepEqual(longest, [other]);
    if (connection.engine.name === 'sqlite')
      assert.ok(statements.some((statement) => statement.includes('indexed by documents_by_length')));
  });

  test('of few hits are found from those on, in every order', async () => {
    const titled = "SELECT * FROM Document WHERE ecm:fulltext.dc:title = 'harbour'";
    const plans: string[] = [];
    const over: Executor = {
      execute: async (statement, parameters, traits) => {
        if (connection.engine.name === 'postgres') {
          const { rows } = await connection.execute(`explain ${statement}`, parameters);
          plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        }
        return connection.execute(statement, parameters, traits);
      },
    };
    const hits = new Set(await idsOf(titled));
    assert.equal(hits.size, 10);
    for (const as of [undefined, readAclIds.slice(0, 1), readAclIds, []])
      for (const order of ['ORDER BY dc:modified DESC', 'ORDER BY dc:title', 'ORDER BY ecm:uuid']) {
        const all = await idsOf(`SELECT * FROM Document ${order}`, { as });
        const page = await pageOf(`${titled} ${order}`, { as, over, limit: 40, countUpTo: 1000 });
        const wanted = all.filter((id) => hits.has(id));
        assert.deepEqual(page, { items: wanted, total: wanted.length });
        const columns = requestOf(`${titled.replace('*', 'ecm:uuid')} ${order}`, { as, limit: 40 });
        const { items } = await storesOver(over, connection.engine).documents.project(columns);
        assert.deepEqual(
          items,
          wanted.map((id) => ({ 'ecm:uuid': id })),
        );
      }
    const ofTypes = {
      id: 'types',
      type: 'terms',
      field: 'ecm:primaryType',
      properties: {},
      ranges: [],
    } as const;
    const found = await storesOver(over, connection.engine).documents.aggregate(
      requestOf(titled, { as: readAclIds }),
      [ofTypes],
    );
    const readable = await idsOf(titled, { as: readAclIds });
    assert.deepEqual(found, [{ id: 'types', buckets: [{ key: 'File', docCount: readable.length }] }]);
    for (const plan of plans) assert.doesNotMatch(plan, /Seq Scan on documents|documents_by_(?!word)/);
  });

  test('of very many hits are looked up one by one, whatever the engine expects of rights', async () => {
    if (connection.engine.name === 'sqlite') return;
    const plans: string[] = [];
    const over: Executor = {
      execute: async (statement, parameters, traits) => {
        const { rows } = await connection.execute(`explain ${statement}`, parameters);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
        return connection.execute(statement, parameters, traits);
      },
    };
    assert.equal((await pageOf(harbour, { as: readAclIds, limit: 40, countUpTo: 1000, over })).total, -2);
    assert.equal(plans.length, 3, 'the ten thousandth hit, the page, and the count');
    for (const plan of plans) {
      assert.doesNotMatch(plan, /Seq Scan on (places|documents)\b|documents_by_place/);
    }
  });

  test('of very many hits are counted without their documents', async () => {
    if (connection.engine.name === 'sqlite') return;
    const conditions = [
      '',
      " AND ecm:mixinType != 'HiddenInNavigation' AND ecm:isVersion = 0 AND ecm:isTrashed = 0",
      ' AND ecm:isVersion = 0 AND ecm:parentId IS NOT NULL AND ecm:uuid IS NOT NULL',
    ];
    for (const order of ['', ' ORDER BY dc:modified DESC']) {
      for (const more of conditions) {
        const plans: string[] = [];
        const over: Executor = {
          execute: async (statement, parameters, traits) => {
            if (statement.startsWith('select count(*)')) {
              const { rows } = await connection.execute(`explain ${statement}`, parameters);
              plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
            }
            return connection.execute(statement, parameters, traits);
          },
        };
        const text = `${harbour}${more}${order}`;
        const all = (await idsOf(text, { as: readAclIds })).length;
        for (const [countUpTo, counted] of [
          [-1, all],
          [1000, -2],
        ] as const) {
          const { total } = await pageOf(text, { as: readAclIds, limit: 40, countUpTo, over });
          assert.equal(total, counted);
        }
        assert.equal(plans.length, 2);
        for (const plan of plans) {
          assert.match(plan, /document_index/);
          assert.doesNotMatch(plan, /documents/);
        }
      }
    }
  });

  test('below an ancestor are those below its path', async () => {
    const below = `SELECT * FROM Document WHERE ecm:ancestorId = '${wide}' ORDER BY dc:modified DESC`;
    const started = `SELECT * FROM Document WHERE ecm:path STARTSWITH '/planted/folder-2' ORDER BY dc:modified DESC`;
    const as = readAclIds;
    assert.deepEqual(await inPages(below, 500, { as }), await idsOf(started, { as }));
    assert.ok((await idsOf(below, { as, limit: 40 })).length === 40);
  });

  test('below a place with few documents are those of a search that passes over all', async () => {
    for (const path of ['/planted/folder-9', '/planted/folder-2', '/planted/none', '/planted'])
      for (const [as, limit] of [
        [readAclIds, 40],
        [readAclIds.slice(-1), 40],
        [undefined, 7],
      ] as const) {
        const below = `SELECT * FROM Document WHERE ecm:isTrashed = 0 AND ecm:path STARTSWITH '${path}'`;
        const everywhere = await idsOf('SELECT * FROM Document ORDER BY dc:modified DESC', { as });
        const either = below.replace(/(ecm:path.*'\S*')/, "($1 OR ecm:uuid = 'none')");
        const inside = new Set(await idsOf(either, { as }));
        const sorted = everywhere.filter((id) => inside.has(id));
        const { items, total } = await pageOf(`${below} ORDER BY dc:modified DESC`, {
          as,
          limit,
          countUpTo: -1,
        });
        assert.deepEqual(items, sorted.slice(0, limit));
        assert.equal(total, sorted.length);
        const later = await pageOf(`${below} ORDER BY dc:modified DESC`, {
          as,
          limit,
          offset: 120,
          countUpTo: 300,
        });
        assert.deepEqual(later.items, sorted.slice(120, 120 + limit));
        assert.equal(later.total, sorted.length > 300 ? -2 : sorted.length);
      }
  });

  test('below a place with many documents are read in the order of their dates, on SQLite', async () => {
    if (connection.engine.name === 'postgres') return;
    const { statements, over } = logged();
    const text = `SELECT * FROM Document WHERE ecm:path STARTSWITH '/planted' AND ecm:isProxy = 0
      AND ecm:isVersion = 0 ORDER BY dc:modified DESC`;
    const page = await idsOf(text, { as: readAclIds, over, limit: 40 });
    assert.deepEqual(page, (await idsOf(text, { as: readAclIds })).slice(0, 40));
    const pages = statements.filter((one) => one.startsWith('select d.id'));
    assert.match(pages.join(), /^[^,]* from documents d indexed by documents_by_modified/);
    assert.equal(pages.length, 1);
  });

  test('below an ancestor that changes places with another meanwhile are its own', async () => {
    const below = `SELECT * FROM Document WHERE ecm:ancestorId = '${wide}' ORDER BY dc:modified DESC`;
    const before = await idsOf(below, { limit: 40 });
    const chainAt = async (path: string): Promise<string> => {
      const { rows } = await connection.execute(`select chain from places where path = '${path}'`, []);
      return String(rows[0]?.chain);
    };
    const [two, three] = [await chainAt('/planted/folder-2'), await chainAt('/planted/folder-3')];
    const move = (from: string, to: string) =>
      connection.execute(
        `update places set chain = '${to}' || substr(chain, ${from.length + 1}) where chain like '${from}%'`,
        [],
      );
    const swap = async () => {
      await move(two, 'aside/');
      await move(three, two);
      await move('aside/', three);
    };
    let swaps = 0;
    const over: Executor = {
      execute: async (statement, parameters, traits) => {
        const answer = await connection.execute(statement, parameters, traits);
        if (swaps++ === 0) await swap();
        return answer;
      },
    };
    assert.deepEqual(await idsOf(below, { limit: 40, over }), before);
    assert.ok(swaps > 0);
    await swap();
  });
});
