/**
 * The engines for tests: SQLite always, PostgreSQL when MUNIMENT_TEST_POSTGRES is its connection string.
 * Invariant: every call opens new databases, which are removed after the file's tests.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Store } from '#server/core/kernel/stores.ts';
import { openPostgres } from '../postgres/postgres.ts';
import { openSqlite } from '../sqlite/sqlite.ts';
import { makeTestSchema } from './test-postgres.ts';

/** Await this before the first test is declared: the runner ends a file when all declared tests are done. */
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

/** Reports how many tests of a missing engine were skipped. */
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
