#!/usr/bin/env node
// npx muniment start | copy | compare | backup | verify | restore | key | import | export | check | doctor: sets the clone up and runs the program on the runtime that it brings along.
// Runs on any Node >= 18 with nothing installed, so it imports only what Node has.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [command = 'start', ...args] = process.argv.slice(2);
const isStart = command === 'start';
const ownPrograms = {
  backup: 'copy/backup-main.ts',
  verify: 'copy/backup-main.ts',
  restore: 'copy/backup-main.ts',
  key: 'copy/backup-main.ts',
  import: 'folders/main.ts',
  export: 'folders/main.ts',
  check: 'check/main.ts',
  doctor: 'doctor/main.ts',
};

const setup = [join(root, 'scripts', 'setup.mjs'), ...(isStart ? [] : ['--packages'])];
if (spawnSync(process.execPath, setup, { stdio: ['ignore', 2, 2] }).status !== 0) process.exit(1);

const runtime = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const program = isStart
  ? [join(root, 'src/server/start.ts')]
  : [join(root, 'src/server', ownPrograms[command] ?? 'copy/main.ts'), command];
const child = spawn(runtime, [...program, ...args], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
// A terminal sends Ctrl-C to both; only the child decides what it means.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
