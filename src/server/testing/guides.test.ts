/**
 * The guides for operators: every command in docs/OPERATING.md and docs/INSTALL.md is run by a test, or marked as manual and
 * checked here.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readServerOptions } from '../server-options.ts';
import { settings } from '../settings.ts';
import { startTestServer } from './test-server.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');
const guides = ['docs/OPERATING.md', 'docs/INSTALL.md'];
const whole = (await Promise.all(guides.map(read))).join('\n');
const folder = await mkdtemp(join(tmpdir(), 'muniment-guides-'));
after(() => rm(folder, { recursive: true }));

const blocks = (language: string): readonly string[] =>
  [...whole.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, block = '']) =>
    name === language ? [block] : [],
  );
/** A backslash at the end continues the line. */
const commands = blocks('sh').flatMap((block) => block.replaceAll('\\\n', '').trim().split('\n'));

/** The test that runs each kind of command. */
const runBy: readonly (readonly [RegExp, string])[] = [
  [/^npx muniment (key|backup|verify|restore)\b/, 'src/server/copy/backups.test.ts'],
  [/^npx muniment copy\b/, 'src/server/copy/copy.test.ts'],
  [/^npx muniment doctor\b/, 'src/server/doctor/doctor.test.ts'],
  [/^npx muniment check\b/, 'here'],
  [/^curl\b/, 'here'],
  [/^npm install \.\/muniment-|^npx muniment start\b/, 'src/server/testing/deploy.test.ts'],
  [/^npm run (sbom|audit)$/, 'src/server/testing/deploy.test.ts'],
];
/** Commands that change the machine. */
const ofRoot = /^(useradd|install|systemctl)\b/;

test('every command is run by a test, or said to be run by hand', async () => {
  assert.ok(commands.length > 10);
  for (const command of commands) {
    if (ofRoot.test(command)) continue;
    const [, where] = runBy.find(([kind]) => kind.test(command)) ?? [];
    assert.ok(where, `nobody runs: ${command}`);
    if (where !== 'here') assert.ok(existsSync(fileURLToPath(new URL(where, root))), where);
  }
  assert.match(await read('docs/INSTALL.md'), /These commands change the machine: they were run by hand/);
});

test('what the guide prunes, no file of the server imports', async () => {
  const [, prune = ''] = /`npm install && npm run build && (npm prune [^`]+)`/.exec(whole) ?? [];
  const { status, stdout } = spawnSync(`${prune} --dry-run --no-audit --no-fund`, {
    cwd: root,
    shell: true,
    encoding: 'utf8',
  });
  assert.equal(status, 0, prune);
  for (const name of ['react', 'vite', '@playwright/test'])
    assert.match(stdout, new RegExp(`^remove ${name} \\d`, 'm'));

  const { packages } = JSON.parse(await read('package-lock.json'));
  const imported = new Set<string>();
  for (const entry of await readdir(new URL('src', root), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!/\/src\/(server|wire|nxql)\/.*\.ts$/.test(path) || /\.d\.ts$|test|contract|\/testing\//.test(path))
      continue;
    const source = await readFile(path, 'utf8');
    for (const [, name = ''] of source.matchAll(
      /^(?:import(?! type)|export) [^;]*?from '((?:@[\w.-]+\/)?[a-z][\w.-]*)[^']*';$/gm,
    ))
      imported.add(name);
    for (const [, name = ''] of source.matchAll(/\bimport\('((?:@[\w.-]+\/)?[a-z][\w.-]*)[^']*'\)/g))
      imported.add(name);
  }
  assert.ok(imported.has('hono') && imported.has('pg') && imported.has('@aws-sdk/client-s3'), 'is looked at');
  const gone = [...imported].filter((name) => packages[`node_modules/${name}`]?.dev === true);
  assert.deepEqual(gone, []);
});

test('what is run by hand is well formed, and speaks of what is there', async () => {
  const byHand = commands.filter((command) => ofRoot.test(command));
  assert.equal(spawnSync('sh', ['-n', '-c', byHand.join('\n')]).status, 0);
  const unit = await read('deploy/muniment.service');
  const all = byHand.join('\n');
  const [, home, account] = /^useradd .*--home-dir (\S+) (\S+)$/m.exec(all) ?? [];
  assert.match(unit, new RegExp(`^User=${account}$`, 'm'));
  assert.match(unit, new RegExp(`MUNIMENT_DATA=${home}\\b`));
  const [, file, settingsFile] = /^install .* (\S+\.yaml) (\S+)$/m.exec(all) ?? [];
  assert.ok(file && unit.includes(`--settings ${settingsFile}`));
  const [, service = ''] = /^install .* (\S+\.service) /m.exec(all) ?? [];
  assert.ok(existsSync(fileURLToPath(new URL(service, root))), service);
});

test('settings and flags that the guides name are those of the programs', async () => {
  const known = new Set([
    ...Object.keys(settings),
    ...['from', 'to', 'from-files', 'to-files', 'backup', 'keep', 'key-file', 'overwrite', 'continue'],
    ...['into', 'facts'],
    ...['mend', 'expect-seal', 'omit', 'strict'],
  ]);
  const named = [...whole.matchAll(/`(?:npx muniment [^`]*?)?--([a-z0-9-]+)[^`]*`/g)].map(
    ([, flag = '']) => flag,
  );
  assert.ok(named.length > 20);
  for (const flag of named) assert.ok(known.has(flag), `--${flag}`);
  const variables = new Set<string>(Object.values(settings).map(({ environment }) => environment));
  for (const [variable] of whole.matchAll(/MUNIMENT_[A-Z0-9_]+/g))
    assert.ok(variables.has(variable) || variables.has(variable.replace(/_FILE$/, '')), variable);
});

test('examples of settings are read as they stand', async () => {
  const [providers = '', ldap = '', file = ''] = blocks('yaml');
  const options = readServerOptions([], { MUNIMENT_SIGN_IN_PROVIDERS: providers, MUNIMENT_LDAP: ldap });
  assert.equal(options.signInProviders[0]?.name, 'staff');
  assert.equal(options.ldap?.importsPeople, true);
  const path = join(folder, 'muniment.yaml');
  await writeFile(path, file);
  assert.match(readServerOptions(['--settings', path], {}).publicUrl ?? '', /^https:/);
});

test('the call of the guide makes a hook', async () => {
  const server = await startTestServer();
  const [command = ''] = commands.filter((one) => one.startsWith('curl'));
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
  const behind = (flag: string): string => words[words.indexOf(flag) + 1] ?? '';
  const address = words.find((word) => word.startsWith('http')) ?? '';
  const [name = '', type = ''] = behind('-H').split(': ');
  const made = await server.ask(new URL(address).pathname, {
    method: 'POST',
    headers: { [name]: type },
    body: behind('-d'),
  });
  assert.equal(made.status, 201, made.text);
  assert.equal(String(made.body.secret).length, 40);
});

test('muniment check runs as npx calls it, and says what it looked at', async () => {
  const [command = ''] = commands.filter((one) => one.startsWith('npx muniment check'));
  const words = command
    .replace('npx muniment ', '')
    .split(' ')
    .map((word) => word.replace('./data', join(folder, 'data')));
  const run = async (...more: readonly string[]) => {
    const program = fileURLToPath(new URL('scripts/muniment.mjs', root));
    const child = spawn(process.execPath, [program, ...words, ...more], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, , [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { status, out };
  };
  const well = await run();
  assert.equal(well.status, 0, well.out);
  assert.match(well.out, /^\d+ documents, 0 contradictions left\.$/m);
  const lost = await run(`--expect-seal=${'0'.repeat(64)}`);
  assert.equal(lost.status, 1);
  assert.match(lost.out, /^audit: /m);
});
