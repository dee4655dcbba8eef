/** A server from its operator's view: log, health, shutdown. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { streamLog } from '../adapters/stream-log.ts';
import { createApp } from '../app.ts';
import { noteBackup } from '../core/backups/last-backup.ts';
import { withRequestLog } from '../http/request-log.ts';
import { readinessOf } from '../readiness.ts';
import { readServerOptions } from '../server-options.ts';
import { addUser, startTestServer } from './test-server.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
const basic = `Basic ${Buffer.from('leela:leela').toString('base64')}`;
const get = (path: string) =>
  new Request(`http://localhost:8080/nuxeo${path}`, { headers: { Authorization: basic } });

test('a request is one line, with who and what and neither secrets nor values', async () => {
  const out = new PassThrough();
  const app = withRequestLog(server, streamLog(out, { format: 'json' }));
  const answers = [
    await app.fetch(get('/api/v1/user/leela?token=Wolpertinger')),
    await app.fetch(get('/api/v1/path/default-domain/@children?pageSize=1')),
    await app.fetch(get('/api/v1/path/no-such-place')),
    await app.fetch(new Request('http://localhost:8080/nuxeo/api/v1/me')),
  ];
  // Lines are written at the end of their turn of the event loop.
  await nextTurn();
  out.end();
  const written = await text(out);
  const lines: unknown[] = written
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const of = (index: number, person: string | null, route: string, status: number): void => {
    const { time: _time, ms, bytes, ...line } = Object(lines[index]);
    assert.equal(typeof ms, 'number');
    assert.ok(bytes === null || typeof bytes === 'number');
    const id = answers[index]?.headers.get('x-request-id');
    assert.deepEqual(line, { level: 'info', message: 'request', id, person, method: 'GET', route, status });
  };
  of(0, 'leela', 'user/{name...}', 200);
  of(1, 'leela', 'path/…/@children', 200);
  of(2, 'leela', 'path/…', 404);
  of(3, null, 'other', 401);
  assert.doesNotMatch(written, /Wolpertinger|Basic|pageSize|no-such-place/);
});

test('levels leave out what is less', async () => {
  const out = new PassThrough();
  const log = streamLog(out, { level: 'warn' });
  log.info('small');
  log.warn('middle\nsecond line', { x: 1 });
  out.end();
  assert.match(await text(out), /^\S+ warn middle\n {4}second line \{"x":1\}\n$/);
});

test('a server is alive and ready until it is about to stop, or a part of it is gone', async () => {
  const stopping = new AbortController();
  const { repository } = server;
  const appOver = (whole: typeof repository) =>
    createApp({
      repository: whole,
      operations: { ...operationsOfNone },
      readiness: readinessOf(whole, '/', stopping.signal),
    });
  const ask = async (whole = repository) => {
    const live = await appOver(whole).fetch(get('/health/live'));
    const ready = await appOver(whole).fetch(get('/health/ready'));
    const body: unknown = await ready.json();
    return { live: live.status, ready: ready.status, body, retry: ready.headers.get('retry-after') };
  };
  const well = { running: true, database: true, files: true, disk: true, queue: true };
  assert.deepEqual(await ask(), { live: 200, ready: 200, body: { ready: true, ...well }, retry: null });
  const withoutFiles = {
    ...repository,
    ports: {
      ...repository.ports,
      blobs: { ...repository.ports.blobs, open: () => Promise.reject(new Error('gone')) },
    },
  };
  assert.deepEqual((await ask(withoutFiles)).body, { ready: false, ...well, files: false });
  const { backup } = readServerOptions(['--backup-to', '/srv/backups'], {});
  await noteBackup(repository, 'The disk is full');
  const readiness = readinessOf(repository, '/', stopping.signal, backup);
  const app = createApp({ repository, operations: operationsOfNone, readiness: readiness });
  const without = await app.fetch(get('/health/ready'));
  assert.equal(without.status, 200);
  assert.deepEqual(await without.json(), { ready: true, ...well, backup: false });
  stopping.abort();
  assert.deepEqual(await ask(), {
    live: 200,
    ready: 503,
    body: { ready: false, ...well, running: false },
    retry: '5',
  });
});

const operationsOfNone = {
  catalogue: () => ({ paths: { login: 'login' }, codecs: [], operations: [], chains: [] }),
  describe: () => undefined,
  isAdministratorOnly: () => false,
  run: () => Promise.reject(new Error('none')),
};
