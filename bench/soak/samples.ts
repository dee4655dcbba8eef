/** Runs the tests of random samples with as many as a release needs: `npm test` runs only some of them. */
import { spawn } from 'node:child_process';
import { startTemporaryPostgres } from '../../scripts/temporary-postgres.mjs';

/** The rules of rights on random trees. */
export function treesSoak(engine: string, trees: number): Promise<readonly string[]> {
  const file = 'src/server/core/access/access-trees.test.ts';
  return runSamples(engine, file, { MUNIMENT_FUZZ_TREES: String(trees) });
}

/** Random queries: on PostgreSQL their answers are compared with those of SQLite. */
export function queriesSoak(engine: string, queries: number): Promise<readonly string[]> {
  return runSamples(engine, 'src/server/testing/query-fuzz.test.ts', {
    MUNIMENT_FUZZ_QUERIES: String(queries),
  });
}

async function runSamples(
  engine: string,
  file: string,
  size: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const postgres = engine === 'sqlite' ? undefined : await startTemporaryPostgres();
  if (engine !== 'sqlite' && !postgres) throw new Error('This machine has no PostgreSQL');
  const onPostgres = postgres && {
    MUNIMENT_TEST_ENGINE: 'postgres',
    MUNIMENT_TEST_POSTGRES: postgres.connectionString,
  };
  try {
    const child = spawn(process.execPath, ['--test', file], {
      env: { ...process.env, ...onPostgres, ...size },
      stdio: 'inherit',
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    return code === 0 ? [] : [`${file} ended with ${code}`];
  } finally {
    postgres?.stop();
  }
}
