import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { OptionsError } from './options-error.ts';
import { readServerOptions } from './server-options.ts';

test('a flag wins over the environment, the environment over the default', () => {
  assert.equal(readServerOptions([], {}).port, 8080);
  assert.equal(readServerOptions([], { MUNIMENT_PORT: '9000' }).port, 9000);
  assert.equal(readServerOptions(['--port', '9001'], { MUNIMENT_PORT: '9000' }).port, 9001);
  assert.equal(readServerOptions([], { MUNIMENT_DEV: 'true' }).developer, true);
  assert.deepEqual(readServerOptions(['--cors', 'https://a.example, https://b.example'], {}).corsOrigins, [
    'https://a.example',
    'https://b.example',
  ]);
});

test('a secret may lie in a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-options-'));
  const path = join(folder, 'secret');
  await writeFile(path, 'quite long\n');
  assert.equal(readServerOptions([], { MUNIMENT_JWT_SECRET_FILE: path }).jwtSecret, 'quite long');
  const both = { MUNIMENT_JWT_SECRET_FILE: path, MUNIMENT_JWT_SECRET: 'x' };
  assert.throws(
    () => readServerOptions([], both),
    /MUNIMENT_JWT_SECRET and MUNIMENT_JWT_SECRET_FILE are both set/,
  );
  await rm(folder, { recursive: true });
  assert.throws(
    () => readServerOptions([], { MUNIMENT_JWT_SECRET_FILE: path }),
    (error) =>
      error instanceof OptionsError && /^MUNIMENT_JWT_SECRET_FILE cannot be read/.test(error.message),
  );
});

test('developers’ servers take any password, unless a length is set', () => {
  const least = (...flags: readonly string[]) => readServerOptions(flags, {}).minPasswordLength;
  assert.deepEqual([least(), least('--dev'), least('--dev', '--min-password-length', '8')], [8, 1, 8]);
});

test('protections are turned off one by one, by name', () => {
  const relaxed = (...flags: readonly string[]) => [...readServerOptions(flags, {}).relaxed];
  assert.deepEqual(relaxed(), []);
  assert.deepEqual(relaxed('--relax', 'jwt-without-exp, oauth2-without-pkce'), [
    'jwt-without-exp',
    'oauth2-without-pkce',
  ]);
  for (const name of ['all', 'toString', 'dev'])
    assert.throws(
      () => relaxed('--relax', `jwt-without-exp,${name}`),
      (error) =>
        error instanceof OptionsError &&
        error.message.startsWith('--relax must be of oauth2-without-pkce, ') &&
        error.message.endsWith(`not '${name}'`),
    );
});

test('limits are set in words that people use', () => {
  const { storeLimits, callLimits } = readServerOptions(['--write-seconds', '5', '--call-steps', '7'], {});
  assert.deepEqual(storeLimits, { connections: 10, queryMilliseconds: 20_000, writeMilliseconds: 5_000 });
  assert.deepEqual([callLimits.call.steps, callLimits.call.milliseconds], [7, 120_000]);
});

test('a file holds settings too, below the environment and the flags', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-options-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'muniment.yaml');
  await writeFile(
    path,
    '# ours\nport: 9000\ndev: true\nhost: papers\ncors: [https://a.example, https://b.example]\n',
  );
  const read = (args: readonly string[], environment: Record<string, string> = {}) =>
    readServerOptions(['--settings', path, ...args], environment);
  const { port, developer, corsOrigins, host } = read([]);
  assert.deepEqual(
    [port, developer, host, corsOrigins],
    [9000, true, 'papers', ['https://a.example', 'https://b.example']],
  );
  assert.equal(readServerOptions([], { MUNIMENT_SETTINGS: path }).port, 9000);
  assert.equal(read([], { MUNIMENT_PORT: '9001' }).port, 9001);
  assert.equal(read(['--port', '9002'], { MUNIMENT_PORT: '9001' }).port, 9002);
  assert.equal(read([], { MUNIMENT_DEV: 'no' }).developer, false);
});

for (const [text, words] of [
  ['host: x\n\nprot: 80\n', ":3: there is no setting 'prot'"],
  ['host: x\nport: many\n', ":2: port must be a whole number from 0 to 65535, not 'many'"],
  ['dev: perhaps\n', ':1: dev must be true or false'],
  ['port: { a: 1 }\n', ':1: port must be a text or a number'],
  ['host: x\nport: 1\nport: 2\n', ':3: Map keys must be unique'],
  ['- port\n', ':1: settings look like name: value'],
  ['settings: other.yaml\n', ":1: there is no setting 'settings'"],
  ['port: [\n', ':2: '],
  ['public-url: papers\n', ":1: public-url must be an http address, not 'papers'"],
  ['mail-server: x\nmail-from: a@b.example\n', ':1: mail-server must look like smtp://'],
  ['dev: true\nmail-from: a@b.example\n', ':2: mail-from needs --mail-server'],
  ['dev: true\nworkers: 4\n', ':2: workers needs PostgreSQL'],
  [
    'cors: [https://a.example/]\n',
    ":1: cors must be * or origins like https://app.example, not 'https://a.example/'",
  ],
  ['host: [a, b]\n', ':1: host must be a text or a number'],
  ['dev: true\nmetrics-host: 10.0.0.1\n', ':2: metrics-host needs --metrics-port'],
  ['jwt-issuer: me\n', ':1: jwt-issuer needs --jwt-secret'],
  ["jwt-secret: ''\n", ':1: jwt-secret is empty'],
  ['database: postgres://\n', ':1: database must look like postgres://user'],
  ['config: /nowhere\n', ":1: config must be a folder that is there, not '/nowhere'"],
  ['backup-to: s3:/x\n', ':1: backup-to must look like s3://bucket'],
  ['s3: s3://a?endpiont=http://b\n', ":1: s3 knows endpoint and region, not 'endpiont'"],
  ['s3: s3://a?endpoint=b\n', ":1: s3: endpoint must be an http address, not 'b'"],
  ['public-url: https://a.example/b\n', ':1: public-url must be an address without a path'],
  ['base-path: /..\n', ':1: base-path must look like /nuxeo'],
  ['repositories: [a, a]\n', ':1: repositories names a twice'],
  ['product-version: x\n', ':1: product-version must be a version such as 2023.6.9'],
  ['without-fulltext: other\n', ":1: without-fulltext must be of the repositories default, not 'other'"],
] as const) {
  test(`a settings file is refused with its line: ${words}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'muniment-options-'));
    t.after(() => rm(folder, { recursive: true }));
    const path = join(folder, 'muniment.yaml');
    await writeFile(path, text);
    assert.throws(
      () => readServerOptions(['--settings', path], {}),
      (error) => error instanceof OptionsError && error.message.startsWith(path + words),
    );
  });
}

test('a mistake is named as it was set', () => {
  assert.throws(() => readServerOptions([], { MUNIMENT_PORT: 'x' }), /MUNIMENT_PORT must be a whole number/);
  assert.throws(
    () => readServerOptions([], { MUNIMENT_HIDE_EMAILS: 'on' }),
    /MUNIMENT_HIDE_EMAILS must be true or false, not 'on'/,
  );
  assert.throws(
    () => readServerOptions([], { MUNIMENT_BACKUP_KEY_FILE: '/dev/null' }),
    /MUNIMENT_BACKUP_KEY_FILE names an empty file/,
  );
  assert.throws(() => readServerOptions(['--settings', '/no/such'], {}), /The settings file cannot be read/);
});

for (const mistake of [
  ['--port', 'x'],
  ['--port', '70000'],
  ['--call-steps', '0'],
  ['--database', 'postgres://db.example/papers', '--database-connections', '1'],
  ['--log-level', 'loud'],
  ['--base-path', '/'],
  ['--base-path', 'nuxeo'],
  ['--database', 'mysql://x'],
  ['--s3', 'bucket'],
  ['--repositories', 'a b'],
  ['--public-url', 'papers'],
  ['--mail-server', 'smtp://mail.example.org'],
  ['--mail-from', 'papers@example.org'],
  ['--mail-server', 'mail.example.org', '--mail-from', 'papers@example.org'],
  ['--mail-server', 'smtp://mail.example.org', '--mail-from', 'papers'],
  ['--otlp-endpoint', 'localhost:4318'],
  ['--metrics-port', 'yes'],
  ['--hook-networks', '10.0.0.0/33'],
  ['--hook-networks', 'localhost'],
  ['--audit-key', 'short'],
  ['--audit-days', '-1'],
  ['--host', '10.0.0'],
  ['--host', 'papers.0x7f'],
  ['--idle-days', '-1'],
  ['--unknown'],
]) {
  test(`refuses ${mistake.join(' ')}`, () => {
    assert.throws(() => readServerOptions(mistake, {}), OptionsError);
  });
}

test('what is odd but means something is taken', () => {
  const read = (...args: readonly string[]) => readServerOptions(args, {});
  for (const person of ['', 'me@', 'me:secret@'])
    assert.ok(
      read('--database', `postgres://${person}/papers?host=/run/postgresql`).database?.includes('?host='),
    );
  assert.equal(read('--public-url', 'https://a.example/nuxeo/').publicUrl, 'https://a.example');
  for (const host of ['::', '0.0.0.0', 'localhost', 'files.example.org', 'node-1', '3com', 'a.1b'])
    assert.equal(read('--host', host).host, host);
});

test('never shows the password of an address', () => {
  for (const name of ['--public-url', '--otlp-endpoint', '--database', '--s3'])
    assert.throws(
      () => readServerOptions([name, 'x://me:secret@a b/'], {}),
      (error: Error) => error instanceof OptionsError && !error.message.includes('secret'),
    );
});

test('never shows the password of a mail server', () => {
  assert.throws(
    () =>
      readServerOptions(['--mail-server', 'http://me:secret@mail.example.org', '--mail-from', 'a@b.c'], {}),
    (error: Error) => !error.message.includes('secret'),
  );
});

test('providers are checked with their parts, and no secret is shown', () => {
  const provider = { name: 'staff', issuer: 'https://login.example', clientId: 'x', clientSecret: 'hidden' };
  const read = (...items: readonly object[]) =>
    readServerOptions(['--sign-in-providers', JSON.stringify(items)], {}).signInProviders;
  assert.deepEqual(readServerOptions([], {}).signInProviders, []);
  assert.equal(read(provider)[0]?.label, 'staff');
  for (const [items, message] of [
    [[{ ...provider, issuer: 'http://login.example' }], /0\.issuer must be an https address/],
    [[{ ...provider, name: 'a b' }], /0\.name must be of a-z/],
    [[{ ...provider, clientSecert: 'hidden' }], /clientSecert is not known here/],
    [[provider, provider], /names staff twice/],
  ] as const) {
    assert.throws(
      () => read(...items),
      (error) =>
        error instanceof OptionsError && message.test(error.message) && !error.message.includes('hidden'),
    );
  }
  assert.throws(
    () => readServerOptions([], { MUNIMENT_SIGN_IN_PROVIDERS: '- name: "hidden' }),
    (error) => error instanceof OptionsError && /line \d+ is not YAML \([A-Z_]+\)$/.test(error.message),
  );
});
