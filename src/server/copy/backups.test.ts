/** Backups of a running server, with the commands of docs/OPERATING.md. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { s3Environment, startS3Server } from '#server/adapters/blobs/s3-server.test-support.ts';
import { migrate } from '#server/adapters/sql/migrations.ts';
import { connectSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import { TableRows } from '#server/adapters/sql/stores/table-rows.ts';
import { makeTestSchema } from '#server/adapters/sql/testing/test-postgres.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import { newKey, parseKey } from '#server/keys.ts';
import { openRepository } from '#server/open-repository.ts';
import { readServerOptions } from '#server/server-options.ts';
import type { BackupPlaceName } from './backup-place.ts';
import { makeBackup, verifyBackup } from './backups.ts';
import { compareRepositories } from './copy-repository.ts';
import { Encryption } from './encryption.ts';
import { Progress } from './progress.ts';

const base = await mkdtemp(join(tmpdir(), 'muniment-backup-test-'));
const [data, backups, restored, fromBucket, keyFile] = ['data', 'backups', 'restored', 'bucket', 'key'].map(
  (name) => join(base, name),
);
assert.ok(data && backups && restored && fromBucket && keyFile);
const s3 = await startS3Server('backups');
const bucket = `s3://backups/papers?endpoint=${s3.address}`;
const children: ChildProcess[] = [];
Object.assign(process.env, s3Environment);
after(async () => {
  for (const child of children) child.kill('SIGKILL');
  await s3.close();
  await rm(base, { recursive: true });
});

const guide = await readFile(new URL('../../../docs/OPERATING.md', import.meta.url), 'utf8');
const commands = [...guide.matchAll(/^npx muniment (.*)$/gm)].map(([, words = '']) => words);

/** The only command in the guide that begins like this, with this test's places. */
function command(start: string): readonly string[] {
  const found = commands.filter((words) => words.startsWith(start));
  assert.equal(found.length, 1, `docs/OPERATING.md has ${found.length} commands "${start}"`);
  const places = new Map([
    ['./data', data],
    ['/srv/backups', backups],
    ['./restored', restored],
    ['s3://backups/papers', bucket],
    ['backup.key', keyFile],
    ['./restored-from-bucket', fromBucket],
  ]);
  return (found[0] ?? '').split(' ').map((word) => places.get(word) ?? word);
}

async function run(words: readonly string[]): Promise<{ status: number; out: string; err: string }> {
  const program = fileURLToPath(new URL('./backup-main.ts', import.meta.url));
  const child = spawn(process.execPath, [program, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const [out, err, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return { status: Number(status), out, err };
}

async function startServer(): Promise<{ address: string; kill(): Promise<void> }> {
  const program = fileURLToPath(new URL('../main.ts', import.meta.url));
  const child = spawn(process.execPath, [program, '--port', '0', '--data', data ?? ''], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  let output = '';
  for await (const words of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    output += words;
    const address = /http:\S+?:\d+/.exec(output)?.[0];
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
  // Nothing must change between the backup and the end of the server.
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

async function forgetServers(folder: string): Promise<void> {
  const connection = await connectSqlite(join(folder, 'muniment.db'), true);
  await connection.execute(`delete from entries where directory = 'servers'`, []);
  await connection.close();
}

async function differences(one: string, other: string): Promise<readonly string[]> {
  const place = (folder: string) => ({ database: folder, files: folder });
  const { words } = await compareRepositories({ from: place(one), to: place(other) }, progress, never);
  return words;
}

const progress = new Progress(new Writable({ write: (_chunk, _encoding, done) => done() }), false);
const never = new AbortController().signal;

const backUp = (from: string, to: BackupPlaceName, keep?: number) =>
  makeBackup({ database: from, files: from }, { ...to, keep }, progress, never);
const verify = async (from: BackupPlaceName, name?: string) =>
  (await verifyBackup({ ...from, name }, progress, never)).words;
const keyOf = async (file: string) => parseKey(await readFile(file, 'utf8'));

test('what is wrong is said in one line', async () => {
  const { status, err } = await run(['verify', '--from', backups]);
  assert.equal(status, 1);
  assert.match(err, /^There is no backup in \S+\n$/);
  await assert.rejects(verify({ at: bucket }), { message: `There is no backup in ${bucket}` });
  await assert.rejects(backUp(data, { at: 'ftp://there' }), /must look like s3:/);
  await writeFile(keyFile, 'a passphrase');
  const refused = await run(['backup', '--to', backups, '--key-file', keyFile]);
  assert.match(refused.err, /must be a key as .+\n$/);
});

test('a running server is backed up, killed, and restored row by row', async () => {
  const server = await startServer();
  await addFile(server.address, 'one', 'first '.repeat(10_000));
  assert.equal((await run(command('backup --from ./data --to /srv'))).status, 0);
  const { out: key } = await run(command('key').slice(0, 1));
  await writeFile(keyFile, `# of this test\n${key}`);
  const inBucket = await run(command('backup --from ./data --to s3'));
  assert.equal(inBucket.status, 0, inBucket.err);
  const inodes = async (paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await stat(path)).ino));
  const first = await files(backups);
  const before = await inodes(first);
  await addFile(server.address, 'two', 'second '.repeat(10_000));
  const objects = await s3.objects();
  for (const kind of ['/srv', 's3']) {
    const second = await run(command(`backup --from ./data --to ${kind}`));
    assert.match(second.out, /^Backup \S+\.\n$/, second.err);
  }
  await server.kill();

  assert.ok((await files(backups)).length > first.length);
  assert.deepEqual(await inodes(first), before, 'a file is copied again');
  const now = await s3.objects();
  const sentAgain = [...objects].flatMap(([name, { sending }]) =>
    name !== 'papers/running' && now.get(name)?.sending !== sending ? [name] : [],
  );
  assert.deepEqual(sentAgain, [], 'a file is sent again');
  for (const kind of ['/srv', 's3']) {
    const read = await run(command(`verify --from ${kind}`));
    assert.equal(read.out, 'The backup is whole.\n', read.err);
    const { status, err } = await run(command(`restore --from ${kind}`));
    assert.equal(status, 0, err);
  }
  // A running server reports its state every minute, perhaps after the backup.
  for (const folder of [data, restored, fromBucket]) await forgetServers(folder);
  assert.deepEqual(await differences(data, restored), []);
  assert.deepEqual(await differences(data, fromBucket), []);
});

test('without its key an encrypted backup tells nothing, and says why', async () => {
  const names = [...(await s3.objects()).keys()];
  const keys = (await files(data)).map((path) => basename(path));
  assert.ok(keys.length > 1);
  for (const key of keys) assert.ok(!names.some((name) => name.includes(key)), key);
  for (const [name, { content }] of await s3.objects())
    assert.ok(!/first|second|SQLite|Administrator/.test(content.toString('latin1')), name);
  await assert.rejects(verify({ at: bucket }), /^Error: The backup is encrypted: name its key/);
  const key = parseKey(newKey());
  await assert.rejects(verify({ at: bucket, key }), {
    message: 'The backup was encrypted with another key',
  });
});

test('with a key nothing is taken that was made without it', async () => {
  const place = { at: join(base, 'planted'), key: await keyOf(keyFile) };
  await backUp(data, place);
  const [name = ''] = (await readdir(place.at)).filter((one) => one.startsWith('2'));
  for (const planted of [name, '2999-01-01T00-00-00-000Z']) {
    await mkdir(join(place.at, planted), { recursive: true });
    await copyFile(join(data, 'muniment.db'), join(place.at, planted, 'muniment.db'));
  }
  await assert.rejects(verify(place), /2999\S+ is not encrypted: anybody/);
  // It is ignored beside the right one.
  await writeFile(join(place.at, name, 'muniment.db'), 'of somebody else');
  assert.deepEqual(await verify(place, name), []);
});

test('an older encrypted one under a newer name is refused, one of an earlier version taken with a warning', async () => {
  const key = await keyOf(keyFile);
  assert.ok(key);
  const at = join(base, 'renamed');
  await backUp(data, { at, key });
  const [name = ''] = (await readdir(at)).filter((one) => one.startsWith('2'));
  const newer = '2999-01-01T00-00-00-000Z';
  await cp(join(at, name), join(at, newer), { recursive: true });
  const target = join(base, 'from-renamed');
  for (const words of [['verify'], ['restore', '--to', target]]) {
    const refused = await run([...words, '--from', at, '--key-file', keyFile]);
    assert.equal(refused.status, 1);
    assert.match(
      refused.err,
      new RegExp(`The backup ${newer} was made as ${name}: somebody gave it another name`),
    );
  }
  assert.deepEqual(await verify({ at, key }, name), []);

  // A backup of an earlier release: only the database.
  const database = createReadStream(join(data, 'muniment.db'));
  await pipeline(
    new Encryption(key).encrypted(database),
    createWriteStream(join(at, newer, 'muniment.db.encrypted')),
  );
  const taken = await run(['restore', '--from', at, '--to', target, '--key-file', keyFile]);
  assert.equal(taken.status, 0, taken.err);
  assert.match(
    taken.err,
    new RegExp(`^Warning: The backup ${newer} was made by an earlier version, which`, 'm'),
  );
  assert.deepEqual(await differences(data, target), []);
});

const postgres = process.env.MUNIMENT_TEST_POSTGRES;
if (postgres === undefined)
  test('PostgreSQL is not here', (context) => context.diagnostic('1 test wanted MUNIMENT_TEST_POSTGRES'));
else
  test('PostgreSQL is backed up, and restored into another database row by row', async () => {
    const [first, second] = [await makeTestSchema(postgres), await makeTestSchema(postgres)];
    const place = (name: string, { connectionString }: { readonly connectionString: string }) =>
      ({ database: connectionString, files: join(base, `files-of-${name}`) }) as const;
    const [was, now] = [place('first', first), place('second', second)];
    const own = { database: data, files: data };
    const [ofData, ofPostgres] = [join(base, 'of-data'), join(base, 'of-postgres')];
    try {
      await backUp(data, { at: ofData });
      const restore = (from: string, to: typeof was) =>
        run(['restore', '--from', from, '--to', to.database, '--to-files', to.files]);
      assert.equal((await restore(ofData, was)).out, 'Restored to PostgreSQL.\n');
      const made = await run([
        'backup',
        '--from',
        was.database,
        '--from-files',
        was.files,
        '--to',
        ofPostgres,
      ]);
      assert.equal(made.status, 0, made.err);
      assert.deepEqual(await verify({ at: ofPostgres }), []);
      assert.equal((await restore(ofPostgres, now)).status, 0);
      for (const [from, to] of [
        [own, was],
        [was, now],
      ] as const)
        assert.deepEqual((await compareRepositories({ from, to }, progress, never)).words, []);
      assert.match((await restore(ofPostgres, now)).err, /is not empty/);
    } finally {
      await first.drop();
      await second.drop();
    }
  });

test('only so many are kept, and the files that they name', async () => {
  const gone = [...(await s3.objects()).keys()].find((name) => name.startsWith('papers/2'));
  for (const to of [{ at: backups }, { at: bucket, key: await keyOf(keyFile) }]) {
    assert.equal((await backUp(fromBucket, to, 1)).differences.count, 0);
    assert.deepEqual(await verify(to), []);
  }
  const names = (await readdir(backups)).filter((name) => name.startsWith('2'));
  assert.equal(names.length, 1);
  const ofBackups = [...(await s3.objects()).keys()].filter((name) => name.startsWith('papers/2'));
  assert.equal(ofBackups.length, 2, 'a database and its list');
  assert.ok(!ofBackups.includes(gone ?? ''));
  const stored = [...(await s3.objects()).keys()].filter((name) => name.startsWith('papers/blobs/'));
  assert.equal(stored.length, (await files(fromBucket)).length);
});

test('a backup of an earlier build is read, and keeps its files until it goes', async () => {
  const [name = ''] = (await readdir(backups)).filter((one) => one.startsWith('2'));
  const old = '2020-01-01T00-00-00-000Z';
  await mkdir(join(backups, old));
  await copyFile(join(backups, name, 'muniment.db'), join(backups, old, 'muniment.db'));
  assert.deepEqual(await verify({ at: backups }, old), []);
  const unknown = join(backups, 'blobs', 'ff', 'ff', 'f'.repeat(64));
  await mkdir(dirname(unknown), { recursive: true });
  await writeFile(unknown, 'of the old one');
  for (const [keep, isThere] of [
    [3, true],
    [1, false],
  ] as const) {
    await backUp(data, { at: backups }, keep);
    assert.equal((await files(backups)).includes(unknown), isThere);
  }
});

test('a backup of an earlier release is restored, and the server that reads it is of this one', async () => {
  const place = { at: join(base, 'of-earlier') };
  const name = '2021-01-01T00-00-00-000Z';
  const database = join(place.at, name, 'muniment.db');
  await mkdir(dirname(database), { recursive: true });
  const connection = await connectSqlite(database, true);
  const { database: tables } = new TableRows(connection);
  await migrate(tables, connection.engine, 1);
  const entry = ['nature', 'deed', JSON.stringify({ id: 'deed', label: 'a deed of then' })];
  await connection.execute('insert into entries (directory, id, fields) values (?, ?, ?)', entry);
  await connection.close();
  const asMade = await readFile(database);

  assert.deepEqual(await verify(place, name), []);
  const target = join(base, 'restored-earlier');
  const { status, err } = await run(['restore', '--from', place.at, '--to', target]);
  assert.equal(status, 0, err);
  assert.deepEqual(await readFile(database), asMade, 'the backup stays as it is');
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { repository, close } = await openRepository(readServerOptions(['--data', target], {}), quiet);
  const deed = await readStores(repository, ({ entries }) => entries.get('nature', 'deed'));
  assert.equal(deed?.fields.label, 'a deed of then');
  assert.ok(await readStores(repository, ({ documents }) => documents.root('default')));
  await close();
});

test('one that is not whole takes the place of none', async () => {
  const broken = join(base, 'broken');
  await cp(data, broken, { recursive: true });
  const place = { at: join(base, 'of-broken') };
  await backUp(broken, place, 1);
  const [file = ''] = await files(broken);
  await rm(file);
  await rm(join(place.at, 'blobs'), { recursive: true });
  assert.ok((await backUp(broken, place, 1)).differences.count > 0);
  assert.equal((await readdir(place.at)).filter((name) => name.startsWith('2')).length, 2);
});

test('a backup that was broken off does not count, one that runs is left alone', async () => {
  const claim = { id: 'x', host: hostname(), pid: process.pid, until: Date.now() + 60_000 };
  const claims: readonly (readonly [string, RegExp | undefined])[] = [
    [JSON.stringify({ ...claim, pid: process.ppid }), /makes a backup there already/],
    [JSON.stringify({ ...claim, host: 'elsewhere', pid: 1 }), /Process 1 on elsewhere/],
    [JSON.stringify({ ...claim, host: 'elsewhere', until: Date.now() - 1 }), undefined],
    ['', undefined],
  ];
  for (const [written, refusal] of claims) {
    await writeFile(join(backups, 'running'), written);
    const made = backUp(data, { at: backups });
    if (refusal) await assert.rejects(made, refusal);
    else await made;
  }
});

test('damage is found', async () => {
  const [file] = await files(backups);
  assert.ok(file);
  await truncate(file, 3);
  const { status, out } = await run(command('verify --from /srv'));
  assert.equal(status, 1);
  assert.match(out, /is damaged/);
  const [name = ''] = [...(await s3.objects()).keys()].filter((one) => one.startsWith('papers/blobs/'));
  await s3.damage(name);
  assert.match((await verify({ at: bucket, key: await keyOf(keyFile) })).join(), /is damaged/);
});
