/**
 * Making, verifying and restoring backups.
 * Invariant: files of kept backups are never removed, and a backup is removed only after a newer one is complete.
 */
import { OptionsError } from '#server/options-error.ts';
import { withBackupLock } from './backup-lock.ts';
import { BackupPlace, type BackupPlaceName } from './backup-place.ts';
import { copyRepository } from './copy-repository.ts';
import { Differences } from './differences.ts';
import { checkFiles } from './files.ts';
import { type Beginning, openSource, type PlaceName } from './places.ts';
import type { Progress } from './progress.ts';

/** The newest backup when `name` is undefined. */
export interface BackupName extends BackupPlaceName {
  readonly name: string | undefined;
}

/** Copies only files that no earlier backup has. */
export async function makeBackup(
  from: PlaceName,
  to: BackupPlaceName & { readonly keep: number | undefined },
  progress: Progress,
  signal: AbortSignal,
): Promise<{ readonly name: string; readonly differences: Differences }> {
  return within(to, (place) =>
    withBackupLock(place.objects, async () => {
      const name = new Date().toISOString().replaceAll(/[:.]/g, '-');
      const database = await place.makeWorkFolder();
      const used = new Set<string>();
      const target = { database, files: place.words, store: place.files(await place.knownFiles(), used) };
      const differences = await copyRepository({ from, to: target, beginning: 'empty' }, progress, signal);
      await place.publish(name, database, used);
      if (to.keep !== undefined && differences.count === 0) await removeOld(place, to.keep, signal);
      return { name, differences };
    }),
  );
}

export async function restoreBackup(
  from: BackupName,
  to: PlaceName,
  beginning: Beginning,
  progress: Progress,
  signal: AbortSignal,
): Promise<Differences> {
  return within(from, async (place) =>
    copyRepository({ from: await sourceOf(place, from.name, progress), to, beginning }, progress, signal),
  );
}

/** Reads everything: the database and every byte of every file. */
export async function verifyBackup(
  from: BackupName,
  progress: Progress,
  signal: AbortSignal,
): Promise<Differences> {
  return within(from, async (place) => {
    const source = await openSource(await sourceOf(place, from.name, progress));
    try {
      const differences = new Differences();
      const { rows } = await source.rows.connection.execute('pragma integrity_check', []);
      for (const row of rows) {
        const [found] = Object.values(row);
        if (found !== 'ok') differences.add(`${source.words}: ${String(found)}`);
      }
      await checkFiles(source, { whole: true }, differences, progress, signal);
      return differences;
    } finally {
      await source.close();
    }
  });
}

async function within<T>(name: BackupPlaceName, work: (place: BackupPlace) => Promise<T>): Promise<T> {
  const place = await BackupPlace.open(name);
  try {
    return await work(place);
  } finally {
    await place.close();
  }
}

async function sourceOf(
  place: BackupPlace,
  name: string | undefined,
  progress: Progress,
): Promise<PlaceName> {
  const names = await place.list();
  const chosen = name ?? names.at(-1);
  if (chosen === undefined) throw new OptionsError(`There is no backup in ${place.words}`);
  if (!names.includes(chosen))
    throw new OptionsError(`There is no backup ${chosen} in ${place.words}, but ${names.join(', ')}`);
  progress.note(`Reading the backup ${chosen}`);
  return place.sourceOf(chosen, (words) => progress.note(`Warning: ${words}`));
}

async function removeOld(place: BackupPlace, keep: number, signal: AbortSignal): Promise<void> {
  const names = await place.list();
  for (const name of names.slice(0, -keep)) await place.remove(name);
  const wanted = new Set<string>();
  for (const name of names.slice(-keep)) {
    const files = await place.filesOf(name);
    // Its files are unknown, so no file can be removed as long as it exists.
    if (files === undefined) return;
    for (const file of files) wanted.add(file);
  }
  for (const file of (await place.knownFiles()).keys()) {
    signal.throwIfAborted();
    if (!wanted.has(file)) await place.objects.remove(file);
  }
}
