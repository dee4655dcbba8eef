/**
 * A library with more hits of a word than the fast ways look at (nxql/first-rows.ts), on the engine of the test run, and
 * queries on it.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { parse } from '#nxql/index.ts';
import type { QueryRequest } from '#server/core/kernel/document-store.ts';
import type { Store } from '#server/core/kernel/stores.ts';
import { databaseOver, type Executor } from '../database.ts';
import type { ListMemory } from '../nxql/list-memory.ts';
import { connectPostgres, openPostgres } from '../postgres/postgres.ts';
import { connectSqlite, openSqlite } from '../sqlite/sqlite.ts';
import { storesOver } from '../stores/stores.ts';
import type { Connection } from '../stores/table-rows.ts';
import { plantLargeLibrary } from './large-library.ts';
import { aDocument, sampleTypes, written } from './sample-documents.ts';
import { schemaOfThisRun } from './test-postgres.ts';

/** All have the word `harbour`. */
export const DOCUMENTS = 10_500;
/** A folder with a tenth of them. */
export const wide = 'f0000000-0000-4000-8000-000000000002';

export const { store, connection, readAclIds } = await plantedLibrary();

async function plantedLibrary(): Promise<{
  store: Store;
  connection: Connection;
  readAclIds: readonly number[];
}> {
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
  const properties = { 'dc:modified': '2020-01-01T00:00:00.000Z' };
  const root = { id: 'root', repository: 'default', type: 'Root', path: '/', readAclId: 1, properties };
  await written(store, ({ documents }) => documents.insert(aDocument(root)));
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
  return { store, connection: connected, readAclIds: rows.map(({ id }) => Number(id)) };
}

interface RequestOptions extends Partial<QueryRequest> {
  readonly as?: readonly number[];
  readonly over?: Executor;
  readonly lists?: ListMemory;
}

export async function idsOf(text: string, options: RequestOptions = {}) {
  return (await pageOf(text, options)).items;
}

export function pageOf(text: string, { over = connection, lists, ...options }: RequestOptions = {}) {
  return storesOver(over, connection.engine, { lists }).documents.queryIds(requestOf(text, options));
}

export function requestOf(
  text: string,
  { as, ...more }: Omit<RequestOptions, 'over' | 'lists'>,
): QueryRequest {
  const { query } = parse(text);
  assert.ok(query);
  return {
    query,
    scope: { repository: 'default', readAclIds: as, types: sampleTypes, now: new Date() },
    sort: [],
    limit: 0,
    offset: 0,
    countUpTo: 0,
    ...more,
  };
}

export async function inPages(
  text: string,
  limit: number,
  options: RequestOptions = {},
): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    const page = await idsOf(text, { ...options, limit, offset: found.length });
    found.push(...page);
    if (page.length < limit) return found;
  }
}
