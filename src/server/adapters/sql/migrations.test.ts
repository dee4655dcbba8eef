/**
 * Migrates a database of an earlier release, and checks that the content is the same afterwards, on both engines.
 * The rows are as that release stored them: each with path, rights and trash state.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import type { Store } from '#server/core/kernel/stores.ts';
import { databaseOver, type Executor } from './database.ts';
import { migrate } from './migrations.ts';
import { connectPostgres, openPostgres } from './postgres/postgres.ts';
import { connectSqlite, openSqlite } from './sqlite/sqlite.ts';
import type { Connection } from './stores/table-rows.ts';
import { makeTestSchema } from './testing/test-postgres.ts';

interface OldRow {
  readonly id: string;
  readonly parent?: string;
  readonly path: string | null;
  readonly acl: number;
  readonly trash?: 1;
  readonly acls?: string;
  /** The id of its live document. */
  readonly versionOf?: string;
  /** The size of its two files. */
  readonly bytes?: number;
}

const own = '[{"name":"local","aces":[]}]';

const rows: readonly OldRow[] = [
  { id: 'root', path: '/', acl: 1, acls: own },
  { id: 'domain', parent: 'root', path: '/domain', acl: 1 },
  { id: 'plain', parent: 'domain', path: '/domain/plain', acl: 1, bytes: 30 },
  { id: 'plain-1', path: null, acl: 1, versionOf: 'plain', bytes: 20 },
  { id: 'secret', parent: 'domain', path: '/domain/secret', acl: 2, acls: own },
  { id: 'in-secret', parent: 'secret', path: '/domain/secret/in', acl: 2 },
  { id: 'in-secret-1', path: null, acl: 2, versionOf: 'in-secret' },
  { id: 'own-list', parent: 'domain', path: '/domain/own-list', acl: 3, acls: own },
  { id: 'own-list-1', path: null, acl: 3, versionOf: 'own-list' },
  { id: 'gone', parent: 'domain', path: '/domain/gone._1_.trashed', acl: 1, trash: 1 },
  { id: 'in-gone', parent: 'gone', path: '/domain/gone._1_.trashed/in', acl: 1, trash: 1 },
  {
    id: 'gone-before',
    parent: 'gone',
    path: '/domain/gone._1_.trashed/a._2_.trashed',
    acl: 1,
    trash: 1,
    bytes: 4,
  },
  { id: 'back', parent: 'gone', path: '/domain/gone._1_.trashed/back', acl: 1 },
  { id: 'empty', parent: 'root', path: '/empty', acl: 1 },
  { id: 'placeless', path: null, acl: 0 },
  { id: 'orphan-1', path: null, acl: 2, versionOf: 'nobody' },
];

const plain =
  '"dc:title": "a \\" \\\\ quay", "x:list": [1.5, null, {"y": 1e300, "digest": "d", "length": 9}]';

function propertiesOf({ id, bytes }: OldRow): string {
  const file = (length: number) =>
    `{"name": null, "digest": "d", "data": "bytes of ${id}", "length": ${length}}`;
  const files =
    bytes === undefined ? '' : `, "file:content": ${file(bytes - 1)}, "files:files": [{"file": ${file(1)}}]`;
  return `{${plain}${files}}`;
}

async function writeOldRelease(connection: Connection): Promise<void> {
  const { engine } = connection;
  const database = databaseOver(connection, engine);
  await migrate(database, engine, 1);
  for (const row of rows) {
    await sql`insert into documents (id, repository, parent_id, name, path, type, is_trashed, is_checked_out,
        is_version, is_latest_version, is_latest_major_version, is_proxy, hidden, series_id, system_change, user_change,
        read_acl_id, title_key, facets, acls, properties)
      values (${row.id}, 'r', ${row.parent ?? null}, ${row.path?.split('/').at(-1) ?? row.id}, ${row.path}, 'Folder',
        ${row.trash ?? 0}, 1, ${row.versionOf ? 1 : 0}, 0, 0, 0, 0, ${row.versionOf ?? row.id}, 1, 1, ${row.acl}, '',
        '[]', ${row.acls ?? '[]'}, ${propertiesOf(row)})`.execute(database);
  }
}

/** Stops in the middle of a migration, like a server that is killed. */
async function breakOff(connection: Connection): Promise<void> {
  let count = 0;
  const failing: Executor = {
    execute: (statement, parameters) => {
      count += 1;
      if (count > 2) throw new Error('killed');
      return connection.execute(statement, parameters);
    },
  };
  await connection.execute('begin', []);
  await assert.rejects(migrate(databaseOver(failing, connection.engine), connection.engine), /killed/);
  await connection.execute('rollback', []);
}

async function saysTheSame(store: Store): Promise<void> {
  const { documents } = store.begin().stores;
  for (const old of rows) {
    const row = await documents.get(old.id);
    assert.deepEqual(
      { path: row?.path, acl: row?.readAclId, trash: row?.isTrashed },
      { path: old.path, acl: old.acl, trash: old.trash === 1 },
      old.id,
    );
    assert.deepEqual(row?.properties, JSON.parse(propertiesOf(old)));
    if (old.path !== null) assert.equal((await documents.getByPath('r', old.path))?.id, old.id);
  }
  assert.deepEqual(await documents.contentOfSubtree('root'), { live: 30, trash: 4, versions: 20 });
  const [before] = await documents.trashedBelow('gone', '_.trashed');
  assert.equal(before?.id, 'gone-before');
  const below: string[] = [];
  for await (const { id } of documents.subtree('domain')) below.push(id);
  assert.equal(below.length, rows.filter(({ path }) => path?.startsWith('/domain')).length);
}

test('SQLite: an earlier release is brought up to date', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-migrations-'));
  after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'old.db');
  const connection = await connectSqlite(file, true);
  await writeOldRelease(connection);
  await breakOff(connection);
  await connection.close();
  const store = await openSqlite({ file });
  await saysTheSame(store).finally(() => store.close());
  const brought = await connectSqlite(file, true);
  await foldersAreStated(brought).finally(() => brought.close());
});

/** Also for versions, which have no parent. */
async function foldersAreStated(connection: Connection): Promise<void> {
  const { rows: found } = await connection.execute('select id, folder_id from documents', []);
  const folders = new Map(found.map((row) => [row.id, row.folder_id]));
  const parentOf = (id: string) => rows.find((row) => row.id === id)?.parent ?? null;
  for (const { id, versionOf } of rows) assert.equal(folders.get(id), parentOf(versionOf ?? id), id);
}

/** A server of the previous release goes on working during the update: it does not set chains. */
async function workBesideAnEarlierRelease(earlier: Connection, connectionString: string): Promise<void> {
  for (const statement of [
    "insert into places (repository, document_id, path, read_acl_id, is_trashed) values ('r', 'empty', '/empty', 1, 0)",
    "update documents set place_id = (select id from places where document_id = 'empty') where id = 'empty'",
    "update documents set parent_id = 'empty' where id = 'secret'",
    "update places set path = '/empty/secret' where document_id = 'secret'",
  ])
    await earlier.execute(statement, []);
  const { rows: moved } = await earlier.execute("select folder_id from documents where id = 'secret'", []);
  assert.deepEqual(moved, [{ folder_id: 'empty' }]);
  const store = await openPostgres({ connectionString });
  const { documents } = store.begin().stores;
  const paths = async (id: string) => {
    const found: (string | null)[] = [];
    for await (const { path } of documents.subtree(id)) found.push(path);
    return found;
  };
  assert.deepEqual(await paths('empty'), ['/empty', '/empty/secret', '/empty/secret/in']);
  assert.ok(!(await paths('domain')).includes('/empty/secret/in'));
  await store.close();
  // Nor the folders of versions.
  await earlier.execute("update documents set parent_id = 'empty' where id = 'plain'", []);
  const { rows: versions } = await earlier.execute(
    "select folder_id from documents where id = 'plain-1'",
    [],
  );
  assert.deepEqual(versions, [{ folder_id: 'empty' }]);
  // Nor the columns beside the words.
  assert.deepEqual(await countDocumentCopies(earlier), { all: 1, same: 1 });
  await earlier.execute(putWordsOf('secret'), []);
  await earlier.execute(putWordsOf('plain'), []);
  await earlier.execute(
    "update documents set place_id = (select min(id) from places), hidden = 1, facets = '[1]'",
    [],
  );
  assert.deepEqual(await countDocumentCopies(earlier), { all: 2, same: 2 });
  // Nor does it clear the folder of a version when its document is removed.
  for (const statement of [
    "delete from documents where id = 'plain'",
    "insert into places (repository, document_id, path, read_acl_id, is_trashed) values ('r', 'plain-1', null, 0, 0)",
    "update documents set place_id = (select id from places where document_id = 'plain-1') where id = 'plain-1'",
  ])
    await earlier.execute(statement, []);
  const { rows: left } = await earlier.execute("select folder_id from documents where id = 'plain-1'", []);
  assert.deepEqual(left, [{ folder_id: null }]);
}

/** Schema 10 first had no trigger for folders of versions: moved documents in such databases left theirs behind. */
async function comeToSchemaTen(connection: Connection): Promise<void> {
  const database = databaseOver(connection, connection.engine);
  await migrate(database, connection.engine, 10);
  for (const statement of connection.engine.ddl.foldersOfVersions) await statement.execute(database);
  await connection.execute("update documents set folder_id = 'empty' where id = 'own-list-1'", []);
  await connection.execute(putWordsOf('plain'), []);
}

/** The statement of releases before schema 17. */
const putWordsOf = (id: string): string => `insert into document_index (document_seq, words)
  select seq, 'quay' from documents where id = '${id}'
  on conflict (document_seq) do update set words = excluded.words`;

/** How many documents have words, and for how many of those the copied columns equal the row. */
async function countDocumentCopies(connection: Connection): Promise<unknown> {
  const columns = ['repository', 'place_id', 'is_version', 'is_proxy', 'hidden', 'type', 'facets'];
  const [there, own] = ['t', 'd'].map((table) => columns.map((name) => `${table}.${name}`).join(', '));
  const { rows: found } = await connection.execute(
    `select count(*) as all, count(case when (${there}) is not distinct from (${own}) then 1 end) as same
      from document_index t inner join documents d on d.seq = t.document_seq`,
    [],
  );
  return found[0];
}

const named = process.env.MUNIMENT_TEST_POSTGRES;
if (named === undefined) {
  test('PostgreSQL is not here', (context) => context.diagnostic('migrations: PostgreSQL was not tried'));
} else {
  test('PostgreSQL: an earlier release is brought up to date', async () => {
    const schema = await makeTestSchema(named);
    after(() => schema.drop());
    const connection = await connectPostgres(schema.connectionString);
    await writeOldRelease(connection)
      .then(() => breakOff(connection))
      .then(() => comeToSchemaTen(connection))
      .finally(() => connection.close());
    const store = await openPostgres({ connectionString: schema.connectionString });
    await saysTheSame(store).finally(() => store.close());
    const brought = await connectPostgres(schema.connectionString);
    await foldersAreStated(brought).finally(() => brought.close());
    const earlier = await connectPostgres(schema.connectionString);
    await workBesideAnEarlierRelease(earlier, schema.connectionString).finally(() => earlier.close());
  });
}
