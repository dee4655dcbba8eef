/**
 * Sources and targets of copies: a data folder, or a PostgreSQL database with files beside it.
 * Invariant: a source is only read, in one state; a target is marked as unfinished until it is complete.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  markUnfinished,
  migrate,
  newestSchema,
  schemaVersion,
  UnfinishedCopyError,
} from '#server/adapters/sql/migrations.ts';
import { connectSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import { type Connection, TableRows } from '#server/adapters/sql/stores/table-rows.ts';
import type { Bytes } from '#server/core/kernel/ports.ts';
import { databaseFile, makeFolder, openBlobs } from '#server/open-storage.ts';
import { OptionsError } from '#server/options-error.ts';
import { withoutPerson } from '#server/setting-values.ts';

/** As given on the command line. */
export interface PlaceName {
  /** A data folder or postgres://… */
  readonly database: string;
  /** The data folder with the files, or s3://… */
  readonly files: string;
  /** The open store of the files, when a name is not enough to open it. */
  readonly store?: Files;
}

/** The part of a blob store that copying needs; names are digests. */
export interface Files {
  open(key: string): Promise<{ readonly size: number; stream(): ReadableStream<Uint8Array> } | undefined>;
  write(source: Bytes, options: { readonly signal: AbortSignal }): Promise<{ readonly key: string }>;
}

export interface Place {
  /** For messages, without a password. */
  readonly words: string;
  readonly rows: TableRows;
  readonly blobs: Files;
  /** Equal for places that share their files. */
  readonly filesAt: string;
  close(): Promise<void>;
}

export type Beginning = 'empty' | 'continue' | 'overwrite';

/** Opens a repository for reading, in one state. */
export async function openSource(name: PlaceName): Promise<Place> {
  if (!isPostgres(name.database) && !existsSync(databaseFile(name.database)))
    throw new OptionsError(`There is no repository in ${name.database}`);
  return opened(name, false, async (rows, words) => {
    await rows.connection.beginSnapshot();
    if ((await rows.columns('schema_version')).length === 0)
      throw new OptionsError(`${words} holds no repository`);
    const version = await schemaVersion(rows.database);
    if (version < 0) throw new UnfinishedCopyError();
    if (version !== newestSchema)
      throw new OptionsError(
        `${words} was written by another version (schema ${version}, this one knows ${newestSchema}); start this version's server on it once, or use that version`,
      );
  });
}

/** A source that is also the target would be cleared while it is read; for two addresses of one PostgreSQL see `reserve`. */
export async function refuseSame(from: PlaceName, to: PlaceName): Promise<void> {
  const [one, other] = await Promise.all(
    [from, to].map(({ database }) => realpath(database).catch(() => database)),
  );
  if (one === other) throw new OptionsError('--from and --to name the same place');
}

/** The target is marked as unfinished when this resolves. */
export async function openTarget(name: PlaceName, beginning: Beginning): Promise<Place> {
  if (!isPostgres(name.database)) await makeFolder(resolve(name.database));
  return opened(name, true, async (rows, words) => {
    await rows.connection.execute('begin', []);
    if (await isUnfinished(rows)) {
      if (beginning === 'empty')
        throw new OptionsError(`${words} holds an unfinished copy: go on with --continue, or --overwrite it`);
    } else {
      await migrate(rows.database, rows.connection.engine);
      if (beginning !== 'overwrite' && !(await rows.isEmpty()))
        throw new OptionsError(
          beginning === 'continue'
            ? `${words} holds a repository, not an unfinished copy`
            : `${words} is not empty: choose another place, or --overwrite all of it`,
        );
    }
    if (beginning === 'overwrite') await rows.clear();
    await markUnfinished(rows.database, true);
    await rows.connection.execute('commit', []);
  });
}

async function isUnfinished(rows: TableRows): Promise<boolean> {
  if ((await rows.columns('schema_version')).length === 0) return false;
  const version = await schemaVersion(rows.database);
  if (version < 0 && version !== -newestSchema)
    throw new OptionsError('The unfinished copy was begun by another version; use an empty place');
  return version < 0;
}

async function opened(
  name: PlaceName,
  isTarget: boolean,
  begin: (rows: TableRows, words: string) => Promise<void>,
): Promise<Place> {
  const words = inWords(name.database);
  const connection = await connect(name.database, words, isTarget);
  try {
    if (!(await connection.reserve(isTarget)))
      throw new OptionsError(`${words} is being copied already, or is given as both places`);
    const rows = new TableRows(connection);
    await begin(rows, words);
    const files = await openFiles(name);
    return {
      ...files,
      words,
      rows,
      close: async () => {
        await files.close();
        await connection.close();
      },
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

async function connect(database: string, words: string, isTarget: boolean): Promise<Connection> {
  if (!isPostgres(database)) return connectSqlite(databaseFile(database), isTarget);
  const { connectPostgres } = await import('#server/adapters/sql/postgres/postgres.ts');
  return connectPostgres(database).catch((error: unknown) => {
    throw new OptionsError(
      `${words} cannot be opened: ${error instanceof Error && error.message !== '' ? error.message : 'no answer'}`,
    );
  });
}

async function openFiles({ files, store }: PlaceName): Promise<Pick<Place, 'blobs' | 'filesAt' | 'close'>> {
  if (store !== undefined) return { blobs: store, filesAt: files, close: async () => {} };
  if (!files.startsWith('s3://')) {
    await makeFolder(resolve(files));
    const blobs = await openBlobs({ s3: undefined, dataFolder: files });
    return { blobs, filesAt: await realpath(files), close: async () => {} };
  }
  const dataFolder = await mkdtemp(join(tmpdir(), 'muniment-copy-'));
  const blobs = await openBlobs({ s3: new URL(files), dataFolder });
  return { blobs, filesAt: files, close: () => rm(dataFolder, { recursive: true }) };
}

function inWords(database: string): string {
  if (!isPostgres(database)) return database;
  const { host, pathname } = new URL(withoutPerson(database));
  return `PostgreSQL at ${host}${pathname}`;
}

export function isPostgres(database: string): boolean {
  return /^postgres(ql)?:\/\//.test(database);
}
