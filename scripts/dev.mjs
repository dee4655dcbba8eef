// npm run dev: both halves with live reload. The server restarts when its sources change; Vite serves the app and proxies
// calls of the interface to it.
// Not `node --watch`: with it every worker thread posts reports of its imports among its own messages.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const serverRooms = ['src/server', 'src/nxql', 'src/wire'];
/** Milliseconds: editors write a file in several steps, and one restart is enough for all of them. */
const quiet = 200;

const start = (args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
const startServer = () => start(['src/server/start.mjs', ...process.argv.slice(2)]);

let server = startServer();
let restart;
const app = start([join(root, 'node_modules', 'vite', 'bin', 'vite.js')]);

function restartServer() {
  const next = () => {
    server = startServer();
  };
  if (server.exitCode !== null || server.signalCode !== null) return next();
  // If another change comes while the server is stopping, one restart covers both.
  server.removeAllListeners('exit').once('exit', next);
  server.kill('SIGTERM');
}

for (const room of serverRooms)
  watch(join(root, room), { recursive: true }, (_event, name) => {
    if (name?.endsWith('.test.ts')) return;
    clearTimeout(restart);
    restart = setTimeout(restartServer, quiet);
  });

function stop() {
  server.removeAllListeners('exit');
  server.kill('SIGTERM');
  app.kill('SIGTERM');
  process.exit();
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
app.on('exit', stop);
