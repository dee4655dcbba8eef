/**
 * Makes a planted library (large-storage.ts) complete, so that a check of it finds nothing: every finding is then a fault.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { placeOf } from '#server/adapters/blobs/disk-places.ts';
import { connectPostgres } from '#server/adapters/sql/postgres/postgres.ts';
import { connectSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import type { Connection } from '#server/adapters/sql/stores/table-rows.ts';
import { refreshReadAcls } from '#server/core/access/access.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { openRepository } from '#server/open-repository.ts';
import { databaseFile } from '#server/open-storage.ts';
import { readServerOptions } from '#server/server-options.ts';
import type { LargeStorage } from '../large-storage.ts';

/** Adds what the planting statements leave out: ACLs as lists, words, files, the latest version. */
export async function makeWhole(engine: string, storage: LargeStorage, documents: number): Promise<void> {
  const start = performance.now();
  const { folder, flags } = storage;
  const connection = await connectionOf(engine, storage);
  const run = (statement: string) => connection.execute(statement, []);
  const isPostgres = engine !== 'sqlite';
  const id = "replace(series_id, '-', '')";
  const key = `substr(series_id, 33, 4) || ${id} || substr(${id}, 1, 28)`;
  await run('begin');
  await run(
    isPostgres
      ? `update documents set properties = jsonb_set(properties, '{file:content,data}', to_jsonb(${key})) where type = 'File'`
      : `update documents set properties = jsonb_set(properties, '$."file:content".data', ${key}) where type = 'File'`,
  );
  await run(
    isPostgres
      ? `update documents set properties = properties || jsonb_build_object('dc:created', created, 'dc:modified', modified,
          'dc:creator', creator, 'dc:lastContributor', last_contributor) where title like 'Report %'`
      : `update documents set properties = jsonb_set(properties, '$."dc:created"', created, '$."dc:modified"', modified,
          '$."dc:creator"', creator, '$."dc:lastContributor"', last_contributor) where title like 'Report %'`,
  );
  await run('delete from blob_references');
  await run(`insert into blob_references (blob_key, document_seq)
    select ${key}, seq from documents where type = 'File'`);
  await run('update documents set is_latest_version = 1 where is_version = 1');
  await run(`insert into document_text (document_seq, title, body, blob_text)
    select seq, lower(title), '', '' from documents where title like 'Report %' and type = 'Folder'`);
  await run(`update document_text set body = body || ' report pdf report.pdf source ' ||
    (select cast(${isPostgres ? 'substr(series_id, 25)::bigint' : 'cast(substr(series_id, 25) as integer)'} % 1000 as text)
      || ' ' || lower(title) from documents where seq = document_seq)
    where document_seq in (select seq from documents where title like 'Report %')`);
  const folders = `from document_text texts inner join documents on seq = document_seq where type = 'Folder'
    and documents.title like 'Report %'`;
  await run(
    isPostgres
      ? `insert into document_index
          (document_seq, place_id, is_version, is_proxy, hidden, repository, type, facets, words)
          select seq, place_id, is_version, is_proxy, hidden, repository, type, facets,
            to_tsvector('simple', texts.title || ' ' || body) ${folders}`
      : `insert into document_index (rowid, title, body, blob_text) select seq, texts.title, body, '' ${folders}`,
  );
  await run('commit');
  await run(isPostgres ? 'vacuum analyze' : 'analyze');
  await connection.close();
  writeFiles(join(folder, 'blobs'), documents);
  await stateRights(flags);
  console.log(`${documents} documents, completed in ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

function connectionOf(engine: string, { folder, flags }: LargeStorage): Promise<Connection> {
  return engine === 'sqlite'
    ? connectSqlite(databaseFile(folder), true)
    : connectPostgres(String(flags.at(flags.indexOf('--database') + 1)));
}

/** The check tests that the files exist. */
function writeFiles(folder: string, documents: number): void {
  const folders = new Set<string>();
  for (let number = 1; number <= documents; number++) {
    const id = `d0000000000040008000${String(number).padStart(12, '0')}`;
    const path = placeOf(folder, `${id.slice(-4)}${id}${id.slice(0, 28)}`);
    if (!folders.has(dirname(path))) mkdirSync(dirname(path), { recursive: true });
    folders.add(dirname(path));
    writeFileSync(path, '');
  }
}

async function stateRights(flags: readonly string[]): Promise<void> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const { repository, close } = await openRepository(readServerOptions(flags, {}), silent);
  const caller = { principals: systemPrincipals };
  const ids = await inSession(repository, caller, async ({ read }) => {
    const top = await read.documents.getByPath('default', '/planted');
    const found: string[] = [];
    if (top === undefined) return found;
    for await (const row of read.documents.subtree(top.id))
      if (row.type === 'Folder' && (row.acls.length > 0 || row.id === top.id)) found.push(row.id);
    return found;
  });
  for (const id of ids) await inSession(repository, caller, (session) => refreshReadAcls(session, id));
  await close();
}
