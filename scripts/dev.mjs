// npm run dev: both halves with live reload. The server starts anew when its sources change; Vite serves the app and
// hands calls of the interface on to it.
// Not `node --watch`: under it every worker thread posts reports of its imports among its own messages.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const serverRooms = ['src/server', 'src/nxql', 'src/wire'];
/** Editors write a file in several steps; one restart is enough for all that happens within this many milliseconds. */
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
  // A change while the server is still ending asks for the same start, not for another.
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
