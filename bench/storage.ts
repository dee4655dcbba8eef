/**
 * Where a bench keeps its documents: a folder and, on PostgreSQL, a temporary server.
 * Invariant: a kept library is only copied; a bench writes into the copy.
 */
import { cp, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTemporaryPostgres } from '../scripts/temporary-postgres.mjs';
import { plantLibrary } from './library.ts';

export const big = 100_000;
const counts = { big, list: 10_000 };

export interface Storage {
  readonly folder: string;
  /** Flags for the server. */
  readonly flags: readonly string[];
  /** Documents per second; undefined if the library existed already. */
  readonly planted: number | undefined;
  remove(): Promise<void>;
}

export async function openStorage(engine: string, isKept: boolean): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'muniment-bench-'));
  const removeFolder = (): Promise<void> => rm(folder, { recursive: true, force: true });
  if (engine === 'sqlite') {
    const flags = ['--data', folder];
    const planted = isKept ? await copyCached(folder) : await plantLibrary(flags, counts);
    return { folder, flags, planted, remove: removeFolder };
  }
  const postgres = await startTemporaryPostgres({ isDurable: true });
  if (postgres === undefined) throw new Error('This machine has no PostgreSQL');
  const flags = ['--data', folder, '--database', postgres.connectionString];
  const remove = async (): Promise<void> => {
    postgres.stop();
    await removeFolder();
  };
  return { folder, flags, planted: await plantLibrary(flags, counts), remove };
}

async function copyCached(folder: string): Promise<number | undefined> {
  const cached = join(tmpdir(), `muniment-bench-library-${counts.big}-${counts.list}`);
  let planted: number | undefined;
  if (!(await stat(cached).catch(() => undefined))) {
    // Rename it at the end, so that an interrupted library is not taken for a complete one.
    const unfinished = `${cached}-${process.pid}`;
    planted = await plantLibrary(['--data', unfinished], counts);
    await rename(unfinished, cached);
  }
  await cp(cached, folder, { recursive: true });
  return planted;
}
