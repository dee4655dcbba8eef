/** Which database and which store of bytes the settings mean, and where in the data folder they lie. */
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
 * For data or backups: a new one is its owner's alone, since what lies in it has the modes that people's own files have.
 * Parents one by one: the recursive call never ends where the system refuses without saying why.
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

/** What a small installation does not use is not loaded either: it would cost half a second at every start. */
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
