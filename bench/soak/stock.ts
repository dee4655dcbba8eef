/** The end-to-end tests on the stand-in for a server of the Platform as it comes: nothing in the manager is ours alone. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @returns what failed */
export async function stockSoak(): Promise<readonly string[]> {
  const built = await run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error']);
  if (built !== 0) return [`The build of the app ended with ${built}`];
  const code = await run(['node_modules/@playwright/test/cli.js', 'test']);
  return code === 0 ? [] : [`The end-to-end tests on a stock server ended with ${code}`];
}

function run(program: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { ...process.env, MUNIMENT_E2E_SERVER: 'stock' },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
