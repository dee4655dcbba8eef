/** Automatic backups, each in a process of its own, of this test's repository. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { schemaOfThisRun } from './adapters/sql/testing/test-postgres.ts';
import { backupChores } from './backup-schedule.ts';
import { verifyBackup } from './copy/backups.ts';
import { Progress } from './copy/progress.ts';
import { faultOfBackup, isBackupDue, lastBackup } from './core/backups/last-backup.ts';
import { readStores } from './core/kernel/read-stores.ts';
import { newKey, parseKey } from './keys.ts';
import { openRepository } from './open-repository.ts';
import { readServerOptions } from './server-options.ts';

const base = await mkdtemp(join(tmpdir(), 'muniment-schedule-'));
const schema = await schemaOfThisRun();
const backups = join(base, 'backups');
const key = newKey();
const options = readServerOptions(
  [
    ...['--data', join(base, 'data'), ...(schema ? ['--database', schema.connectionString] : [])],
    ...['--backup-to', backups, '--backup-every', '6', '--backup-keep', '1'],
  ],
  { MUNIMENT_BACKUP_KEY: key },
);
const lines: string[] = [];
const note = (line: string): void => {
  if (/backup/i.test(line)) lines.push(line);
};
const open = await openRepository(options, { info: note, warn: note, error: note });
after(async () => {
  await open.close();
  await schema?.drop();
  await rm(base, { recursive: true });
});

let now = new Date();
const repository = {
  ...open.repository,
  ports: { ...open.repository.ports, clock: { now: () => now } },
};
const [chore] = backupChores(options);
const last = () => readStores(repository, lastBackup);
const fault = async () => faultOfBackup(await last(), 6, now);
const later = (hours: number): void => {
  now = new Date(now.getTime() + hours * 3_600_000);
};

test('without a place there is nothing to do', () => {
  assert.deepEqual(backupChores(readServerOptions([], {})), []);
});

test('when the next one is due', () => {
  const hours = (count: number) => new Date(now.getTime() - count * 3_600_000);
  const due = (succeeded: number | undefined, failed?: number) =>
    isBackupDue(
      {
        succeededAt: succeeded === undefined ? undefined : hours(succeeded),
        failed: failed === undefined ? undefined : { at: hours(failed), reason: 'full' },
      },
      6,
      now,
    );
  assert.equal(isBackupDue(undefined, 6, now), true);
  assert.deepEqual(
    [due(5), due(6), due(7, 0.1), due(7, 0.5), due(undefined, 0.1), due(undefined, 1)],
    [false, true, false, true, false, true],
  );
});

test('one that fails is said, tried again, and forgotten when one succeeds', async () => {
  assert.ok(chore);
  // A file is in the place of the folder.
  await writeFile(backups, '');
  await chore.run(repository);
  assert.deepEqual(lines.splice(0), ['The backup failed']);
  assert.match((await fault()) ?? '', /none has succeeded since the beginning: \S/);
  later(0.1);
  await chore.run(repository);
  assert.deepEqual(lines.splice(0), []);

  later(1);
  await rm(backups);
  await chore.run(repository);
  assert.deepEqual(lines.splice(0), ['Backup made']);
  assert.deepEqual(await last(), { succeededAt: now, failed: undefined });
  assert.equal(await fault(), undefined);
  assert.ok(!(await readdir(options.dataFolder)).includes('backup-work'));
  await chore.run(repository);
  assert.deepEqual(lines, [], 'another before it is due');

  const progress = new Progress(new Writable({ write: (_chunk, _encoding, done) => done() }), false);
  const from = { at: backups, key: parseKey(key), name: undefined };
  const { words } = await verifyBackup(from, progress, new AbortController().signal);
  assert.deepEqual(words, []);
  later(13);
  assert.match((await fault()) ?? '', /none has been made since/);
});

test('what a killed server left of one is removed', async () => {
  const left = join(options.dataFolder, 'backup-work', 'muniment-backup-x');
  await mkdir(left, { recursive: true });
  await chore?.run(repository);
  assert.ok(!(await readdir(options.dataFolder)).includes('backup-work'));
  assert.equal((await readdir(backups)).filter((name) => name.startsWith('2')).length, 1);
});
