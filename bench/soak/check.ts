/**
 * `muniment check` and the check of a running server, of a library of any size, while a neighbour reads and another writes.
 * Invariant: the library is whole, so that every finding is a fault.
 */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { placeOf } from '#server/adapters/blobs/disk-places.ts';
import { connectPostgres } from '#server/adapters/sql/postgres/postgres.ts';
import { connectSqlite } from '#server/adapters/sql/sqlite/sqlite.ts';
import type { Connection } from '#server/adapters/sql/stores/table-rows.ts';
import { refreshReadAcls } from '#server/core/access/access.ts';
import { inSession, systemPrincipals } from '#server/core/kernel/session.ts';
import { openRepository } from '#server/open-repository.ts';
import { databaseFile } from '#server/open-storage.ts';
import { readServerOptions } from '#server/server-options.ts';
import { Seed } from '../../e2e/seed.ts';
import type { Server } from '../../e2e/server.ts';
import { type LargeStorage, openLargeStorage } from '../large-storage.ts';
import { neighbourOf, turnsOf } from './neighbour.ts';
import type { Wait } from './neighbour-writes.ts';
import { endOf, type Place, placeOn, startProgram } from './place.ts';

export async function checkSoak(engine: string, documents: number): Promise<readonly string[]> {
  const storage = await openLargeStorage(engine, documents);
  const place = placeOn(storage);
  try {
    await makeWhole(engine, storage, documents);
    const server = await place.start();
    const faults = [
      ...(await beside(server, place, 'the program', () => byProgram(storage))),
      ...(await beside(server, place, 'the running server', () => byServer(server))),
    ];
    await server.end();
    return faults;
  } finally {
    await place.remove();
  }
}

// -------------------------------------------------------------------------------------------------- the library

/** What was planted by statements lacks what follows from it: rights as lists, words, files, the latest version. */
async function makeWhole(engine: string, storage: LargeStorage, documents: number): Promise<void> {
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
  await run('commit');
  await run(isPostgres ? 'vacuum analyze' : 'analyze');
  await connection.close();
  writeFiles(join(folder, 'blobs'), documents);
  await stateRights(flags);
  console.log(`${documents} documents, made whole in ${seconds(start)}`);
}

function connectionOf(engine: string, { folder, flags }: LargeStorage): Promise<Connection> {
  return engine === 'sqlite'
    ? connectSqlite(databaseFile(folder), true)
    : connectPostgres(String(flags.at(flags.indexOf('--database') + 1)));
}

/** The check looks whether they are there. */
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

// ---------------------------------------------------------------------------------------------------- the checks

interface Checked {
  readonly found: readonly string[];
  /** Of the process that checks. */
  readonly mebibytes: number;
}

async function beside(
  server: Server,
  place: Place,
  name: string,
  check: () => Promise<Checked>,
): Promise<readonly string[]> {
  const writer = await writerBeside(server);
  const [begun, start] = [Date.now(), performance.now()];
  const neighbour = neighbourOf(server);
  const { found, mebibytes } = await check();
  console.log(`${name} looked at all in ${seconds(start)}, with ${mebibytes} MiB at most`);
  const faults = [...(await neighbour.leave()), ...(await turnsOf(place, begun))];
  const waits = await writer.leave();
  const longest = waits
    .slice(0, 5)
    .map(({ after, took }) => `${took.toFixed(0)} (after ${after.toFixed(0)} s)`);
  console.log(`who writes waited ${longest.join(', ')} ms at most, of ${waits.length} writes`);
  return [...found.slice(0, 20), ...faults];
}

async function byProgram({ flags }: LargeStorage): Promise<Checked> {
  const child = startProgram('check/main.ts', ['check', '--log-level', 'error', ...flags]);
  const memory = watchMemory(child.pid ?? 0);
  const { code, output } = await endOf(child);
  const lines = output.trim().split('\n');
  console.log(lines.at(-1));
  return { found: code === 0 ? [] : lines, mebibytes: memory.most() };
}

async function byServer(server: Server): Promise<Checked> {
  const seed = new Seed(server.origin);
  const memory = watchMemory(server.pid);
  const { id } = await seed.json('POST', '/management/check');
  for (;;) {
    await wait(1_000);
    const { state, looked, left, findings } = await seed.json('GET', `/management/check/${String(id)}`);
    if (state === 'scheduled' || state === 'running') continue;
    console.log(`${String(state)}: ${String(looked)} documents, ${String(left)} contradictions left.`);
    const found = Array.isArray(findings) ? findings.map((one) => JSON.stringify(one)) : [];
    return {
      found: state === 'completed' ? found : [`the check is ${String(state)}`, ...found],
      mebibytes: memory.most(),
    };
  }
}

/** Of its own, without what it maps of files. */
function watchMemory(pid: number): { most(): number } {
  let most = 0;
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    most = Math.max(most, Math.round(Number(/^RssAnon:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024));
  }, 500);
  return {
    most: () => {
      clearInterval(timer);
      return most;
    },
  };
}

/** In a thread of its own, so that nothing that the soak itself does counts. It answers the longest waits first. */
async function writerBeside({ origin }: Server): Promise<{ leave(): Promise<readonly Wait[]> }> {
  const worker = new Worker(new URL('neighbour-writes.ts', import.meta.url), { workerData: origin });
  await once(worker, 'message');
  return {
    leave: async () => {
      const written = new Promise<Wait[]>((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      });
      worker.postMessage('over');
      return (await written).sort((one, other) => other.took - one.took);
    },
  };
}

function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(0)} s`;
}
