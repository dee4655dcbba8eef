// A PostgreSQL for one test run: a new cluster in a temporary folder, on a free port of the loopback.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Undefined if the machine has no PostgreSQL. `isDurable`: commits are synced to disk, as in production. */
export async function startTemporaryPostgres({ isDurable = false } = {}) {
  const folder = serverPrograms();
  if (folder === undefined) return undefined;
  const data = mkdtempSync(join(tmpdir(), 'muniment-postgres-'));
  chmodSync(data, 0o777);
  const port = await freePort();
  const cluster = join(data, 'cluster');
  const run = (program, ...args) => asOrdinaryUser(join(folder, program), args);
  const start = () =>
    run(
      'pg_ctl',
      '-D',
      cluster,
      '-w',
      '-l',
      join(data, 'log'),
      '-o',
      `-p ${port} -c listen_addresses=127.0.0.1 -k ${data} -c jit=off -c max_connections=500${isDurable ? '' : ' -c fsync=off -c full_page_writes=off'}`,
      'start',
    );
  const made =
    run('initdb', '-D', cluster, '-U', 'muniment', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8') &&
    start();
  const remove = () => rmSync(data, { recursive: true, force: true });
  if (!made) {
    remove();
    return undefined;
  }
  return {
    connectionString: `postgres://muniment@127.0.0.1:${port}/postgres`,
    /** Stops it until `resume`; its data stays. */
    pause: () => run('pg_ctl', '-D', cluster, '-m', 'fast', '-w', 'stop'),
    resume: start,
    stop: () => {
      run('pg_ctl', '-D', cluster, '-m', 'immediate', '-w', 'stop');
      remove();
    },
  };
}

function serverPrograms() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'pg_ctl')));
}

/** PostgreSQL refuses to run as root. */
function asOrdinaryUser(program, args) {
  const isRoot = process.getuid?.() === 0;
  const [command, full] = isRoot ? ['runuser', ['-u', 'postgres', '--', program, ...args]] : [program, args];
  return spawnSync(command, full, { stdio: 'ignore', cwd: tmpdir() }).status === 0;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
