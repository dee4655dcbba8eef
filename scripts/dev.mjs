// npm run dev: both halves with live reload. The server starts anew when its sources change; Vite serves the app and
// hands calls of the interface on to it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const start = (args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });

const halves = [
  start([
    '--watch-path=src/server',
    '--watch-path=src/nxql',
    '--watch-path=src/wire',
    'src/server/main.ts',
    ...process.argv.slice(2),
  ]),
  start([join(root, 'node_modules', 'vite', 'bin', 'vite.js')]),
];

const stop = () => {
  for (const half of halves) half.kill('SIGTERM');
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
for (const half of halves) half.on('exit', stop);
