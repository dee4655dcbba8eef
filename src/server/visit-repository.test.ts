/** Programs beside a server: they do not block its writes, and keep what the server's settings have made. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { connectPostgres } from './adapters/sql/postgres/postgres.ts';
import { connectSqlite } from './adapters/sql/sqlite/sqlite.ts';
import { schemaOfThisRun } from './adapters/sql/testing/test-postgres.ts';
import { checkRepository } from './core/consistency/check-repository.ts';
import { openRepository, visitRepository } from './open-repository.ts';
import { databaseFile } from './open-storage.ts';
import { readServerOptions } from './server-options.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const base = await mkdtemp(join(tmpdir(), 'muniment-visit-'));
const schema = await schemaOfThisRun();
const data = join(base, 'data');
const config = join(base, 'config');
const storage = ['--data', data, ...(schema ? ['--database', schema.connectionString] : [])];

/** In the order in which they must run. */
const endings: (() => Promise<unknown>)[] = [async () => schema?.drop(), () => rm(base, { recursive: true })];
after(async () => {
  for (const end of endings) await end();
});

async function indexedProperties(): Promise<number> {
  const connection = await (schema
    ? connectPostgres(schema.connectionString)
    : connectSqlite(databaseFile(data), false));
  const { rows } = await connection.execute(
    schema
      ? "select indexname as name from pg_indexes where schemaname = current_schema() and indexname like 'documents_by_property%'"
      : "select name from sqlite_schema where type = 'index' and name like 'documents_by_property%'",
    [],
  );
  await connection.close();
  return rows.length;
}

test('a check without the settings of the server, while somebody writes', async () => {
  await mkdir(config);
  await writeFile(
    join(config, 'a.yaml'),
    'schemas:\n  contract:\n    prefix: con\n    fields:\n      number: { type: string, indexed: true }\n',
  );
  const server = await openRepository(readServerOptions([...storage, '--config', config], {}), quiet);
  endings.unshift(() => server.close());
  assert.equal(await indexedProperties(), 1);
  const writing = server.repository.ports.store.begin();
  endings.unshift(() => writing.rollback());
  const { documents } = await writing.writer();
  await documents.getForUpdate((await documents.root('default'))?.id ?? '');

  const visit = await visitRepository(readServerOptions(storage, {}), quiet);
  endings.unshift(() => visit.close());
  const found: unknown[] = [];
  for await (const one of checkRepository(visit.repository, 'default', false))
    if (one !== 'looked') found.push(one);
  assert.deepEqual(found, []);
  assert.equal(await indexedProperties(), 1);
});
