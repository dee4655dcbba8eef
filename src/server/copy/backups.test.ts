/** Backups of a running server, as docs/OPERATING.md says; each command is taken from there. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareRepositories } from './copy-repository.ts';
import { Progress } from './progress.ts';

const base = await mkdtemp(join(tmpdir(), 'muniment-backup-test-'));
const [data, backups, restored] = ['data', 'backups', 'restored'].map((name) => join(base, name));
assert.ok(data && backups && restored);
const children: ChildProcess[] = [];
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(base, { recursive: true });
});

const guide = await readFile(new URL('../../../docs/OPERATING.md', import.meta.url), 'utf8');
const commands = [...guide.matchAll(/^npx muniment (.*)$/gm)].map(([, words = '']) => words);

/** The only command of this kind in the guide, with the places of this test. */
function command(start: string): readonly string[] {
  const found = commands.filter((words) => words.startsWith(start));
  assert.equal(found.length, 1, `docs/OPERATING.md has ${found.length} commands "${start}"`);
  const places = new Map([
    ['./data', data],
    ['/srv/backups', backups],
    ['./restored', restored],
  ]);
  return (found[0] ?? '').split(' ').map((word) => places.get(word) ?? word);
}

function run(words: readonly string[]): { status: number | null; out: string; err: string } {
  const program = fileURLToPath(new URL('./backup-main.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' });
  return { status, out: stdout, err: stderr };
}

async function startServer(): Promise<{ address: string; kill(): Promise<void> }> {
  const program = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--port', '0', '--data', data ?? ''], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  let said = '';
  for await (const words of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += words;
    const address = /http:\S+?:\d+/.exec(said)?.[0];
    if (address === undefined) continue;
    child.stdout.resume();
    const kill = async (): Promise<void> => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    };
    return { address, kill };
  }
  throw new Error('The server did not start');
}

async function addFile(address: string, name: string, content: string): Promise<void> {
  const form = new FormData();
  const call = { params: {}, input: '/default-domain/workspaces' };
  form.append('params', new Blob([JSON.stringify(call)], { type: 'application/json' }));
  const headers = { Authorization: `Basic ${Buffer.from('Administrator:Administrator').toString('base64')}` };
  const at = `${address}/nuxeo/api/v1`;
  const { batchId } = Object(await (await fetch(`${at}/upload`, { method: 'POST', headers })).json());
  const sent = await fetch(`${at}/upload/${batchId}/0`, {
    method: 'POST',
    headers: { ...headers, 'X-File-Name': name, 'Content-Type': 'application/octet-stream' },
    body: content,
  });
  assert.equal(sent.status, 201);
  const made = await fetch(`${at}/path/default-domain/workspaces`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      'entity-type': 'document',
      type: 'File',
      name,
      properties: { 'dc:title': name, 'file:content': { 'upload-batch': batchId, 'upload-fileId': '0' } },
    }),
  });
  assert.equal(made.status, 201, await made.text());
  // Nothing is to change by itself between the backup and the end of the server.
  const waited = await fetch(`${at}/automation/Elasticsearch.WaitForIndexing`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{}',
  });
  assert.deepEqual(Object(await waited.json()).value, true);
}

const files = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

test('what is wrong is said in one line', () => {
  for (const words of [
    ['restore', '--from', backups, '--to', restored],
    ['verify', '--from', backups],
  ]) {
    const { status, err } = run(words);
    assert.equal(status, 1);
    assert.match(err, /^There is no backup in \S+\n$/);
  }
  assert.match(run(['backup', '--to', backups, '--keep', 'x']).err, /--keep must be a whole number/);
});

test('a running server is backed up, killed, and restored row by row', async () => {
  const server = await startServer();
  await addFile(server.address, 'one', 'first '.repeat(10_000));
  assert.equal(run(command('backup')).status, 0);
  const inodes = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await stat(path)).ino));
  const first = await files(backups);
  const before = await inodes(first);
  await addFile(server.address, 'two', 'second '.repeat(10_000));
  const second = run(command('backup'));
  assert.match(second.out, /^Backup \S+\.\n$/, second.err);
  await server.kill();

  assert.ok((await files(backups)).length > first.length);
  assert.deepEqual(await inodes(first), before, 'a file is copied again');
  assert.equal(run(command('verify')).out, 'The backup is whole.\n');
  const { status, err } = run(command('restore'));
  assert.equal(status, 0, err);
  const progress = new Progress(new Writable({ write: (_chunk, _encoding, done) => done() }), false);
  const place = (folder: string) => ({ database: folder, files: folder });
  const { words } = await compareRepositories(
    { from: place(data), to: place(restored) },
    progress,
    new AbortController().signal,
  );
  assert.deepEqual(words, []);
});

test('only so many are kept, and the files that they name', async () => {
  const { status, err } = run(['backup', '--from', data, '--to', backups, '--keep', '1']);
  assert.equal(status, 0, err);
  const names = (await readdir(backups)).filter((name) => name.startsWith('2'));
  assert.equal(names.length, 1);
  assert.equal(run(['verify', '--from', backups]).status, 0);
});

test('a backup that was broken off does not count, one that runs is left alone', async () => {
  await writeFile(join(backups, 'running'), String(process.pid));
  assert.match(run(command('backup')).err, /makes a backup there already/);
  await writeFile(join(backups, 'running'), '');
  assert.equal(run(command('backup')).status, 0);
});

test('damage is found', async () => {
  const [file] = await files(backups);
  assert.ok(file);
  await truncate(file, 3);
  const { status, out } = run(command('verify'));
  assert.equal(status, 1);
  assert.match(out, /is damaged/);
});
