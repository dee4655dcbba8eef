/**
 * Whether this server can take requests: its database, files, disk and queue, and whether it is stopping; also the state
 * of its backups.
 * Invariant: a check only reads, and is cheap.
 */
import { statfs } from 'node:fs/promises';
import { faultOfBackup, lastBackup } from '#server/core/backups/last-backup.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { Readiness } from './http/application.ts';
import type { BackupSettings } from './server-options.ts';

const leastDiskBytes = 64 * 1024 * 1024;
const mostJobs = 100_000;
/** A key that no file has. */
const noFile = '0'.repeat(64);

export function readinessOf(
  repository: Repository,
  dataFolder: string,
  stopping: { readonly aborted: boolean },
  backup?: BackupSettings,
): Readiness {
  const { blobs, clock } = repository.ports;
  return {
    running: async () => !stopping.aborted,
    database: async () => {
      await readStores(repository, ({ documents }) =>
        documents.root(repository.repositoryNames[0] ?? 'default'),
      );
      return true;
    },
    files: async () => {
      await blobs.open(noFile);
      return true;
    },
    disk: async () => {
      const { bavail, bsize } = await statfs(dataFolder);
      return bavail * bsize >= leastDiskBytes;
    },
    queue: async () => {
      const counts = await readStores(repository, ({ jobs }) => jobs.counts());
      const waiting = counts.filter(({ state }) => state === 'scheduled');
      return waiting.reduce((sum, { count }) => sum + count, 0) < mostJobs;
    },
    ...(backup?.to === undefined
      ? {}
      : {
          backup: async () => {
            const last = await readStores(repository, lastBackup);
            return faultOfBackup(last, backup.everyHours, clock.now()) === undefined;
          },
        }),
  };
}
