/** Reports to all servers of the database that this server runs, and its state. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Chore } from './background.ts';
import type { Repository } from './core/kernel/repository.ts';
import { announceMilliseconds, announceServer, forgetServer } from './core/servers/servers.ts';
import type { Readiness } from './http/application.ts';
import { readinessNow } from './http/servlets/health.ts';

export interface Announcing {
  readonly chore: Chore;
  stop(repository: Repository): Promise<void>;
}

export function announcing(readiness: Readiness): Announcing {
  const id = randomUUID();
  const startedAt = new Date().toISOString();
  return {
    chore: {
      name: 'Announcing this server',
      everyMilliseconds: announceMilliseconds,
      isOfEachServer: true,
      run: async (repository) =>
        announceServer(repository, {
          id,
          host: hostname(),
          process: process.pid,
          startedAt,
          memoryBytes: process.memoryUsage.rss(),
          parts: await readinessNow(readiness),
        }),
    },
    stop: (repository) => forgetServer(repository, id),
  };
}
