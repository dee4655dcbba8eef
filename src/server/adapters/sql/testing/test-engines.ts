/**
 * The engines that the tests find: SQLite always, PostgreSQL when MUNIMENT_TEST_POSTGRES is its connection string.
 * Invariant: every call opens fresh databases, and what it opened is gone after the file's tests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Store } from '#server/core/kernel/stores.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { openSqlite } from '../sqlite/sqlite.ts';
import { makeTestSchema } from './test-postgres.ts';

/** Await this before the first test is declared: the runner ends a file whose declared tests are all done. */
export async function openTestEngines(): Promise<readonly Store[]> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-sql-'));
  const sqlite = await openSqlite({ file: join(folder, 'store.db') });
  after(async () => {
    await sqlite.close();
    await rm(folder, { recursive: true });
  });
  const connectionString = process.env.MUNIMENT_TEST_POSTGRES;
  return connectionString === undefined ? [sqlite] : [sqlite, await openSchema(connectionString)];
}

/** Says aloud how many tests an engine would have run that is not here. */
export function nameMissingEngines(stores: readonly Store[], wanted: number): void {
  if (stores.some(({ engine }) => engine === 'postgres')) return;
  test('PostgreSQL is not here', (context) => {
    context.diagnostic(`PostgreSQL: ${wanted} tests wanted MUNIMENT_TEST_POSTGRES, a connection string`);
  });
}

async function openSchema(connectionString: string): Promise<Store> {
  const schema = await makeTestSchema(connectionString);
  const store = await openPostgres({ connectionString: schema.connectionString });
  after(async () => {
    await store.close();
    await schema.drop();
  });
  return store;
}
