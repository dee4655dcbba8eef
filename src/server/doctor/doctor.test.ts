/** Each check of `muniment doctor`, first with a fault, then without; and the program itself. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { s3Environment, startS3Server } from '#server/adapters/blobs/s3-server.test-support.ts';
import { newestSchema } from '#server/adapters/sql/migrations.ts';
import { schemaOfThisRun } from '#server/adapters/sql/testing/test-postgres.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { encryptSecret } from '#server/core/secrets/stored-secrets.ts';
import { newKey } from '#server/keys.ts';
import { openRepository } from '#server/open-repository.ts';
import { readServerOptions } from '#server/server-options.ts';
import type { Finding } from './finding.ts';
import {
  lookAtConverters,
  lookAtDataFolder,
  lookAtDisk,
  lookAtHandles,
  lookAtRuntime,
  lookAtSandbox,
} from './machine.ts';
import { certificateOf, lookAtProxy, lookAtSettings } from './network.ts';
import { lookAtDatabase, lookAtDifference, lookAtFiles, lookAtSchema } from './storage.ts';

const base = await mkdtemp(join(tmpdir(), 'muniment-doctor-'));
const data = join(base, 'data');
const schema = await schemaOfThisRun();
const storage = ['--data', data, ...(schema ? ['--database', schema.connectionString] : [])];
after(async () => {
  await schema?.drop();
  await rm(base, { recursive: true });
});

const options = (...flags: readonly string[]) => readServerOptions(flags, {});
const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const states = (found: readonly Finding[]) => found.map(({ about, state }) => `${about} ${state}`);

function doctor(...flags: readonly string[]): { status: number | null; out: string; err: string } {
  const program = fileURLToPath(new URL('./main.ts', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'doctor', ...flags], {
    encoding: 'utf8',
  });
  return { status, out: stdout, err: stderr };
}

test('every finding that is not good says what to do', async () => {
  const found = [
    lookAtRuntime('v18.0.0', '26.10.0'),
    lookAtHandles('Max open files            1024                 4096                 files'),
    ...lookAtDisk({ freeBytes: 1, totalBytes: 10, kind: 0x6969 }, true),
    lookAtSandbox(undefined),
    lookAtSandbox({ name: 'unshare', isConfined: false }),
    lookAtSchema(newestSchema + 1),
    lookAtDifference(-5_000),
    lookAtDifference(60_000),
    ...lookAtSettings(options('--cors', '*', '--dev', '--host', '0.0.0.0', '--relax', 'jwt-without-exp')),
  ];
  for (const { state, about, todo } of found) assert.ok(state !== 'good' && todo, about);
});

test('runtime, handles and disk', () => {
  assert.equal(lookAtRuntime('v26.10.0', '26.10.0').state, 'good');
  assert.equal(lookAtRuntime('v26.9.0', '26.10.0').state, 'advice');
  const handles = (limit: string) => lookAtHandles(`Max open files            ${limit}     x   files`).state;
  assert.deepEqual(['1024', '65536', 'unlimited'].map(handles), ['advice', 'good', 'good']);
  assert.equal(lookAtHandles('').state, 'good');
  const gigabyte = 2 ** 30;
  const disk = (freeBytes: number, kind = 0xef53) =>
    states(lookAtDisk({ freeBytes, totalBytes: 100 * gigabyte, kind }, true));
  assert.deepEqual(disk(gigabyte / 100), ['disk wrong']);
  assert.deepEqual(disk(gigabyte), ['disk advice']);
  assert.deepEqual(disk(50 * gigabyte), ['disk good']);
  assert.deepEqual(disk(50 * gigabyte, 0xff534d42), ['disk good', 'disk wrong']);
  assert.deepEqual(
    states(lookAtDisk({ freeBytes: 50 * gigabyte, totalBytes: gigabyte, kind: 0x6969 }, false)),
    ['disk good'],
  );
});

test('a data folder that is none', async () => {
  const file = join(base, 'file');
  await writeFile(file, '');
  assert.deepEqual(states(await lookAtDataFolder(join(file, 'data'), true)), ['data folder wrong']);
  const [found] = await lookAtDataFolder(join(base, 'not', 'there', 'yet'), true);
  assert.match(found?.says ?? '', /which the first start makes$/);
});

test('programs for conversion', async () => {
  const none = { MUNIMENT_SOFFICE: 'none', MUNIMENT_FFMPEG: 'none', MUNIMENT_EXIFTOOL: 'none', PATH: '' };
  const found = await lookAtConverters(none, false);
  assert.deepEqual(states(found), ['LibreOffice advice', 'ffmpeg advice', 'ExifTool advice']);
  const one = await lookAtConverters({ ...none, MUNIMENT_EXIFTOOL: process.execPath }, false);
  assert.deepEqual(states(one).slice(0, 3), ['LibreOffice advice', 'ffmpeg advice', 'ExifTool good']);
  assert.equal(one[3]?.about, 'sandbox');
  assert.equal(lookAtSandbox({ name: 'bubblewrap', isConfined: true }).state, 'good');
});

test('a database: gone, empty, whole, of another version, with the well-known password', async () => {
  const gone = options('--data', data, '--database', 'postgres://me@127.0.0.1:9/papers');
  const [lost] = await lookAtDatabase(gone);
  assert.equal(lost?.state, 'wrong');
  assert.match(lost?.says ?? '', /ECONNREFUSED/);
  const clock = schema ? ['clock good'] : [];
  assert.deepEqual(states(await lookAtDatabase(options(...storage))), ['database good', ...clock]);

  const { repository, close } = await openRepository(options(...storage), quiet);
  assert.deepEqual(states(await lookAtDatabase(options(...storage))), [
    'database good',
    ...clock,
    'password advice',
    'secrets good',
    'backups advice',
  ]);
  const open = options(...storage, '--allow-default-password');
  assert.equal((await lookAtDatabase(open)).at(-3)?.state, 'wrong');
  const password = await repository.ports.passwords.hash('quite another one');
  await inSession(repository, { principals: systemPrincipals }, async (session) => {
    const { entries } = await session.write();
    await entries.update('userDirectory', 'Administrator', { password });
  });
  assert.equal((await lookAtDatabase(open)).at(-3)?.state, 'good');
  const secretsOf = async () => (await lookAtDatabase(open)).at(-2);
  await inSession(repository, { principals: systemPrincipals }, (session) =>
    encryptSecret(session, 'hooks', 'x', 'deed'),
  );
  assert.equal((await secretsOf())?.state, 'good');
  await rename(join(data, 'secrets.key'), join(base, 'moved.key'));
  assert.match((await secretsOf())?.says ?? '', /is not there$/);
  await writeFile(join(data, 'secrets.key'), newKey());
  assert.match((await secretsOf())?.says ?? '', /needs the key \w{16}, this server has/);
  await rename(join(base, 'moved.key'), join(data, 'secrets.key'));
  await close();

  assert.deepEqual(
    [newestSchema + 1, newestSchema, newestSchema - 1, -newestSchema].map((one) => lookAtSchema(one).state),
    ['wrong', 'good', 'advice', 'wrong'],
  );
});

test('a clock before or after the database’s', () => {
  assert.deepEqual(
    [0, 1_900, -1_900, 5_000, -5_000, 31_000].map((one) => lookAtDifference(one).state),
    ['good', 'good', 'good', 'advice', 'advice', 'wrong'],
  );
});

test('files on the disk, in a bucket, in one that is gone', async () => {
  assert.equal((await lookAtFiles(options(...storage))).state, 'good');
  const server = await startS3Server('papers');
  Object.assign(process.env, s3Environment);
  const bucket = `s3://papers?endpoint=${server.address}`;
  assert.equal((await lookAtFiles(options('--data', data, '--s3', bucket))).state, 'good');
  const other = await lookAtFiles(
    options('--data', data, '--s3', `s3://drawings?endpoint=${server.address}`),
  );
  assert.equal(other.state, 'wrong', 'a bucket that is not there');
  await server.close();
  const lost = await lookAtFiles(options('--data', data, '--s3', bucket));
  assert.equal(lost.state, 'wrong');
  assert.match(lost.todo ?? '', /AWS_ACCESS_KEY_ID/);
  for (const key of Object.keys(s3Environment)) delete process.env[key];
});

test('settings that open the server', () => {
  const found = (...flags: readonly string[]) => states(lookAtSettings(options(...flags)));
  assert.deepEqual(found(), ['other sites good', 'developer mode good', 'protections good', 'address good']);
  assert.deepEqual(found('--cors', '*', '--dev', '--host', '0.0.0.0'), [
    'other sites advice',
    'developer mode wrong',
    'protections good',
    'address advice',
  ]);
  const relaxed = lookAtSettings(options('--relax', 'jwt-without-exp')).at(-2);
  assert.equal(relaxed?.state, 'advice');
  assert.match(relaxed?.says ?? '', /^turned off: jwt-without-exp \(a stolen /);
  assert.equal(found('--public-url', 'http://papers.example').at(-1), 'address wrong');
  assert.equal(found('--host', '0.0.0.0', '--public-url', 'https://papers.example').at(-1), 'address good');
});

test('a proxy that is gone, answers something else, or passes on', async () => {
  let [status, text] = [502, 'Bad gateway'];
  const proxy = createServer((_, response) => response.writeHead(status).end(text));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const at = proxy.address();
  const url = `http://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`;
  const check = async () => states(await lookAtProxy(options('--public-url', url)));
  assert.deepEqual(await check(), ['proxy wrong']);
  [status, text] = [200, '<h1>Welcome to nginx</h1>'];
  assert.deepEqual(await check(), ['proxy wrong']);
  text = '{"alive":true}';
  assert.deepEqual(await check(), ['proxy good']);
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  assert.deepEqual(await check(), ['proxy advice']);
  assert.deepEqual(states(await lookAtProxy(options('--public-url', url.replace('http', 'https')))), [
    'proxy advice',
    'certificate advice',
  ]);
  assert.deepEqual(await lookAtProxy(options()), []);
});

test('a certificate that ends, or that browsers refuse', () => {
  const now = new Date('2026-03-01T00:00:00Z');
  const state = (validTo?: string, trouble?: string) => certificateOf(validTo, trouble, now).state;
  assert.equal(state(), 'advice');
  assert.equal(state('Mar  2 00:00:00 2027 GMT', 'DEPTH_ZERO_SELF_SIGNED_CERT'), 'wrong');
  assert.equal(state('Mar  9 00:00:00 2026 GMT'), 'advice');
  assert.equal(state('May  9 00:00:00 2026 GMT'), 'good');
});

test('the program as the guide calls it, and its exit status', async () => {
  const guide = await readFile(new URL('../../../docs/OPERATING.md', import.meta.url), 'utf8');
  const words = /^npx muniment doctor (.*)$/m.exec(guide)?.[1]?.replace('./data', data).split(' ') ?? [];
  const well = doctor(...words);
  assert.equal(well.status, 0, well.err);
  assert.match(well.out, /^ok {5}data folder: /m);
  const settings = join(base, 'muniment.yaml');
  await writeFile(settings, 'dev: true\n');
  await chmod(settings, 0o644);
  const ill = doctor(...words, '--settings', settings);
  assert.equal(ill.status, 1);
  assert.match(ill.out, /^WRONG {2}developer mode: .*\n {9}start without --dev$/m);
  assert.match(ill.out, /^advice settings file: .* can be read by everybody/m);
  assert.match(ill.err, /One thing is wrong\./);
  const none = doctor('--port', 'x');
  assert.deepEqual([none.status, none.out], [1, '']);
});
