/**
 * Checks the database, its clock, the default password, and the store of files.
 * Invariant: a database is only read; a file written as a test is removed again.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { verifyPassword } from '#server/adapters/passwords/scrypt.ts';
import { secretCipher } from '#server/adapters/secrets/secret-cipher.ts';
import { newestSchema, schemaVersion } from '#server/adapters/sql/migrations.ts';
import { connectSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import { storesOver } from '#server/adapters/sql/stores/stores.ts';
import { type Connection, TableRows } from '#server/adapters/sql/stores/table-rows.ts';
import { faultOfBackup, lastBackup } from '#server/core/backups/last-backup.ts';
import { builtInAdministrator, userDirectory } from '#server/core/people/principals.ts';
import { neededKey } from '#server/core/secrets/stored-secrets.ts';
import { databaseFile, openBlobs } from '#server/open-storage.ts';
import { readSecretKeys, secretKeyFile } from '#server/secret-keys.ts';
import type { ServerOptions } from '#server/server-options.ts';
import { advice, type Finding, good, reasonOf, wrong } from './finding.ts';

export async function lookAtDatabase(options: ServerOptions): Promise<readonly Finding[]> {
  const about = 'database';
  const file = databaseFile(options.dataFolder);
  if (options.database === undefined && !existsSync(file))
    return [good(about, `SQLite in ${file}, which the first start makes`)];
  let connection: Connection;
  try {
    connection = await connect(options, file);
  } catch (error) {
    return [wrong(about, `cannot be reached: ${reasonOf(error)}`, 'start it, or mend --database')];
  }
  try {
    const clock = options.database === undefined ? [] : [await lookAtClock(connection)];
    const rows = new TableRows(connection);
    const isEmpty = (await rows.columns('schema_version')).length === 0;
    if (isEmpty) return [good(about, 'empty, which the first start changes'), ...clock];
    const version = await schemaVersion(rows.database);
    const found = [lookAtSchema(version), ...clock];
    if (version !== newestSchema) return found;
    return [
      ...found,
      await lookAtPassword(connection, options),
      await lookAtSecrets(connection, options),
      await lookAtBackups(connection, options),
    ];
  } catch (error) {
    return [wrong(about, reasonOf(error), 'restore the newest backup into an empty place')];
  } finally {
    await connection.close();
  }
}

async function connect({ database }: ServerOptions, file: string): Promise<Connection> {
  if (database === undefined) return connectSqlite(file, false);
  const { connectPostgres } = await import('#server/adapters/sql/postgres/postgres.ts');
  return connectPostgres(database);
}

export function lookAtSchema(version: number): Finding {
  const about = 'database';
  if (version === newestSchema) return good(about, `schema ${version}`);
  if (version < 0)
    return wrong(about, 'holds an unfinished copy', 'muniment copy --continue, or --overwrite');
  if (version > newestSchema)
    return wrong(
      about,
      `was written by a newer version (schema ${version}, this one knows ${newestSchema})`,
      'install that version, or restore a backup of this one',
    );
  return advice(
    about,
    `schema ${version}, which the next start brings to ${newestSchema}`,
    'make a backup first',
  );
}

async function lookAtClock(connection: Connection): Promise<Finding> {
  const before = Date.now();
  const { rows } = await connection.execute(
    'select extract(epoch from clock_timestamp())::float8 as seconds',
    [],
  );
  const here = (before + Date.now()) / 2;
  return lookAtDifference(Number(rows[0]?.seconds) * 1000 - here);
}

export function lookAtDifference(milliseconds: number): Finding {
  const about = 'clock';
  const seconds = Math.round(Math.abs(milliseconds) / 100) / 10;
  if (seconds <= 2) return good(about, 'goes with the database’s');
  const says = `${seconds} s ${milliseconds > 0 ? 'behind' : 'ahead of'} the database’s`;
  const todo = 'let NTP set the clocks of all machines (timedatectl set-ntp true)';
  return seconds > 30 ? wrong(about, says, todo) : advice(about, says, todo);
}

async function lookAtPassword(connection: Connection, options: ServerOptions): Promise<Finding> {
  const about = 'password';
  const { entries } = storesOver(connection, connection.engine);
  const hash = (await entries.get(userDirectory, builtInAdministrator))?.fields.password;
  const isDefault = typeof hash === 'string' && verifyPassword(builtInAdministrator, hash);
  if (!isDefault) return good(about, 'Administrator has an own one');
  const todo = 'sign in and change it: the account menu has it';
  const says = 'Administrator still has the well-known one';
  return options.allowDefaultPassword ? wrong(about, says, todo) : advice(about, says, todo);
}

async function lookAtSecrets(connection: Connection, options: ServerOptions): Promise<Finding> {
  const about = 'secrets';
  const needed = await neededKey(storesOver(connection, connection.engine).entries);
  const path = secretKeyFile(options.dataFolder);
  if (options.secretKeys === undefined && !existsSync(path)) {
    if (needed === undefined) return good(about, `${path}, which the first start makes`);
    return wrong(about, `${path} is not there`, 'bring it from where it is kept, or from the first server');
  }
  const { keyId, knows } = secretCipher(options.secretKeys ?? (await readSecretKeys(options.dataFolder)));
  if (needed !== undefined && !knows(needed))
    return wrong(
      about,
      `the database needs the key ${needed}, this server has ${keyId}`,
      'bring secrets.key from where it is kept, or from the first server',
    );
  return good(about, `by the key ${keyId}: keep a copy of it elsewhere`);
}

async function lookAtBackups(connection: Connection, { backup }: ServerOptions): Promise<Finding> {
  const about = 'backups';
  if (backup.to === undefined)
    return advice(
      about,
      'the server makes none by itself',
      'set --backup-to, or run muniment backup by cron',
    );
  const last = await lastBackup(storesOver(connection, connection.engine));
  const fault = faultOfBackup(last, backup.everyHours, new Date());
  if (fault !== undefined) return wrong(about, fault, `look at ${backup.to}, its rights and its space`);
  return good(about, last?.succeededAt ? `the last one at ${last.succeededAt.toISOString()}` : 'none yet');
}

export async function lookAtFiles(options: ServerOptions): Promise<Finding> {
  const about = 'files';
  if (options.s3 === undefined && !existsSync(options.dataFolder))
    return good(about, 'on the disk, from the first start on');
  const words = options.s3 === undefined ? 'on the disk' : `in the bucket ${options.s3.host}`;
  try {
    const blobs = await openBlobs(options);
    const bytes = new Uint8Array(randomBytes(32));
    const { key } = await blobs.write(
      (async function* once() {
        yield bytes;
      })(),
    );
    const isThere = (await blobs.open(key))?.size === bytes.length;
    await blobs.remove(key);
    if (isThere) return good(about, `are written, read and removed ${words}`);
    return wrong(about, `what was written ${words} is not there`, 'ask whoever runs the store');
  } catch (error) {
    const todo =
      options.s3 === undefined
        ? 'let the account that runs the server own the data folder'
        : 'look at the address, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and the rights (get, put, delete, list)';
    return wrong(about, `cannot be stored ${words}: ${reasonOf(error)}`, todo);
  }
}
