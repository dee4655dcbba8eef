/** Quick ways to the first rows give what the plain statements give, among more documents than they look at. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { parse } from '#nxql/index.ts';
import type { QueryRequest } from '#server/core/kernel/document-store.ts';
import { databaseOver, type Executor } from '../database.ts';
import { connectPostgres, openPostgres } from '../postgres/postgres.ts';
import { connectSqlite, openSqlite } from '../sqlite/sqlite.ts';
import { storesOver } from '../stores/stores.ts';
import type { Connection } from '../stores/table-rows.ts';
import { plantLargeLibrary } from '../testing/large-library.ts';
import { aDocument, sampleTypes, written } from '../testing/sample-documents.ts';
import { schemaOfThisRun } from '../testing/test-postgres.ts';

const DOCUMENTS = 10_500;
const wide = 'f0000000-0000-4000-8000-000000000002';

const { connection, readAclIds } = await plantedLibrary();

async function plantedLibrary(): Promise<{ connection: Connection; readAclIds: readonly number[] }> {
  const schema = await schemaOfThisRun();
  const folder = await mkdtemp(join(tmpdir(), 'muniment-first-'));
  const file = join(folder, 'store.db');
  const store =
    schema === undefined
      ? await openSqlite({ file })
      : await openPostgres({ connectionString: schema.connectionString });
  const connected = await (schema === undefined
    ? connectSqlite(file, true)
    : connectPostgres(schema.connectionString));
  after(async () => {
    await connected.close();
    await store.close();
    await schema?.drop();
    await rm(folder, { recursive: true });
  });
  await written(store, ({ documents }) =>
    documents.insert(aDocument({ id: 'root', repository: 'default', type: 'Root', path: '/', readAclId: 1 })),
  );
  const { engine } = connected;
  await plantLargeLibrary(
    { executor: connected, engine, database: databaseOver(connected, engine) },
    { documents: DOCUMENTS, folders: 200, lists: 20 },
  );
  const numbered = "from documents where type = 'File' and is_version = 0";
  await connected.execute(
    engine.name === 'sqlite'
      ? `insert into document_index (rowid, title, body, blob_text)
          select seq, case when seq % 1000 = 7 then 'harbour' else '' end, 'harbour', '' ${numbered}`
      : `insert into document_index (document_seq, words) select seq,
          cast(case when seq % 1000 = 7 then '''harbour'':1A,11B' else '''harbour'':11B' end as tsvector) ${numbered}`,
    [],
  );
  await connected.execute('analyze', []);
  const { rows } = await connected.execute(
    "select id from read_acls where digest like 'planted %' order by id",
    [],
  );
  return { connection: connected, readAclIds: rows.map(({ id }) => Number(id)) };
}

interface Asked extends Partial<QueryRequest> {
  readonly as?: readonly number[];
  readonly over?: Executor;
}

async function idsOf(text: string, { as, over = connection, ...more }: Asked = {}) {
  const { query } = parse(text);
  assert.ok(query);
  const { documents } = storesOver(over, connection.engine);
  const { items } = await documents.queryIds({
    query,
    scope: { repository: 'default', readAclIds: as, types: sampleTypes, now: new Date() },
    sort: [],
    limit: 0,
    offset: 0,
    countUpTo: 0,
    ...more,
  });
  return items;
}

async function inPages(text: string, limit: number, asked: Asked = {}): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    const page = await idsOf(text, { ...asked, limit, offset: found.length });
    found.push(...page);
    if (page.length < limit) return found;
  }
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

  test('below an ancestor are those below its path', async () => {
    const below = `SELECT * FROM Document WHERE ecm:ancestorId = '${wide}' ORDER BY dc:modified DESC`;
    const started = `SELECT * FROM Document WHERE ecm:path STARTSWITH '/planted/folder-2' ORDER BY dc:modified DESC`;
    const as = readAclIds;
    assert.deepEqual(await inPages(below, 500, { as }), await idsOf(started, { as }));
    assert.ok((await idsOf(below, { as, limit: 40 })).length === 40);
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
