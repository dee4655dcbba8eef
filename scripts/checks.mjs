// Checks that run before any test: types, lint and format, dead code, size of the first view.
import { spawn } from 'node:child_process';
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

/** Runs all of them at once, even if some fail. */
export async function runChecks() {
  const results = await Promise.all(checks.map(([, args]) => run(args)));
  for (const [place, [name]] of checks.entries()) {
    const { isGood, output } = results[place];
    console.log(`${isGood ? '✔' : '✖'} ${name}`);
    if (!isGood) console.log(output);
  }
  const passed = results.filter(({ isGood }) => isGood).length;
  return { passed, failed: results.length - passed };
}

function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.on('close', (code) => resolve({ isGood: code === 0, output }));
  });
}
