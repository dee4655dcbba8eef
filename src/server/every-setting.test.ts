/**
 * Gives every setting invalid values of all kinds, as a flag, in the environment and in a file: they are refused with name and
 * place, unless they are valid for it. Those exceptions are listed here, so a new setting must be added.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { OptionsError } from './options-error.ts';
import { readServerOptions } from './server-options.ts';
import { type Setting, settings } from './settings.ts';

const folder = await mkdtemp(join(tmpdir(), 'muniment-settings-'));
after(() => rm(folder, { recursive: true }));
const file = join(folder, 'a file');
await writeFile(file, 'x');

const nonsense: Readonly<Record<string, string>> = {
  empty: '',
  blank: '  ',
  words: 'no such thing',
  mark: '\u0000',
  negative: '-1',
  huge: '9'.repeat(30),
  unit: '10 potatoes',
  hexadecimal: '0x10',
  exponent: '1e3',
  fraction: '1.5',
  list: '[1, 2]',
  several: 'a,b',
  nowhere: '/nowhere/at/all',
  path: file,
  'below a file': join(file, 'more'),
  'an address without a host': 'http://',
  'another address without a host': 'postgres://',
  'a bucket without a name': 's3://',
  'a slash too few': 's3:/x',
  'another scheme': 'gopher://x/y',
  'a port too large': 'http://x:99999',
};

const fewKinds = new Set(['empty', 'blank', 'words', 'mark', 'negative', 'below a file']);

/** Values that free texts accept: all that are not empty. */
const anything = /^(?!empty$|blank$)/;
/** Folders are made at the start, but not below files; addresses are refused. */
const anyFolder = /^(words|negative|huge|unit|hexadecimal|exponent|fraction|list|several|nowhere)$/;
const noList = /^(empty|blank)$/;

/** For each setting, the values that it accepts. */
const accepted: Partial<Record<keyof typeof settings, RegExp>> = {
  data: anyFolder,
  'base-path': /^nowhere$/,
  repositories: /^(negative|huge|several|hexadecimal|exponent)$/,
  'without-fulltext': noList,
  cors: noList,
  relax: noList,
  'jwt-secret': anything,
  'jwt-issuer': anything,
  'portal-secret': anything,
  'audit-key': /^(huge|path|below a file)$/,
  // `1e3` is a valid host name.
  host: /^exponent$/,
  'metrics-host': /^exponent$/,
  'second-factor-groups': /./,
  'hook-networks': noList,
  'product-version': /^fraction$/,
  'backup-to': anyFolder,
};

/** Settings that must be given together with a setting. */
const companions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'jwt-issuer': { 'jwt-secret': 'a secret of some length' },
  'metrics-host': { 'metrics-port': '9464' },
  'backup-every': { 'backup-to': folder },
  'backup-keep': { 'backup-to': folder },
  'database-connections': { database: 'postgres://db.example/papers' },
  'mail-from': { 'mail-server': 'smtp://mail.example' },
  'mail-server': { 'mail-from': 'papers@example.org' },
};

/** The ways to give a value, and the setting's name in each. */
const ways: Readonly<
  Record<string, (name: string, value: string) => Promise<readonly [string, () => unknown]>>
> = {
  flag: async (name, value) => {
    const others = Object.entries(companions[name] ?? {}).map(([other, its]) => `--${other}=${its}`);
    return [`--${name}`, () => readServerOptions([`--${name}=${value}`, ...others], {})];
  },
  variable: async (name, value) => {
    const { environment } = settingNamed(name);
    const others = Object.entries(companions[name] ?? {}).map(([other, its]) => [
      settingNamed(other).environment,
      its,
    ]);
    return [
      environment,
      () => readServerOptions([], { [environment]: value, ...Object.fromEntries(others) }),
    ];
  },
  file: async (name, value) => {
    const path = join(folder, 'settings.yaml');
    const others = Object.entries(companions[name] ?? {}).map(
      ([other, its]) => `${other}: ${JSON.stringify(its)}\n`,
    );
    await writeFile(path, `# mine\n${name}: ${JSON.stringify(value)}\n${others.join('')}`);
    return [`${path}:2: ${name}`, () => readServerOptions(['--settings', path], {})];
  },
};

function settingNamed(name: string): Setting {
  const found = Object.entries<Setting>(settings).find(([one]) => one === name);
  assert.ok(found, name);
  return found[1];
}

/** Undefined: accepted. */
function refusal(read: () => unknown): Error | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
}

/** One line, with the name as the person has written it. */
function isPlain(error: Error, named: string | RegExp): boolean {
  const { message } = error;
  const isNamed = typeof named === 'string' ? message.includes(named) : named.test(message);
  return error instanceof OptionsError && isNamed && !message.includes('\n');
}

for (const [way, give] of Object.entries(ways))
  test(`nonsense as a ${way} is refused with its name, or means something`, async () => {
    const surprises: string[] = [];
    for (const name of Object.keys(settings)) {
      if (way === 'file' && name === 'settings') continue;
      for (const [kind, value] of Object.entries(nonsense)) {
        // Values have the same meaning in all ways, so a few are enough.
        if (way !== 'flag' && !fewKinds.has(kind)) continue;
        // An empty variable counts as unset.
        if (way === 'variable' && value === '') continue;
        const [called, read] = await give(name, value);
        const refused = refusal(read);
        const mayBe =
          Object.entries(accepted)
            .find(([one]) => one === name)?.[1]
            .test(kind) ?? false;
        if (refused === undefined ? !mayBe : mayBe)
          surprises.push(`${called} ${kind}: ${refused?.message ?? 'accepted'}`);
        else if (refused && !isPlain(refused, name === 'settings' ? /settings/ : called))
          surprises.push(`${called} ${kind}: ${refused}`);
      }
    }
    assert.deepEqual(surprises, []);
  });
