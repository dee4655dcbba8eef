/**
 * A part of the tests' PostgreSQL that nobody else sees; MUNIMENT_TEST_POSTGRES names the database.
 * Invariant: nothing of it is left once `drop` is done.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestSchema {
  /** Leads into the schema. */
  readonly connectionString: string;
  drop(): Promise<void>;
}

export async function makeTestSchema(connectionString: string): Promise<TestSchema> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query(`create schema ${schema}`);
  const url = new URL(connectionString);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return {
    connectionString: url.href,
    drop: async () => {
      await admin.query(`drop schema ${schema} cascade`);
      await admin.end();
    },
  };
}

/** The schema of a test whose whole suite runs on PostgreSQL: MUNIMENT_TEST_ENGINE says so. */
export async function schemaOfThisRun(): Promise<TestSchema | undefined> {
  if (process.env.MUNIMENT_TEST_ENGINE !== 'postgres') return undefined;
  const named = process.env.MUNIMENT_TEST_POSTGRES;
  if (named === undefined) throw new Error('MUNIMENT_TEST_ENGINE=postgres needs MUNIMENT_TEST_POSTGRES');
  return makeTestSchema(named);
}
