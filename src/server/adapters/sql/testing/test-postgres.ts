/**
 * A separate schema in the tests' PostgreSQL database, which MUNIMENT_TEST_POSTGRES names.
 * Invariant: nothing of it is left after `drop`.
 */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface TestSchema {
  /** Connects to the schema. */
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

/** A schema for tests that run on PostgreSQL, when MUNIMENT_TEST_ENGINE says so. */
export async function schemaOfThisRun(): Promise<TestSchema | undefined> {
  if (process.env.MUNIMENT_TEST_ENGINE !== 'postgres') return undefined;
  const named = process.env.MUNIMENT_TEST_POSTGRES;
  if (named === undefined) throw new Error('MUNIMENT_TEST_ENGINE=postgres needs MUNIMENT_TEST_POSTGRES');
  return makeTestSchema(named);
}
