import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { createOperationRunner } from '#server/operations/machinery/operation-runner.ts';
import { ownOperations } from '#server/operations/registry.ts';
import { addDocument, addUser, startTestServer } from '#server/testing/test-server.ts';
import { createApp } from './app.ts';
import { chooseEncoding } from './http/bytes/accepted-encoding.ts';
import { listen } from './node-listener.ts';
import { openStaticFolder } from './static-folder.ts';

const script = 'console.log("a deed of 1482");\n'.repeat(200);
const dist = await mkdtemp(join(tmpdir(), 'muniment-dist-'));
await mkdir(join(dist, 'assets'));
await writeFile(join(dist, 'index.html'), `<base href="./" />${'<p>charter</p>'.repeat(100)}`);
await writeFile(join(dist, 'config.json'), JSON.stringify({ server: '/nuxeo', filler: 'x'.repeat(2000) }));
await writeFile(join(dist, 'assets/a-1.js'), script);
await writeFile(join(dist, 'assets/a-1.js.br'), brotliCompressSync(script));
await writeFile(join(dist, 'assets/a-1.js.gz'), gzipSync(script));

const server = await startTestServer();
const app = createApp({
  repository: server.repository,
  operations: createOperationRunner(ownOperations),
  staticFiles: await openStaticFolder(dist),
});
const listening = await listen(app, { port: 0, host: '127.0.0.1' });
after(async () => {
  await listening.close(100);
  await rm(dist, { recursive: true });
});

const text = 'A long letter about the harbour.\n'.repeat(200);
await addUser(server, 'ada');
const workspaces = '/path/default-domain/workspaces';
await addDocument(server, '/default-domain/workspaces', 'Workspace', 'papers');
await server.ask(`${workspaces}/papers/@op/Document.AddPermission`, {
  method: 'POST',
  json: { params: { username: 'ada', permission: 'ReadWrite' } },
});

interface Raw {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The answer as sent: `fetch` would ask for compression and decompress by itself. */
async function raw(path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Raw> {
  const authorization = `Basic ${btoa('ada:ada')}`;
  return new Promise((resolve, reject) => {
    const url = `http://127.0.0.1:${listening.port}${path}`;
    request(url, { method, headers: { authorization, ...headers } }, (answer) => {
      buffer(answer).then(
        (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}

const api = (path: string): string => `/nuxeo/api/v1${path}`;
const folder = api(`${workspaces}/papers`);

test('plain for whom does not take it, for short answers and for HEAD', async () => {
  const types = api('/config/types');
  for (const refused of ['identity', 'br;q=0, gzip;q=0', 'deflate', '']) {
    const { headers, body } = await raw(types, { 'accept-encoding': refused });
    assert.equal(headers['content-encoding'], undefined);
    assert.match(String(headers.vary), /Accept-Encoding/);
    assert.match(body.toString(), /"Workspace"/);
  }
  const short = await raw(api('/config/types/Nope'), { 'accept-encoding': 'br, gzip' });
  assert.equal(short.headers['content-encoding'], undefined);
  const head = await raw(types, { 'accept-encoding': 'br' }, 'HEAD');
  assert.deepEqual([head.status, head.headers['content-encoding'], head.body.length], [200, undefined, 0]);
});

test('stored bytes travel as they are, ranges and revalidation included', async () => {
  const made = await server.ask('/upload', { method: 'POST', as: 'ada' });
  const batch = String(made.body.batchId);
  await server.ask(`/upload/${batch}/0`, {
    method: 'POST',
    as: 'ada',
    headers: { 'X-File-Name': 'letter.txt', 'X-File-Type': 'text/plain' },
    body: text,
  });
  await server.ask(`${workspaces}/papers`, {
    method: 'POST',
    as: 'ada',
    json: {
      'entity-type': 'document',
      type: 'File',
      name: 'letter',
      properties: { 'file:content': { 'upload-batch': batch, 'upload-fileId': '0' } },
    },
  });
  const blob = `${folder}/letter/@blob/file:content`;
  const whole = await raw(blob, { 'accept-encoding': 'br, gzip' });
  assert.equal(whole.headers['content-encoding'], undefined);
  assert.equal(whole.body.toString(), text);
  const part = await raw(blob, { 'accept-encoding': 'br, gzip', range: 'bytes=2-5' });
  assert.deepEqual([part.status, part.body.toString()], [206, 'long']);
  const again = await raw(blob, { 'accept-encoding': 'br', 'if-none-match': String(whole.headers.etag) });
  assert.deepEqual([again.status, again.body.length], [304, 0]);
});

test('long texts of the interface are compressed, and say so', async () => {
  const plain = await raw(folder, { 'accept-encoding': 'identity', properties: '*' });
  for (const [accepted, encoding, decoded] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0.5, gzip;q=0.9', 'gzip', gunzipSync],
  ] as const) {
    const { status, headers, body } = await raw(folder, { 'accept-encoding': accepted, properties: '*' });
    assert.deepEqual([status, headers['content-encoding']], [200, encoding]);
    assert.equal(headers['content-length'], String(body.length));
    assert.equal(headers['content-type'], plain.headers['content-type']);
    assert.match(String(headers.vary), /Accept-Encoding/);
    assert.ok(body.length < plain.body.length);
    assert.equal(JSON.parse(decoded(body).toString()).path, '/default-domain/workspaces/papers');
  }
  const refusal = await raw(api(`/path/${'x'.repeat(2000)}`), { 'accept-encoding': 'gzip' });
  assert.deepEqual([refusal.status, refusal.headers['content-encoding']], [404, 'gzip']);
});

test('the app: copies that the build has made, its page and settings as they are now', async () => {
  const file = '/assets/a-1.js';
  const plain = await raw(file, {});
  assert.deepEqual([plain.body.toString(), plain.headers['content-encoding']], [script, undefined]);
  for (const [accepted, decoded] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await raw(file, { 'accept-encoding': accepted });
    assert.equal(headers['content-encoding'], accepted);
    assert.equal(headers['content-length'], String(body.length));
    assert.match(String(headers.vary), /Accept-Encoding/);
    assert.match(String(headers['cache-control']), /immutable/);
    assert.equal(decoded(body).toString(), script);
    const etag = String(headers.etag);
    assert.notEqual(etag, plain.headers.etag);
    for (const known of [etag, `"other", ${plain.headers.etag}`, '*']) {
      const again = await raw(file, { 'accept-encoding': accepted, 'if-none-match': known });
      assert.deepEqual([again.status, again.body.length], [304, 0]);
    }
    const changed = await raw(file, { 'accept-encoding': accepted, 'if-none-match': '"other"' });
    assert.equal(changed.status, 200);
    const head = await raw(file, { 'accept-encoding': accepted }, 'HEAD');
    assert.equal(head.headers['content-length'], String(body.length));
    assert.equal(head.body.length, 0);
  }
  const page = await raw('/', { accept: 'text/html', 'accept-encoding': 'br' });
  assert.match(brotliDecompressSync(page.body).toString(), /^<base href="\/" \/>/);
  const unchanged = await raw('/', { accept: 'text/html', 'if-none-match': String(page.headers.etag) });
  assert.equal(unchanged.status, 304);
  const config = await raw('/config.json', { 'accept-encoding': 'br' });
  assert.equal(config.headers['content-encoding'], undefined);
});

test('which form a client wants', () => {
  assert.equal(chooseEncoding(null), undefined);
  assert.equal(chooseEncoding('*'), 'br');
  assert.equal(chooseEncoding('*;q=0, gzip'), 'gzip');
  assert.equal(chooseEncoding('identity, br;q=0.1'), undefined);
  assert.equal(chooseEncoding('BR ; q=1'), 'br');
  assert.equal(chooseEncoding('br;q=nonsense'), undefined);
});
