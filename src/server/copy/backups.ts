/**
 * Backups in a folder. Each is a database of its own; the files of all of them lie beside them, each once.
 * Invariant: a folder bears a backup's name only when the backup is whole, and no file that a kept backup names goes.
 */
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { tableNames, tables } from '#server/adapters/sql/tables.ts';
import { makeFolder, openBlobs } from '#server/open-storage.ts';
import { OptionsError } from '#server/server-options.ts';
import { copyRepository } from './copy-repository.ts';
import { Differences } from './differences.ts';
import { checkFiles } from './files.ts';
import { type Beginning, openSource, type PlaceName } from './places.ts';
import type { Progress } from './progress.ts';

const wholeName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const unfinishedName = /^unfinished-/;
const lockName = 'running';

/** Their names, oldest first. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => wholeName.test(name)).sort();
}

/** Copies only the files that no backup has yet. */
export async function makeBackup(
  from: PlaceName,
  to: { readonly folder: string; readonly keep: number | undefined },
  progress: Progress,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly differences: Differences }> {
  const folder = resolve(to.folder);
  await makeFolder(folder);
  return alone(folder, async () => {
    await removeUnfinished(folder);
    const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const unfinished = join(folder, `unfinished-${name}`);
    await mkdir(unfinished);
    const place = { database: unfinished, files: folder };
    const differences = await copyRepository({ from, to: place, beginning: 'empty' }, progress, signal);
    await rename(unfinished, join(folder, name));
    if (to.keep !== undefined) await removeOld(folder, to.keep, signal);
    return { name, differences };
  });
}

/** The newest one unless another is named. */
export async function restoreBackup(
  from: { readonly folder: string; readonly name: string | undefined },
  to: PlaceName,
  beginning: Beginning,
  progress: Progress,
  signal: AbortSignal,
): Promise<Differences> {
  return copyRepository({ from: await placeOf(from.folder, from.name), to, beginning }, progress, signal);
}

/** Reads all of it: the database and every byte of every file. */
export async function verifyBackup(
  from: { readonly folder: string; readonly name: string | undefined },
  progress: Progress,
  signal: AbortSignal,
): Promise<Differences> {
  const place = await openSource(await placeOf(from.folder, from.name));
  try {
    const differences = new Differences();
    const { rows } = await place.rows.connection.execute('pragma integrity_check', []);
    for (const row of rows) {
      const [found] = Object.values(row);
      if (found !== 'ok') differences.add(`${place.words}: ${String(found)}`);
    }
    await checkFiles(place, { whole: true }, differences, progress, signal);
    return differences;
  } finally {
    await place.close();
  }
}

async function placeOf(folder: string, name: string | undefined): Promise<PlaceName> {
  const names = await listBackups(folder);
  const chosen = name ?? names.at(-1);
  if (chosen === undefined) throw new OptionsError(`There is no backup in ${folder}`);
  if (!names.includes(chosen))
    throw new OptionsError(`There is no backup ${chosen} in ${folder}, but ${names.join(', ')}`);
  return { database: join(folder, chosen), files: folder };
}

async function removeOld(folder: string, keep: number, signal: AbortSignal): Promise<void> {
  const names = await listBackups(folder);
  for (const name of names.slice(0, -keep)) await rm(join(folder, name), { recursive: true });
  const wanted = new Set<string>();
  for (const name of names.slice(-keep)) {
    const { rows, close } = await openSource({ database: join(folder, name), files: folder });
    try {
      for (const table of tableNames.filter((one) => tables[one].holdsBlobs)) {
        for await (const keys of rows.blobKeys(table)) for (const key of keys) wanted.add(key);
      }
    } finally {
      await close();
    }
  }
  const blobs = await openBlobs({ s3: undefined, dataFolder: folder });
  for await (const key of blobs.keys(new Date(Date.now() + 1_000))) {
    signal.throwIfAborted();
    if (!wanted.has(key)) await blobs.remove(key);
  }
}

/** What a backup that was broken off has copied of the files is there for the next one. */
async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (unfinishedName.test(name)) await rm(join(folder, name), { recursive: true });
  }
}

/** Two at once would remove each other's work. A lock that a killed process left is taken over. */
async function alone<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = join(folder, lockName);
  const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
  if (holder > 0 && isRunning(holder)) {
    throw new OptionsError(`Process ${holder} makes a backup there already`);
  }
  await rm(lock, { force: true });
  const file = await open(lock, 'wx');
  try {
    await file.writeFile(String(process.pid));
    return await work();
  } finally {
    await file.close();
    await rm(lock, { force: true });
  }
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
