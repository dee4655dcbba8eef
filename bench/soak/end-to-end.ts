/** End-to-end tests as a part of the soak: on the stand-in for a stock server, and the whole walk through all languages. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * All tests on a stock server of the Platform: shows that the manager does not depend on our own server.
 * @returns what failed
 */
export function stockSoak(): Promise<readonly string[]> {
  return endToEnd([], { MUNIMENT_E2E_SERVER: 'stock' });
}

/**
 * Every screen, menu and dialog in every language, on wide and phone screens; CI opens menus in only two languages.
 * @returns what failed
 */
export function languagesSoak(): Promise<readonly string[]> {
  return endToEnd(['languages.spec.ts', 'popups.spec.ts', 'screens.spec.ts'], { MUNIMENT_E2E_WALK: 'whole' });
}

async function endToEnd(
  files: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const built = await run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], environment);
  if (built !== 0) return [`The build of the app ended with ${built}`];
  const code = await run(['node_modules/@playwright/test/cli.js', 'test', ...files], environment);
  return code === 0 ? [] : [`The end-to-end tests ended with ${code}`];
}

function run(
  program: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<number | null> {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
