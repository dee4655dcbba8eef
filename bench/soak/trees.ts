/** The rules of rights on ten thousand random trees, of which tests on PostgreSQL take a part only. */
import { spawn } from 'node:child_process';
import { startTemporaryPostgres } from '../../scripts/temporary-postgres.mjs';

const file = 'src/server/core/access/access-trees.test.ts';

export async function treesSoak(engine: string, trees: number): Promise<readonly string[]> {
  const postgres = engine === 'sqlite' ? undefined : await startTemporaryPostgres();
  if (engine !== 'sqlite' && !postgres) throw new Error('This machine has no PostgreSQL');
  const onPostgres = postgres && {
    MUNIMENT_TEST_ENGINE: 'postgres',
    MUNIMENT_TEST_POSTGRES: postgres.connectionString,
  };
  try {
    const child = spawn(process.execPath, ['--test', file], {
      env: { ...process.env, ...onPostgres, MUNIMENT_FUZZ_TREES: String(trees) },
      stdio: 'inherit',
    });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    return code === 0 ? [] : [`${file} ended with ${code}`];
  } finally {
    postgres?.stop();
  }
}
