/**
 * A library of any size in a storage of its own, planted by SQL statements: a million documents are in 50,000 folders with
 * 500 ACLs; a tenth is in one folder; each has a word that no other has, and every fifth has the same word.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseOver } from '#server/adapters/sql/database.ts';
import { connectPostgres } from '#server/adapters/sql/postgres/postgres.ts';
import { connectSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import type { Connection } from '#server/adapters/sql/stores/table-rows.ts';
import { plantLargeLibrary } from '#server/adapters/sql/testing/large-library.ts';
import { openRepository } from '#server/open-repository.ts';
import { databaseFile } from '#server/open-storage.ts';
import { readServerOptions } from '#server/server-options.ts';
import { startTemporaryPostgres } from '../scripts/temporary-postgres.mjs';

export interface LargeStorage {
  readonly folder: string;
  /** Flags for the server. */
  readonly flags: readonly string[];
  /** Documents per second. */
  readonly planted: number;
  remove(): Promise<void>;
}

export async function openLargeStorage(engine: string, documents: number): Promise<LargeStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-bench-'));
  const postgres = engine === 'sqlite' ? undefined : await startTemporaryPostgres({ isDurable: true });
  if (engine !== 'sqlite' && postgres === undefined) throw new Error('This machine has no PostgreSQL');
  const flags = ['--data', folder, ...(postgres ? ['--database', postgres.connectionString] : [])];
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const empty = await openRepository(readServerOptions(flags, {}), silent);
  await empty.close();
  const connection = await (postgres === undefined
    ? connectSqlite(databaseFile(folder), true)
    : connectPostgres(postgres.connectionString));
  const start = performance.now();
  await plant(connection, documents);
  const planted = (documents * 1000) / (performance.now() - start);
  await connection.close();
  const remove = async (): Promise<void> => {
    postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, flags, planted, remove };
}

async function plant(connection: Connection, documents: number): Promise<void> {
  const { engine } = connection;
  const run = (statement: string) => connection.execute(statement, []);
  const context = { executor: connection, engine, database: databaseOver(connection, engine) };
  // If it is interrupted the storage is thrown away, so nothing must be on disk before the end.
  await run(engine.name === 'sqlite' ? 'pragma synchronous = off' : 'set synchronous_commit = off');
  await run('begin');
  await plantLargeLibrary(context, {
    documents,
    folders: Math.floor(documents / 20),
    lists: Math.min(500, Math.floor(documents / 2000)),
  });
  await run(`update document_text set body = 'rare' || cast(document_seq as text)
    || case when document_seq % 5 = 0 then ' harbour' else '' end
    where document_seq in (select seq from documents where type = 'File' and title like 'Report %')`);
  await run(
    engine.name === 'sqlite'
      ? `insert into document_index (rowid, title, body, blob_text)
          select document_seq, title, body, '' from document_text where body like 'rare%'`
      : `insert into document_index
            (document_seq, place_id, is_version, is_proxy, hidden, repository, type, facets, words)
          select seq, place_id, is_version, is_proxy, hidden, repository, type, facets,
            setweight(to_tsvector('simple', texts.title), 'A') || setweight(to_tsvector('simple', body), 'B')
          from document_text texts inner join documents on seq = document_seq where body like 'rare%'`,
  );
  await run('commit');
  // As a server does when it stops (sqlite-connection.ts): its statistics use the first rows of each index value.
  if (engine.name === 'sqlite') await run('pragma analysis_limit = 2000');
  await run(engine.name === 'sqlite' ? 'analyze' : 'vacuum analyze');
}
