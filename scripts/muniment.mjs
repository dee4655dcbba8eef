#!/usr/bin/env node
// npx muniment start | copy | compare | backup | verify | restore | key | import | export | check | doctor: sets up a clone
// and runs the program on the Node that comes with it.
// In a clone it runs src/, in the npm package lib/ (package.mjs). Runs on any Node >= 18 with nothing installed, so it
// imports only Node's own modules.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const isClone = existsSync(join(root, 'src'));
const [command = 'start', ...args] = process.argv.slice(2);
const isStart = command === 'start';
const ownPrograms = {
  backup: 'copy/backup-main',
  verify: 'copy/backup-main',
  restore: 'copy/backup-main',
  key: 'copy/backup-main',
  import: 'folders/main',
  export: 'folders/main',
  check: 'check/main',
  doctor: 'doctor/main',
};

const setup = [join(root, 'scripts', 'setup.mjs'), ...(isStart ? [] : ['--packages'])];
if (isClone && spawnSync(process.execPath, setup, { stdio: ['ignore', 2, 2] }).status !== 0) process.exit(1);

const program = isStart ? 'start.mjs' : `${ownPrograms[command] ?? 'copy/main'}.${isClone ? 'ts' : 'js'}`;
const path = join(root, isClone ? 'src' : 'lib', 'server', program);
const child = spawn(findRuntime(), [path, ...(isStart ? [] : [command]), ...args], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
// A terminal sends Ctrl-C to both processes; only the child handles it.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));

/**
 * The Node that the package depends on, in its own folder or further up; else the running one, if its major version is no
 * older.
 */
function findRuntime() {
  const name = process.platform === 'win32' ? 'node.cmd' : 'node';
  const found = [join(root, 'node_modules', '.bin', name), join(root, '..', '.bin', name)].find(existsSync);
  if (found) return found;
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (Number.parseInt(process.versions.node, 10) >= Number.parseInt(dependencies.node, 10))
    return process.execPath;
  console.error(
    `Muniment runs on Node ${dependencies.node}, this is ${process.versions.node}. Its npm package brings one along once its script may run: npm install-scripts approve node && npm rebuild node`,
  );
  process.exit(1);
}
