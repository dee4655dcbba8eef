/**
 * No statement reads a large table completely: checks the plans of all statements of the stores, in a database with many rows
 * and statistics, as a server has them after its first clean stop.
 * Exempt are statements with a comment that says why (`reads all: …`), and reads of the searched documents (`d`, their places
 * `p`) for conditions by a person that no index supports.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { parse } from '#nxql/index.ts';
import type { Store } from '#server/core/kernel/stores.ts';
import { databaseOver, type Executor } from './database.ts';
import { connectPostgres, openPostgres } from './postgres/postgres.ts';
import { connectSqlite, openSqlite } from './sqlite/sqlite.ts';
import { storesOver } from './stores/stores.ts';
import type { Connection } from './stores/table-rows.ts';
import { aggregateCases } from './testing/aggregates.contract.ts';
import { documentCases } from './testing/documents.contract.ts';
import { entryCases } from './testing/entries.contract.ts';
import { plantLargeLibrary } from './testing/large-library.ts';
import { queryCases } from './testing/queries.contract.ts';
import { auditCases, batchCases, jobCases, otherCases } from './testing/records.contract.ts';
import { rightsCases } from './testing/rights.contract.ts';
import { aDocument, sampleIndexes, sampleTypes, written } from './testing/sample-documents.ts';
import { loggedStatements } from './testing/statement-log.ts';
import { makeTestSchema } from './testing/test-postgres.ts';
import { treeCases } from './testing/trees.contract.ts';

const LARGE = new Set(['documents', 'places', 'memberships', 'document_text', 'blob_references']);
const PLANTED = 'f0000000-0000-4000-8000-000000000001';
const SIZE = { documents: 20_000, folders: 8000, lists: 50 };
const cases = [
  documentCases,
  treeCases,
  rightsCases,
  entryCases,
  queryCases,
  aggregateCases,
  auditCases,
  batchCases,
  jobCases,
  otherCases,
].flat();

/** Statements of queries, and the index that must be used for each. */
const indexOfStatement = new Map<string, RegExp>();

const indexedConditions = [
  ["dc:title = 'Report 7919'", /documents_by_title/],
  ["dc:title LIKE 'Report 791%'", /documents_by_title/],
  ["file:content/digest = 'a'", /documents_by_digest/],
  ["file:content/digest IN ('a', 'b')", /documents_by_digest/],
  ["my:number = 'A-1'", /documents_by_property_my_number/],
  ["my:number IN ('A-1', 'A-2')", /documents_by_property_my_number/],
  ["my:number LIKE 'A-%'", /documents_by_property_my_number/],
  ["my:number STARTSWITH 'A'", /documents_by_property_my_number/],
  ["ecm:parentId = 'a'", /documents_by_folder_/],
  ["ecm:tag = 'a'", /documents_with_tags/],
  ["collectionMember:collectionIds/* = 'a'", /documents_in_collections/],
  ["collectionMember:collectionIds = 'a'", /documents_in_collections/],
  ["dc:subjects = 'a'", /documents_by_subject|INTEGER PRIMARY KEY|documents_pkey|"One-Time Filter":"false"/],
  ["dc:coverage = 'a'", /documents_by_coverage|INTEGER PRIMARY KEY|documents_pkey|"One-Time Filter":"false"/],
  ["dc:title ILIKE '%port 7919'", /documents_by_title_key|INTEGER PRIMARY KEY|documents_pkey/],
  ["ecm:mixinType = 'Seldom'", /documents_with_facets|INTEGER PRIMARY KEY|"One-Time Filter":"false"/],
  ['my:box/shelf = 3', /documents_by_property_my_box_shelf/],
  // For `>` with an unknown value PostgreSQL expects a third of all rows: see `readByValue`.
  ['my:box/shelf BETWEEN 3 AND 4', /documents_by_property_my_box_shelf/],
] as const;

const page = {
  scope: { repository: 'default', readAclIds: undefined, types: sampleTypes, now: new Date() },
  sort: [],
  limit: 40,
  offset: 0,
  countUpTo: 0,
};

async function askByIndexes(store: Store): Promise<void> {
  for (const [condition, index] of indexedConditions) {
    const { query } = parse(`SELECT * FROM File WHERE ${condition} AND dc:nature IS NULL`);
    assert.ok(query);
    const before = new Set(loggedStatements());
    const { items } = await store.begin().stores.documents.queryIds({ ...page, query });
    assert.equal(items.length > 0, condition.startsWith('dc:title'));
    for (const statement of loggedStatements())
      if (!before.has(statement)) indexOfStatement.set(statement, index);
  }
}

async function prepare(store: Store, connection: Connection): Promise<void> {
  for (const { run } of cases) await run(store, randomUUID());
  const { engine } = connection;
  const root = aDocument({ id: randomUUID(), repository: 'default', type: 'Root', path: '/', name: '' });
  await written(store, (stores) => stores.documents.insert(root));
  await plantLargeLibrary({ executor: connection, engine, database: databaseOver(connection, engine) }, SIZE);
  const unit = store.begin();
  const { documents } = await unit.writer();
  await documents.indexProperties(sampleIndexes);
  await unit.commit();
  await connection.execute('analyze', []);
  await askByIndexes(store);
  await askInLargeTree(store);
}

async function askInLargeTree(store: Store): Promise<void> {
  const { documents } = store.begin().stores;
  const top = { id: PLANTED, repository: 'default', path: '/planted' };
  assert.equal((await documents.withOwnAcl(top)).length, SIZE.lists);
  assert.deepEqual(await documents.subtreeWithFacet(top.id, 'Record'), []);
}

/** An index finds the few results, or an index in the right order finds the first of many: the engine's estimate decides. */
const byDate = [
  ["file:content/digest = 'digest of d0000000-0000-4000-8000-000000000007'", /documents_by_digest/],
  ['my:box/shelf = 998', /documents_by_property_my_box_shelf/],
] as const;

const ranges = [['my:box/shelf > 998', /documents_by_property_my_box_shelf/]] as const;

async function readByValue(
  connection: Connection,
  explain: string,
  conditions: readonly (readonly [string, RegExp])[],
): Promise<void> {
  const { engine } = connection;
  const shelved =
    engine.name === 'sqlite'
      ? `jsonb_set(properties, '$."my:box"', jsonb_object('shelf', seq % 1000))`
      : `jsonb_set(properties, '{my:box}', jsonb_build_object('shelf', seq % 1000))`;
  await connection.execute(`update documents set properties = ${shelved} where type = 'File'`, []);
  await connection.execute('analyze', []);
  const plans: string[] = [];
  const explaining: Executor = {
    execute: async (statement, parameters, traits) => {
      const { rows } = await connection.execute(`${explain} ${statement}`, parameters);
      plans.push(JSON.stringify(rows));
      return connection.execute(statement, parameters, traits);
    },
  };
  const { documents } = storesOver(explaining, engine);
  for (const [condition, index] of conditions) {
    const { query } = parse(`SELECT * FROM File WHERE ${condition} ORDER BY dc:modified DESC`);
    assert.ok(query);
    plans.length = 0;
    const { items } = await documents.queryIds({ ...page, query });
    assert.ok(items.length > 0);
    assert.ok(plans.length > 0);
    for (const plan of plans) assert.match(plan, index);
  }
}

/** A tree with nearly everything; for any other tree the engines expect few documents. */
async function walkByValue(connection: Connection): Promise<void> {
  const scanned: string[] = [];
  const explaining: Executor = {
    execute: async (statement, parameters, traits) => {
      const { rows } = await connection.execute(`explain (format json) ${statement}`, parameters);
      scanned.push(...wholeScans(rows[0]?.['QUERY PLAN']).map((scan) => `${scan}: ${statement}`));
      return connection.execute(statement, parameters, traits);
    },
  };
  const found = new Set<string>();
  for await (const { id } of storesOver(explaining, connection.engine).documents.subtree(PLANTED)) {
    found.add(id);
    if (found.size > 500) break;
  }
  assert.equal(found.size, 501);
  assert.deepEqual(scanned, []);
}

const isSought = (statement: string): boolean =>
  /^(select|with|update|delete)\b/i.test(statement) && !statement.includes('reads all: ');

/** For the minimum and maximum of a search PostgreSQL reads `d` separately, as `d_1`. */
const isSearched = (name: string): boolean => /^[dp](_\d+)?$/.test(name);

/** The alias of each large table in the statement. */
function namesOf(statement: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const uses = statement.matchAll(/\b(?:from|join|update|into|,)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi);
  const keywords =
    /^(where|set|on|inner|left|cross|join|order|group|limit|select|values|as|for|union|using)$/i;
  for (const [, table = '', alias = ''] of uses) {
    if (!LARGE.has(table)) continue;
    names.set(table, table);
    if (alias !== '' && !keywords.test(alias)) names.set(alias, table);
  }
  return names;
}

test('SQLite reads no large table whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-plans-'));
  const file = join(folder, 'store.db');
  const store = await openSqlite({ file });
  const connection = await connectSqlite(file, true);
  after(async () => {
    await connection.close();
    await rm(folder, { recursive: true });
  });
  await prepare(store, connection).finally(() => store.close());
  const scanned: string[] = [];
  let looked = 0;
  for (const statement of [...loggedStatements()].filter(isSought)) {
    // PostgreSQL's statements, recognized by a parameter or a cast.
    if (/\$\d|::/.test(statement)) continue;
    looked += 1;
    const names = namesOf(statement);
    const { rows } = await connection.execute(`explain query plan ${statement}`, []);
    const index = indexOfStatement.get(statement);
    if (index !== undefined) assert.match(JSON.stringify(rows), index);
    for (const { detail } of rows) {
      const name = /^SCAN (\w+)/.exec(String(detail))?.[1] ?? '';
      if (!isSearched(name) && names.has(name)) scanned.push(`${String(detail)}: ${statement}`);
    }
  }
  assert.ok(looked > 100, `only ${looked} statements were looked at`);
  assert.deepEqual(scanned, []);
  await readByValue(connection, 'explain query plan', [...byDate, ...ranges]);
});

const named = process.env.MUNIMENT_TEST_POSTGRES;
if (named === undefined) {
  test('PostgreSQL is not here', (context) => context.diagnostic('plans: PostgreSQL was not looked at'));
} else {
  test('PostgreSQL reads no large table whole', async () => {
    const schema = await makeTestSchema(named);
    const store = await openPostgres({ connectionString: schema.connectionString });
    const connection = await connectPostgres(schema.connectionString);
    const other = await connectPostgres(schema.connectionString);
    after(async () => {
      await Promise.all([connection.close(), other.close()]);
      await schema.drop();
    });
    await prepare(store, connection).finally(() => store.close());
    const scanned: string[] = [];
    let looked = 0;
    const examine = async (connection: Connection, statement: string): Promise<void> => {
      await connection.execute(`prepare looked_at as ${statement}`, []);
      const count = Math.max(0, ...[...statement.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
      const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`;
      const { rows } = await connection.execute(`explain (format json) execute looked_at${values}`, []);
      await connection.execute('deallocate looked_at', []);
      const index = indexOfStatement.get(statement);
      if (index !== undefined) assert.match(JSON.stringify(rows), index);
      for (const scan of wholeScans(rows[0]?.['QUERY PLAN'])) scanned.push(`${scan}: ${statement}`);
    };
    const left = [...loggedStatements()].filter(isSought).values();
    const lookAtRest = async (connection: Connection): Promise<void> => {
      // Planned for any values, since the tests' own values are not in this library.
      await connection.execute('set plan_cache_mode = force_generic_plan', []);
      for (const statement of left) {
        if (/\?/.test(statement.replaceAll(/'[^']*'/g, ''))) continue;
        looked += 1;
        await examine(connection, statement);
      }
    };
    // On two connections, as planning uses one core of the database for each.
    await Promise.all([connection, other].map(lookAtRest));
    assert.ok(looked > 100, `only ${looked} statements were looked at`);
    assert.deepEqual(scanned, []);
    await connection.execute('set plan_cache_mode = auto', []);
    await walkByValue(connection);
    await readByValue(connection, 'explain (format json)', [...byDate, ...ranges]);
  });
}

/** The steps of a plan that read a large table completely. */
function wholeScans(plan: unknown): readonly string[] {
  if (Array.isArray(plan)) return plan.flatMap(wholeScans);
  if (typeof plan !== 'object' || plan === null) return [];
  const step = new Map(Object.entries(plan));
  const below = [...step.values()].flatMap(wholeScans);
  const kind = String(step.get('Node Type'));
  const isWhole = kind === 'Seq Scan' || (/^Index/.test(kind) && !step.has('Index Cond'));
  const isLarge = LARGE.has(String(step.get('Relation Name'))) && !isSearched(String(step.get('Alias')));
  return isWhole && isLarge ? [`${kind} ${String(step.get('Alias'))}`, ...below] : below;
}
