/** Metrics as Prometheus reads them, over real sockets. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, test } from 'node:test';
import { convertBlob } from '../core/files/conversions.ts';
import { readinessOf } from '../readiness.ts';
import { addUser, startTestServer } from '../testing/test-server.ts';
import { openMetrics } from './metrics.ts';
import { listenForMetrics } from './metrics-listener.ts';

const server = await startTestServer();
await addUser(server, 'leela', 'members');
const { log, store } = server.repository.ports;
const readiness = readinessOf(server.repository, tmpdir(), { aborted: false });
const metrics = openMetrics(server.repository, tmpdir(), readiness);
const listener = await listenForMetrics(metrics, { port: 0, host: '127.0.0.1' }, log);
after(() => listener.close());
const counted = metrics.app(server);
const address = `http://127.0.0.1:${listener.port}`;

async function scrape(): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${address}/metrics`);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain/);
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

function asLeela(path: string, method = 'GET'): Request {
  const Authorization = `Basic ${Buffer.from('leela:leela').toString('base64')}`;
  return new Request(`http://localhost:8080/nuxeo/api/v1${path}`, { method, headers: { Authorization } });
}

test('nothing but /metrics is there, and it is only read', async () => {
  for (const path of ['/', '/metrics/', '/nuxeo/api/v1/me', '/metrics?x=1'])
    assert.equal((await fetch(address + path)).status, 404);
  assert.equal((await fetch(`${address}/metrics`, { method: 'POST' })).status, 405);
});

test('requests are counted by route, without anybody’s values', async () => {
  const before = await scrape();
  await counted.fetch(asLeela('/user/leela'));
  await counted.fetch(asLeela('/user/nobody-of-this-name'));
  await counted.fetch(asLeela('/path/default-domain/@children/@acl/@children/@acl'));
  await counted.fetch(asLeela('/no-such-address/secret-value'));
  await counted.fetch(asLeela('/me', 'PROPFIND'));
  const found = await scrape();
  const grown = (name: string): number => (found.get(name) ?? 0) - (before.get(name) ?? 0);
  const requests = 'muniment_http_requests_total';
  assert.equal(grown(`${requests}{method="GET",route="user/{name...}",status="200"}`), 1);
  assert.equal(grown(`${requests}{method="GET",route="user/{name...}",status="404"}`), 1);
  assert.equal(grown(`${requests}{method="GET",route="other",status="404"}`), 1);
  assert.equal(grown('muniment_http_request_seconds_count{method="GET",route="user/{name...}"}'), 2);
  assert.equal(
    grown('muniment_http_request_seconds_bucket{le="60",method="GET",route="path/…/@children"}'),
    1,
  );
  assert.equal(found.get('muniment_http_requests_running'), 0);
  const names = [...found.keys()].join('\n');
  assert.match(names, /method="other"/);
  assert.doesNotMatch(names, /leela|nobody-of|secret-value|PROPFIND|@acl/);
});

test('what is remembered and what is converted have figures', async () => {
  const { repository } = server;
  const before = await scrape();
  const grown = async (): Promise<(name: string) => number> => {
    const found = await scrape();
    return (name) => (found.get(name) ?? 0) - (before.get(name) ?? 0);
  };
  await addUser(server, 'bender', 'members');
  for (let call = 0; call < 3; call++) assert.equal((await server.ask('/me', { as: 'bender' })).status, 200);
  const stored = await repository.ports.blobs.write(new Blob(['a text']).stream());
  const blob = { ...stored, name: 'a.txt', mimeType: 'text/plain', encoding: null };
  for (let call = 0; call < 3; call++)
    await convertBlob(repository, 'bender', blob, { converter: 'any2html' });
  const more = await grown();
  const lookups = (cache: string, outcome: string): number =>
    more(`muniment_cache_lookups_total{cache="${cache}",outcome="${outcome}"}`);
  assert.deepEqual([lookups('conversions', 'miss'), lookups('conversions', 'hit')], [1, 2]);
  assert.ok(lookups('signIns', 'hit') >= 2 && lookups('signIns', 'miss') >= 1);
  assert.ok(lookups('people', 'hit') >= 1);
  assert.equal(more('muniment_cache_entries{cache="signIns"}'), 1);
  const found = await scrape();
  for (const places of ['files', 'programs', 'films'])
    for (const state of ['running', 'waiting'])
      assert.equal(found.get(`muniment_conversion_places{places="${places}",state="${state}"}`), 0);
});

test('jobs, the database, the disk and the process have figures', async () => {
  const later = await server.ask('/automation/Repository.Query/@async', {
    json: { params: { query: 'SELECT * FROM Document' } },
  });
  assert.equal(later.status, 202);
  const found = await scrape();
  assert.equal(found.get('muniment_jobs{kind="operation",state="scheduled"}'), 1);
  for (const part of ['running', 'database', 'files', 'queue'])
    assert.equal(found.get(`muniment_ready{part="${part}"}`), 1);
  assert.equal(found.get('muniment_database_waiting'), 0);
  const connections = ['busy', 'idle'].map((state) => `muniment_database_connections{state="${state}"}`);
  if (store.engine === 'sqlite') assert.ok(!found.has(connections[0] ?? ''));
  else assert.ok(connections.reduce((sum, name) => sum + (found.get(name) ?? 0), 0) > 0);
  const free = found.get('muniment_disk_free_bytes') ?? 0;
  assert.ok(free > 0 && free <= (found.get('muniment_disk_bytes') ?? 0));
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'process_open_fds',
  ])
    assert.ok(found.has(name), name);
});

test('conversions are counted by converter, failed ones too', async () => {
  const watched = metrics.repository({
    ...server.repository,
    ports: {
      ...server.repository.ports,
      conversion: {
        ...server.repository.ports.conversion,
        convert: () => Promise.reject(new Error('damaged')),
        metadata: async () => ({}),
      },
    },
  });
  const source = {
    content: { size: 0, stream: () => new ReadableStream<Uint8Array>(), localPath: undefined },
    name: 'x',
    mimeType: 'text/plain',
  };
  const { conversion } = watched.ports;
  await assert.rejects(conversion.convert('any2pdf', source, {}), /damaged/);
  await assert.rejects(conversion.convert('made-up-by-a-caller', source, {}), /damaged/);
  await conversion.metadata(source);
  const found = await scrape();
  const seconds = 'muniment_conversion_seconds_count';
  assert.equal(found.get(`${seconds}{converter="any2pdf",outcome="failed"}`), 1);
  assert.equal(found.get(`${seconds}{converter="other",outcome="failed"}`), 1);
  assert.equal(found.get(`${seconds}{converter="metadata",outcome="done"}`), 1);
  assert.equal(found.get('muniment_conversions_running'), 0);
});

test('a part that is gone leaves only its own figures out', async () => {
  const { repository } = server;
  const gone: typeof store = {
    ...store,
    begin: () => {
      throw new Error('gone');
    },
    load: () => ({ waiting: 7 }),
  };
  const without = { ...repository, ports: { ...repository.ports, store: gone } };
  const text = await openMetrics(
    without,
    tmpdir(),
    readinessOf(without, tmpdir(), { aborted: false }),
  ).text();
  assert.match(text, /^muniment_ready\{part="database"\} 0$/m);
  assert.match(text, /^muniment_database_waiting 7$/m);
  assert.match(text, /^muniment_disk_free_bytes \d/m);
  assert.doesNotMatch(text, /^muniment_jobs\{/m);
});
