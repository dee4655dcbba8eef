/**
 * A full disk that gets free space again: mounts a small file system, which needs root.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readinessNow } from './http/servlets/health.ts';
import { openRepository } from './open-repository.ts';
import { readinessOf } from './readiness.ts';
import { readServerOptions } from './server-options.ts';
import { addDocument, startTestServer } from './testing/test-server.ts';

const folder = await mkdtemp(join(tmpdir(), 'muniment-full-'));
/** PostgreSQL stores its rows on another disk: then only files are refused. */
const holdsRows = process.env.MUNIMENT_TEST_ENGINE !== 'postgres';
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'none', folder]).status === 0;
after(async () => {
  if (isMounted) spawnSync('umount', ['-l', folder]);
  await rm(folder, { recursive: true, force: true });
});

if (!isMounted) {
  test('a full disk', (context) => context.diagnostic('a full disk: 1 test wanted to mount a small one'));
} else {
  const server = await startTestServer(['--data', join(folder, 'data')]);
  const workspaces = '/default-domain/workspaces';
  const content = { filename: 'a.bin', type: 'application/octet-stream' };

  const upload = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const { body } = await server.ask('/upload', { method: 'POST' });
    const batch = String(body.batchId);
    const headers = { 'X-File-Name': content.filename, 'Content-Type': content.type };
    const answer = await server.ask(`/upload/${batch}/0`, { body: bytes, headers });
    assert.equal(answer.status, 201, answer.text);
    return batch;
  };

  test('a full disk refuses what is to be stored, goes on reading, and recovers by itself', async () => {
    const batch = await upload(new Uint8Array(300_000).fill(7));
    const file = await addDocument(server, workspaces, 'File', 'file', {
      'dc:title': 'file',
      'file:content': { 'upload-batch': batch, 'upload-fileId': '0' },
    });
    const open = String((await server.ask('/upload', { method: 'POST' })).body.batchId);
    const before = await stored();
    const filler = join(folder, 'filler');
    await writeFile(filler, Buffer.alloc(64 * 1024 * 1024)).catch(() => undefined);

    for (let round = 0; round < 3; round++) {
      const made = await server.ask(`/path${workspaces}`, {
        json: {
          'entity-type': 'document',
          type: 'Note',
          name: 'x',
          properties: { 'note:note': 'x'.repeat(500_000) },
        },
      });
      assert.equal(made.status, holdsRows ? 503 : 201, made.text);
      if (holdsRows) {
        assert.match(made.text, /The disk is full/);
        assert.ok(made.headers.has('retry-after'));
      }
      const download = await server.ask(`/id/${file}/@blob/file:content`);
      assert.equal(download.status, 200, download.text.slice(0, 200));
      assert.equal(download.text.length, 300_000);
      assert.equal((await server.ask(`/path${workspaces}/file`)).status, 200);
    }
    const sent = await server.ask(`/upload/${open}/0`, {
      body: new Uint8Array(200_000),
      headers: { 'X-File-Name': 'b' },
    });
    assert.equal(sent.status, 503, sent.text);
    assert.match(sent.text, /The disk is full/);
    assert.deepEqual(await stored(), before, 'something is half stored');

    await rm(filler);
    assert.equal((await server.ask(`/path${workspaces}/x`)).status, holdsRows ? 404 : 200);
    assert.ok(await addDocument(server, workspaces, 'Note', 'after'));
    await upload(new Uint8Array(200_000));
  });

  test('a start on a full disk reads, says so, and writes as soon as there is room', async () => {
    const data = join(folder, 'started');
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const before = await openRepository(readServerOptions(['--data', data], {}), quiet);
    await before.close();
    const filler = join(folder, 'filler');
    await writeFile(filler, Buffer.alloc(64 * 1024 * 1024)).catch(() => undefined);

    const started = await startTestServer(['--data', data]);
    const note = { 'entity-type': 'document', type: 'Note', name: 'x', properties: {} };
    for (let round = 0; round < 3; round++) {
      assert.equal((await started.ask(`/path${workspaces}`)).status, 200);
      assert.equal((await started.ask('/search/execute?query=SELECT * FROM Domain')).status, 200);
      if (!holdsRows) continue;
      const made = await started.ask(`/path${workspaces}`, { json: note });
      assert.equal(made.status, 503, made.text);
      assert.match(made.text, /The disk is full/);
      assert.ok(made.headers.has('retry-after'));
    }
    const readiness = await readinessNow(readinessOf(started.repository, data, { aborted: false }));
    assert.equal(readiness.disk, false);

    await rm(filler);
    assert.equal((await started.ask(`/path${workspaces}`, { json: note })).status, 201);
    assert.equal((await started.ask(`/path${workspaces}/x`)).status, 200);
    assert.ok(await addDocument(started, workspaces, 'Note', 'y'));
  });
}

test('a first start on a full disk ends with what to do', async (context) => {
  if (!isMounted || !holdsRows) return context.diagnostic('a first start: nothing to fill up');
  const filler = join(folder, 'filler');
  await writeFile(filler, Buffer.alloc(64 * 1024 * 1024)).catch(() => undefined);
  const started = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'start.mjs'), '--port', '0', '--data', join(folder, 'first')],
    { encoding: 'utf8' },
  );
  await rm(filler);
  assert.equal(started.status, 1);
  assert.match(started.stderr, /The disk is full: make room, then start again/);
  assert.doesNotMatch(started.stderr, /\n {4}at /);
});

async function stored(): Promise<readonly string[]> {
  const names = await readdir(join(folder, 'data', 'blobs'), { recursive: true, withFileTypes: true });
  return names.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}
