/** The files in deploy/ name settings, versions and paths that are there. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
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
    for (const [path] of (await read(`deploy/${file}`)).matchAll(/src\/server\/[\w/.-]+\.ts/g))
      assert.ok(existsSync(fileURLToPath(new URL(path, root))), path);
  }
});

test('the composed server’s flags are settings, and its file system is read-only', async () => {
  const { services } = parse(await read('deploy/compose.yaml'));
  const { server } = services;
  const { s3, allowDefaultPassword } = readServerOptions(server.command, {});
  assert.equal(s3?.host, 'muniment');
  // The port is published on this machine only while the password may be the well-known one.
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
  assert.match(audit().stdout, /^Not audited: the registry does not answer\.\n$/);
});

test('a server’s packages hold nothing of what pages are made of', async () => {
  const { dependencies } = JSON.parse(await read('package.json'));
  const ofPages = Object.keys(dependencies).filter((name) => /react|codemirror|lingui|fontsource/.test(name));
  assert.deepEqual(ofPages, []);
});
