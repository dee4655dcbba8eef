/** `--workers` as a real program: its processes, one that dies, shutdown. On PostgreSQL only, and refused elsewhere. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeTestSchema } from '#server/adapters/sql/testing/test-postgres.ts';

const start = fileURLToPath(new URL('../start.mjs', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'muniment-workers-'));
after(() => rm(folder, { recursive: true }));

interface Running {
  readonly child: ChildProcess;
  /** The first match in the program's output so far, or in what follows. */
  logged(pattern: RegExp, times?: number): Promise<RegExpExecArray>;
}

function run(...flags: readonly string[]): Running {
  const child = spawn(process.execPath, [start, '--port', '0', '--data', folder, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      for (const check of waiting) check();
    });
  return {
    child,
    logged: (pattern, times = 1) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = [...text.matchAll(new RegExp(pattern, 'g'))][times - 1];
          if (found === undefined) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        child.once('exit', () => reject(new Error(`It ended: ${text}`)));
        check();
      }),
  };
}

test('refuses several processes on SQLite', async () => {
  const { child } = run('--workers', '2');
  let logged = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    logged += chunk.toString();
  });
  const [code] = await once(child, 'close');
  assert.deepEqual(
    [code, logged],
    [1, '--workers needs PostgreSQL (--database): SQLite belongs to one process\n'],
  );
});

const connectionString = process.env.MUNIMENT_TEST_POSTGRES;
if (connectionString !== undefined) {
  test('two processes answer on one port; one that is killed is replaced; all end together', async () => {
    const schema = await makeTestSchema(connectionString);
    const { child, logged } = run('--workers', '2', '--database', schema.connectionString);
    try {
      const [, origin] = await logged(/listens on (http:\/\/[^/\s]+)/);
      const first = Number((await logged(/A worker is ready .*"pid":(\d+)/))[1]);
      const second = Number((await logged(/A worker is ready .*"pid":(\d+)/, 2))[1]);
      assert.notEqual(first, second);
      const me = `${origin}/nuxeo/api/v1/me`;
      const headers = { Authorization: `Basic ${btoa('Administrator:Administrator')}` };
      const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(me, { headers })));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      process.kill(first, 'SIGKILL');
      await logged(/A worker is ready /, 3);
      assert.equal((await fetch(me, { headers })).status, 200);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
      for (const pid of [first, second]) assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
    } finally {
      child.kill('SIGKILL');
      await schema.drop();
    }
  });
}
