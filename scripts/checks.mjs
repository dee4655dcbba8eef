// What must hold before any test is worth running: types, lint and format, dead code, the first view's weight.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (...parts) => join(root, 'node_modules', ...parts);

const checks = [
  ['types', [bin('typescript', 'bin', 'tsc'), '-b']],
  [
    'lint and format',
    [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--colors=off', '--error-on-warnings', '.'],
  ],
  ['dead code', [bin('knip', 'bin', 'knip.js')]],
  ['first view', [join(root, 'scripts', 'check-budget.mjs')]],
];

/** Runs all of them, whatever fails. */
export function runChecks() {
  let passed = 0;
  let failed = 0;
  for (const [name, args] of checks) {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    console.log(`${status === 0 ? '✔' : '✖'} ${name}`);
    if (status === 0) passed++;
    else {
      failed++;
      console.log(`${stdout}${stderr}`);
    }
  }
  return { passed, failed };
}
