// Makes a fresh clone ready: installs the packages of package-lock.json and builds the app, each only if needed.
// --packages: only the packages. --browser: also a Chromium for tests and benches.
// Runs on any Node >= 18 with nothing installed, so it imports only Node's own modules.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);
const isWindows = process.platform === 'win32';
/** The Node of package-lock.json, which runs everything but this file. */
const runtime = at('node_modules', '.bin', isWindows ? 'node.cmd' : 'node');

function changedAt(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

/** Time of the newest change of a file, or of anything in a folder. */
function newestIn(path) {
  if (!existsSync(path)) return 0;
  if (!statSync(path).isDirectory()) return changedAt(path);
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

function run(what, command, args) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: isWindows,
  });
  if (status === 0) return;
  console.error(`${what} failed${error ? `: ${error.message}` : ''}`);
  process.exit(1);
}

function installPackages() {
  // Not `npm ci`: it refuses a lock file without the packages of other systems, which a mirror may not have.
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm install', isWindows ? 'npm.cmd' : 'npm', install);
  // npm leaves out optional packages, native binaries among them, that do not support the Node it runs on. So on an old
  // Node it is run again, on the one that it has just installed.
  if (Number.parseInt(process.versions.node, 10) >= 22) return;
  const npm = process.env.npm_execpath;
  if (npm !== undefined) run('npm install', runtime, [npm, ...install]);
}

const done = [];

const installed = at('node_modules', '.package-lock.json');
if (changedAt(installed) < changedAt(at('package-lock.json'))) {
  console.log('Installing packages …');
  installPackages();
  done.push('installed packages');
}

if (!process.argv.includes('--packages')) buildApp();
console.log(done.length > 0 ? `Set up: ${done.join(' and ')}.` : 'Set up: nothing to do.');
if (process.argv.includes('--browser')) (await import('./chromium.mjs')).findChromium();

function buildApp() {
  const sources = [
    'index.html',
    'vite.config.ts',
    'package-lock.json',
    'public',
    'src/web',
    'src/wire',
    'src/nxql',
  ];
  if (changedAt(at('dist', 'index.html')) < Math.max(...sources.map((name) => newestIn(at(name))))) {
    console.log('Building the app …');
    run('The build', runtime, [at('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'error']);
    done.push('built the app');
  }
}
