/** Opens the database and the blob store that the settings name, and knows their places in the data folder. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import type { BlobStore } from '#server/core/kernel/ports.ts';
import type { Store } from '#server/core/kernel/stores.ts';
import { openDiskBlobs } from './adapters/blobs/disk.ts';
import type { S3Options } from './adapters/blobs/s3-objects.ts';
import { OptionsError } from './options-error.ts';
import type { ServerOptions } from './server-options.ts';

export function databaseFile(dataFolder: string): string {
  return join(dataFolder, 'muniment.db');
}

/**
 * Makes a folder for data or backups, accessible only to its owner, because files in it have ordinary modes. Makes parents
 * one by one: Node's recursive call never returns when the system refuses without a reason.
 */
export async function makeFolder(folder: string, mode = 0o700): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder), 0o755);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    throw new OptionsError(
      `The data folder ${folder} cannot be made: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Adapters that are not used are not loaded: loading all would add half a second to every start. */
export async function openStore({
  database,
  dataFolder,
  storeLimits,
}: Pick<ServerOptions, 'database' | 'dataFolder' | 'storeLimits'>): Promise<Store> {
  const { connections, queryMilliseconds: timeLimit, writeMilliseconds: holdLimit } = storeLimits;
  const { connectMilliseconds: connectLimit } = storeLimits;
  if (database === undefined) return openSqlite({ file: databaseFile(dataFolder), timeLimit, holdLimit });
  const { openPostgres } = await import('#server/adapters/sql/postgres/postgres.ts');
  return openPostgres({ connectionString: database, connections, timeLimit, holdLimit, connectLimit });
}

export async function openBlobs({
  s3,
  dataFolder,
}: Pick<ServerOptions, 's3' | 'dataFolder'>): Promise<BlobStore> {
  if (s3 === undefined) return openDiskBlobs({ folder: join(dataFolder, 'blobs') });
  const { openS3Blobs } = await import('./adapters/blobs/s3.ts');
  return openS3Blobs({ ...bucketAt(s3), staging: join(dataFolder, 'staging') });
}

/** @param s3 s3://bucket/prefix?endpoint=…&region=… */
export function bucketAt(s3: URL): Omit<S3Options, 'staging'> {
  const endpoint = s3.searchParams.get('endpoint');
  return {
    bucket: s3.host,
    prefix: s3.pathname.replace(/^\//, ''),
    client: {
      region: s3.searchParams.get('region') ?? 'us-east-1',
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    },
  };
}
