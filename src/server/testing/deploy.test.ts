/** The files in deploy/ name settings, versions and paths that are there. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
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

test('a server’s packages hold nothing of what pages are made of', async () => {
  const { dependencies } = JSON.parse(await read('package.json'));
  const ofPages = Object.keys(dependencies).filter((name) => /react|codemirror|lingui|fontsource/.test(name));
  assert.deepEqual(ofPages, []);
});
