/** Secrets in the database when the server is started with different keys, on one repository. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { secretCipher } from './adapters/secrets/secret-cipher.ts';
import { schemaOfThisRun } from './adapters/sql/testing/test-postgres.ts';
import { createHook, listHooks } from './core/hooks/hooks.ts';
import type { Principals } from './core/kernel/model.ts';
import { readStores } from './core/kernel/read-stores.ts';
import type { Repository } from './core/kernel/repository.ts';
import { inSession, type Session, systemPrincipals } from './core/kernel/session.ts';
import { decryptSecret, MissingKeyError } from './core/secrets/stored-secrets.ts';
import { createServiceProvider, getServiceProvider } from './core/signin/oauth-providers.ts';
import { heldToken } from './core/signin/oauth-token-admin.ts';
import { codeAt } from './core/signin/one-time-codes.ts';
import {
  beginEnrolment,
  confirmEnrolment,
  secretToEnrol,
  takeSecondFactor,
} from './core/signin/second-factor.ts';
import { newKey, parseKeys } from './keys.ts';
import { type OpenRepository, openRepository } from './open-repository.ts';
import { readSecretKeys, secretKeyFile } from './secret-keys.ts';
import { readServerOptions } from './server-options.ts';

const base = await mkdtemp(join(tmpdir(), 'muniment-secrets-'));
const schema = await schemaOfThisRun();
const data = join(base, 'data');
let open: OpenRepository | undefined;
after(async () => {
  await open?.close();
  await schema?.drop();
  await rm(base, { recursive: true });
});

const warnings: string[] = [];
const log = { info: () => {}, warn: (line: string) => void warnings.push(line), error: () => {} };

/** Restarts the server, with these keys or those of its data folder. */
async function start(keys?: readonly string[], flags: readonly string[] = []): Promise<Repository> {
  await open?.close();
  open = undefined;
  const storage = ['--data', data, ...(schema ? ['--database', schema.connectionString] : [])];
  const environment = keys === undefined ? {} : { MUNIMENT_SECRETS_KEY: keys.join('\n') };
  open = await openRepository(readServerOptions([...storage, ...flags], environment), log);
  return open.repository;
}

const leela: Principals = {
  ...systemPrincipals,
  username: 'leela',
  groups: ['members'],
  isAdministrator: false,
  signedInAt: Date.now(),
};
const as = <T>(repository: Repository, principals: Principals, work: (session: Session) => Promise<T>) =>
  inSession(repository, { principals }, work);
const stored = (repository: Repository, directory: string) =>
  readStores(repository, async ({ entries }) => (await entries.list(directory, {})).items);

test('a start makes the key, for its own account only, and once for all that start together', async () => {
  const folder = await mkdtemp(join(base, 'together-'));
  const made = await Promise.all(Array.from({ length: 8 }, () => readSecretKeys(folder)));
  for (const keys of made) assert.deepEqual(keys, made[0]);
  assert.equal((await stat(secretKeyFile(folder))).mode & 0o777, 0o600);
  await writeFile(secretKeyFile(folder), 'a passphrase');
  await assert.rejects(readSecretKeys(folder), /secrets\.key must hold keys/);
  assert.throws(() => readServerOptions(['--secrets-key', 'x'], {}), /--secrets-key must hold keys/);
});

test('a secret of another row, or one that was changed, is not decrypted', () => {
  const cipher = secretCipher([new Uint8Array(32).fill(1)]);
  const text = cipher.encrypt('deed', 'hooks/a');
  assert.equal(cipher.decrypt(text, 'hooks/a'), 'deed');
  assert.equal(cipher.decrypt(text, 'hooks/b'), undefined);
  assert.equal(cipher.decrypt(`${text.slice(0, -2)}xx`, 'hooks/a'), undefined);
  assert.equal(cipher.decrypt(text.slice(0, 40), 'hooks/a'), undefined);
  assert.equal(secretCipher([new Uint8Array(32)]).decrypt(text, 'hooks/a'), undefined);
  assert.equal(cipher.decrypt('in clear', 'hooks/a'), 'in clear');
});

test('what an earlier build stored in clear is encrypted at the start, and works on', async () => {
  const repository = await start();
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  await as(repository, systemPrincipals, async (session) => {
    const { entries } = await session.write();
    await entries.insert('secondFactors', { id: 'leela', fields: { login: 'leela', secret, isOn: false } });
    await entries.insert('hooks', { id: 'old', fields: { name: 'old', secret: 'old hook secret' } });
    await entries.insert('oauth2ServiceProviders', { id: '7', fields: { id: 7, serviceName: 'bare' } });
    const held = {
      serviceName: 'bare',
      nuxeoLogin: 'leela',
      accessToken: 'old access',
      refreshToken: 'old fresh',
    };
    await entries.insert('oauth2Tokens', { id: '8', fields: held });
  });
  const again = await start();
  for (const directory of ['secondFactors', 'hooks', 'oauth2Tokens'])
    assert.doesNotMatch(
      JSON.stringify(await stored(again, directory)),
      /JBSWY|old hook secret|old (access|fresh)/,
    );
  assert.equal(await as(again, leela, (session) => heldToken(session, 'bare')), 'old access');
  assert.equal(await as(again, leela, secretToEnrol), secret);
  const [hook] = await as(again, systemPrincipals, listHooks);
  assert.equal(decryptSecret(again, 'hooks', 'old', hook?.secret ?? ''), 'old hook secret');
  const codes = await as(again, leela, async (session) =>
    confirmEnrolment(session, await codeAt(secret, Math.floor(Date.now() / 30_000))),
  );
  assert.equal(codes?.length, 10);
  assert.ok(await as(again, leela, (session) => takeSecondFactor(session, 'leela', codes[0] ?? '')));
});

let secretOfFry = '';

test('new secrets lie encrypted, and are shown as before', async () => {
  const repository = await start();
  const hook = await as(repository, systemPrincipals, (session) =>
    createHook(session, { name: 'new', address: 'https://example.org/', events: ['*'] }),
  );
  const provider = { serviceName: 'drive', clientSecret: 'a shared thing' };
  await as(repository, systemPrincipals, (session) => createServiceProvider(session, provider));
  const fry = { ...leela, username: 'fry' };
  const secret = await as(repository, fry, beginEnrolment);
  secretOfFry = secret;
  const all = JSON.stringify(
    await Promise.all(
      ['hooks', 'secondFactors', 'oauth2ServiceProviders'].map((directory) => stored(repository, directory)),
    ),
  );
  for (const text of [hook.secret, secret, 'a shared thing']) assert.ok(!all.includes(text), text);
  assert.equal(await as(repository, fry, secretToEnrol), secret);
  const shown = (principals: Principals) =>
    as(repository, principals, (session) => getServiceProvider(session, 'drive'));
  assert.equal((await shown(systemPrincipals)).clientSecret, 'a shared thing');
  assert.equal((await shown(leela)).clientSecret, null);
});

test('keys change without losing a secret, also while servers have the keys in different order', async () => {
  const [, old = ''] = (await readFile(secretKeyFile(data), 'utf8')).trim().split('\n');
  const fresh = newKey();
  for (const keys of [[old, fresh], [fresh, old], [old, fresh], [fresh, old], [fresh]]) {
    const repository = await start(keys);
    const { secrets } = repository.ports;
    const rows = await stored(repository, 'hooks');
    assert.ok(rows.length > 1 && rows.every(({ fields }) => secrets.isCurrent(String(fields.secret))));
    assert.equal(await as(repository, { ...leela, username: 'fry' }, secretToEnrol), secretOfFry);
  }
  assert.equal(parseKeys(`# new\n${fresh}\n# old\n${old}\n`)?.length, 2);
});

test('a server without the key does not start without --forget-secrets', async () => {
  await assert.rejects(start([newKey()]), MissingKeyError);
  const own = start();
  await assert.rejects(own, /Bring secrets\.key from the first server/);
  assert.deepEqual(warnings, []);
  const repository = await start(undefined, ['--forget-secrets']);
  assert.equal(warnings.length, 6);
  assert.deepEqual(await stored(repository, 'secondFactors'), []);
  const anew = await as(repository, leela, beginEnrolment);
  assert.equal(await as(await start(), leela, secretToEnrol), anew);
});
