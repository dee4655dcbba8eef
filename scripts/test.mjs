// npm test: checks, then every unit and HTTP test on both engines, then the browser. The last line is the total.
// With arguments (npm test -- unit) only those parts run: check, unit (on SQLite), postgres (again the tests that use a
// repository), browser.
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChecks } from './checks.mjs';
import { knownChromium } from './chromium.mjs';
import { makeTemporaryFolder } from './temporary-folder.mjs';
import { startTemporaryPostgres } from './temporary-postgres.mjs';
import { writeTestGroups } from './test-groups.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const statementLog = join(root, 'src', 'server', 'adapters', 'sql', 'testing', 'statement-log.ts');
/** Shared with the program, so that a test process need not compile what another has compiled. */
const compiled = join(root, '.cache', 'compiled');
const plans = join('src', 'server', 'adapters', 'sql', 'plans.test.ts');
const asked = process.argv.slice(2);
const isAsked = (part) => asked.length === 0 || asked.includes(part);

const sum = { passed: 0, failed: 0 };
const add = ({ passed, failed }) => {
  sum.passed += passed;
  sum.failed += failed;
};

makeTemporaryFolder();
if (isAsked('check')) add(await runChecks());
if (isAsked('unit') || isAsked('postgres')) for (const counted of await unitTests()) add(counted);
if (isAsked('browser')) add(await browserTests());
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed > 0 ? 1 : 0);

async function unitTests() {
  const named = process.env.MUNIMENT_TEST_POSTGRES;
  const postgres = named ? undefined : await startTemporaryPostgres();
  const connectionString = named ?? postgres?.connectionString;
  const statements = mkdtempSync(join(tmpdir(), 'muniment-statements-'));
  const environment = { MUNIMENT_TEST_STATEMENTS: statements };
  const results = [];
  try {
    if (connectionString !== undefined) environment.MUNIMENT_TEST_POSTGRES = connectionString;
    else console.log('PostgreSQL is not on this machine: the tests on PostgreSQL are skipped.');
    if (isAsked('unit')) results.push(await groupedTests(testsBelow('src'), environment));
    if (isAsked('postgres') && connectionString !== undefined) {
      console.log('The tests that use a repository, on PostgreSQL:');
      const onPostgres = { ...environment, MUNIMENT_TEST_ENGINE: 'postgres' };
      results.push(await groupedTests(testsOfRepositories(), onPostgres));
    }
    console.log('Query plans of all statements that these tests sent:');
    results.push(await nodeTests([plans], environment));
    return results;
  } finally {
    postgres?.stop();
    rmSync(statements, { recursive: true });
  }
}

/** Tests whose repository comes from one of these modules; tests that compare engines open all of them themselves. */
function testsOfRepositories() {
  const openers = /\/(test-repository|test-server|(noted-workspace|secret)\.test-support)\.ts'/;
  return testsBelow('src/server').filter((file) => openers.test(readFileSync(join(root, file), 'utf8')));
}

/** Without `plans`, which examines the statements that the other tests have sent. */
function testsBelow(folder) {
  return globSync(`${folder}/**/*.test.ts`, { cwd: root }).filter((file) => file !== plans);
}

async function groupedTests(files, environment) {
  const folder = mkdtempSync(join(tmpdir(), 'muniment-tests-'));
  try {
    return await nodeTests(writeTestGroups(root, files, folder), environment);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function nodeTests(files, environment) {
  const { code, output } = await run(
    ['--import', statementLog, '--test', '--test-concurrency=3', ...files],
    environment,
  );
  const count = (word) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
  const failed = count('fail') + count('cancelled') + count('skipped') + count('todo');
  return { passed: count('pass'), failed: failed === 0 && code !== 0 ? 1 : failed };
}

async function browserTests() {
  const report = join(root, 'test-results', 'results.json');
  rmSync(report, { force: true });
  const chromium = knownChromium();
  const { code } = await run(
    [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test'],
    chromium === undefined ? {} : { MUNIMENT_CHROMIUM: chromium },
  );
  try {
    const { stats } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = stats.unexpected + stats.flaky + stats.skipped;
    return { passed: stats.expected, failed: failed === 0 && code !== 0 ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

/** Shows the command's output while it runs. */
function run(args, environment) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...environment, FORCE_COLOR: '0', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('exit', (code) => resolve({ code: code ?? 1, output }));
  });
}
