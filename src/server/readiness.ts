/**
 * Whether this server can be sent calls: its database, its files, its disk, its queue, and whether it is about to stop.
 * Invariant: a check reads only, and costs next to nothing.
 */
import { statfs } from 'node:fs/promises';
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import type { Readiness } from './http/application.ts';

const leastDiskBytes = 64 * 1024 * 1024;
const mostJobs = 100_000;
/** The key of no file. */
const noFile = '0'.repeat(64);

export function readinessOf(
  repository: Repository,
  dataFolder: string,
  stopping: { readonly aborted: boolean },
): Readiness {
  const { blobs } = repository.ports;
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
  };
}
