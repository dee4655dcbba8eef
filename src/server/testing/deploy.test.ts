/** The files in deploy/ use settings, versions and paths that exist. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { parse } from 'yaml';
import { readServerOptions } from '../server-options.ts';
import { settings } from '../settings.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');
const files = ['Dockerfile', 'compose.yaml', 'muniment.service', 'nginx.conf', 'Caddyfile'];

test('variables are those of settings', async () => {
  const known = new Set(Object.values(settings).map(({ environment }) => environment));
  for (const file of files) {
    for (const [name] of (await read(`deploy/${file}`)).matchAll(/MUNIMENT_\w+/g))
      assert.ok(
        [...known].some((one) => one === name.replace(/_FILE$/, '')),
        `${file}: ${name}`,
      );
  }
});

test('the container has the runtime that package.json names, and starts what is there', async () => {
  const dockerfile = await read('deploy/Dockerfile');
  const { dependencies } = JSON.parse(await read('package.json'));
  const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  assert.deepEqual(versions, [dependencies.node, dependencies.node]);
  assert.match(dockerfile, /^USER node$/m);
  for (const file of files) {
    for (const [path] of (await read(`deploy/${file}`)).matchAll(/src\/server\/[\w/.-]+\.(?:ts|mjs)/g))
      assert.ok(existsSync(fileURLToPath(new URL(path, root))), path);
  }
});

test('each composed service has the secrets that it reads', async () => {
  const { services, secrets } = parse(await read('deploy/compose.yaml'));
  for (const [name, service] of Object.entries<{ readonly secrets?: readonly string[] }>(services)) {
    const named = [...JSON.stringify(service).matchAll(/\/run\/secrets\/([\w-]+)/g)].map(([, file]) => file);
    assert.deepEqual([...new Set(named)].toSorted(), service.secrets?.toSorted(), name);
    for (const file of service.secrets ?? []) assert.equal(secrets[file].file, `secrets/${file}`);
  }
});

test('the composed server’s flags are settings, and its file system is read-only', async () => {
  const { services } = parse(await read('deploy/compose.yaml'));
  const { server } = services;
  const { s3, allowDefaultPassword } = readServerOptions(server.command, {});
  assert.equal(s3?.host, 'muniment');
  // With the default password allowed, the port must be published only on this machine.
  assert.ok(allowDefaultPassword && server.ports.every((port: string) => port.startsWith('127.0.0.1:')));
  assert.equal(server.read_only, true);
  assert.deepEqual(server.cap_drop, ['ALL']);
});

test('lists of parts tell server and manager apart, with versions and digests', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-sbom-'));
  after(() => rm(folder, { recursive: true }));
  const program = fileURLToPath(new URL('scripts/sbom.mjs', root));
  const { status, stderr } = spawnSync(process.execPath, [program, '--to', folder], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const namesOf = async (list: string): Promise<readonly string[]> => {
    const { bomFormat, components } = JSON.parse(await readFile(join(folder, `${list}.cdx.json`), 'utf8'));
    assert.equal(bomFormat, 'CycloneDX');
    for (const { name, version, hashes } of components) assert.ok(version && hashes?.length > 0, name);
    return components.map(({ name }: { name: string }) => name);
  };
  const [server, manager] = [await namesOf('server'), await namesOf('manager')];
  assert.ok(server.includes('hono') && server.includes('kysely') && !server.includes('react'));
  assert.ok(manager.includes('react') && manager.includes('scheduler') && !manager.includes('kysely'));
  assert.ok(!manager.includes('fast-check'), 'only tests import it');
});

test('an audit without a registry says so, and fails only before a release', () => {
  const program = fileURLToPath(new URL('scripts/audit.mjs', root));
  const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' };
  const audit = (...flags: readonly string[]) =>
    spawnSync(process.execPath, [program, ...flags], { encoding: 'utf8', env });
  assert.deepEqual([audit().status, audit('--strict').status], [0, 1]);
  assert.match(audit().stdout, /^Not audited: the registry did not answer\.\n$/);
});

test('a server’s packages hold nothing of what pages are made of', async () => {
  const { dependencies } = JSON.parse(await read('package.json'));
  const ofPages = Object.keys(dependencies).filter((name) => /react|codemirror|lingui|fontsource/.test(name));
  assert.deepEqual(ofPages, []);
});

test('the npm package starts where it is installed, with its pages and its converters', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-package-'));
  after(() => rm(folder, { recursive: true, force: true }));
  const installed = join(folder, 'node_modules', 'muniment');
  await mkdir(join(installed, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'scripts/muniment.mjs'])
    await cp(fileURLToPath(new URL(name, root)), join(installed, name));
  await symlink(fileURLToPath(new URL('node_modules', root)), join(installed, 'node_modules'));
  await mkdir(join(installed, 'dist'));
  await writeFile(join(installed, 'dist', 'index.html'), '<title>Pages</title>');
  const made = spawnSync(process.execPath, ['scripts/package.mjs', '--to', join(installed, 'lib')], {
    cwd: fileURLToPath(root),
    encoding: 'utf8',
  });
  assert.equal(made.status, 0, made.stderr);
  const files = await readdir(join(installed, 'lib'), { recursive: true });
  assert.deepEqual(
    files.filter((name) => /\.ts$|\.test\b|testing/.test(name)),
    [],
  );

  const server = spawn(
    process.execPath,
    [join(installed, 'scripts/muniment.mjs'), 'start', '--port', '0', '--data', join(folder, 'data')],
    { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = once(server, 'exit');
  try {
    let output = '';
    for await (const part of server.stdout) {
      output += String(part);
      if (output.includes('Sign in as')) break;
    }
    const origin = /listens on (http:\/\/[^/\s]+)/.exec(output)?.[1];
    assert.ok(origin, output);
    assert.match(await (await fetch(origin)).text(), /<title>Pages/);
    // Hashing, writing and making pictures each use a thread or process of their own.
    const call = (path: string, body: Uint8Array<ArrayBuffer> | string): Promise<Response> =>
      fetch(`${origin}/nuxeo/api/v1/upload${path}`, {
        method: 'POST',
        headers: {
          Authorization: `Basic ${btoa('Administrator:Administrator')}`,
          'Content-Type': typeof body === 'string' ? 'application/json' : 'image/png',
          'X-File-Name': 'red.png',
        },
        body,
      });
    const { batchId } = parse(await (await call('', '')).text());
    const image = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).png();
    await call(`/${batchId}/0`, new Uint8Array(await image.toBuffer()));
    const smaller = await call(
      `/${batchId}/0/execute/Picture.Resize`,
      '{"params":{"maxWidth":4,"maxHeight":4}}',
    );
    assert.equal((await sharp(new Uint8Array(await smaller.arrayBuffer())).metadata()).width, 4);
  } finally {
    server.kill();
  }
  assert.deepEqual(await ended, [0, null]);
});
