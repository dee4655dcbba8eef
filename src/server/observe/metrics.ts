/**
 * Metrics for Prometheus: requests by route, jobs, conversions, the database, the disk and the process.
 * Invariants: labels never contain values from users, so the number of series is bounded; when a part hangs or fails, only
 * its own metrics are missing.
 */
import { statfs } from 'node:fs/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { lastBackup } from '#server/core/backups/last-backup.ts';
import { conversionFigures } from '#server/core/files/conversions.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Repository } from '#server/core/kernel/repository.ts';
import { knownPeopleFigures } from '#server/core/people/known-people.ts';
import { signInFigures } from '#server/core/people/password-check.ts';
import type { Readiness } from '#server/http/application.ts';
import { knownOf } from '#server/http/bytes/listener-hints.ts';
import { rememberedAnswers } from '#server/http/remembered-answers.ts';
import { readinessNow } from '#server/http/servlets/health.ts';
import { type AroundConversion, aroundConversions } from './around-conversions.ts';
import type { Observer } from './observer.ts';

export interface Metrics extends Pick<Observer, 'app' | 'repository'> {
  readonly contentType: string;
  /** All figures as of now, in Prometheus' text format. */
  text(): Promise<string>;
}

const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const conversionSeconds = [0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 600];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Shorter than Prometheus waits for an answer. */
const timeoutMs = 3_000;

export function openMetrics(repository: Repository, dataFolder: string, readiness: Readiness): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'muniment_http_requests_total',
    help: 'Requests that were answered',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'muniment_http_request_seconds',
    help: 'Time until the answer began',
    labelNames: ['method', 'route'],
    buckets: requestSeconds,
    registers,
  });
  const underWay = new Gauge({
    name: 'muniment_http_requests_running',
    help: 'Requests that are being answered',
    registers,
  });
  const collectors = [
    // First, so that queries of the other metrics are not counted.
    gaugesOfStore(repository, registers),
    gaugeOfReadiness(readiness, registers),
    gaugeOfJobs(repository, registers),
    ...(readiness.backup === undefined ? [] : [gaugesOfBackups(repository, registers)]),
    gaugesOfDisk(dataFolder, registers),
    gaugeOfConversions(repository, registers),
    gaugesOfMemories(repository, registers),
  ];
  return {
    contentType: registry.contentType,
    text: async () => {
      await Promise.all(collectors.map(inTime));
      return registry.metrics();
    },
    app: (app) => ({
      fetch: async (request) => {
        underWay.inc();
        const end = durations.startTimer();
        try {
          const response = await app.fetch(request);
          const method = methods.has(request.method) ? request.method : 'other';
          const route = routeLabel(knownOf(request).route);
          end({ method, route });
          requests.inc({ method, route, status: response.status });
          return response;
        } finally {
          underWay.dec();
        }
      },
    }),
    repository: (watched) => aroundConversions(watched, countedConversions(registers)),
  };
}

/** Addresses of documents may have several adapters: the label has only the first one. */
function routeLabel(route = 'other'): string {
  return route.split('/@').slice(0, 2).join('/@');
}

interface Look {
  /** Reset before each reading, so that no old values remain. */
  readonly gauges: readonly { reset(): void }[];
  read(): Promise<void>;
}

type Registers = Registry[];

async function inTime({ gauges, read }: Look): Promise<void> {
  for (const gauge of gauges) gauge.reset();
  const late = AbortSignal.timeout(timeoutMs);
  const isOver = new Promise<void>((resolve) => late.addEventListener('abort', () => resolve()));
  // A part that cannot be read now has no metrics: the readiness metric tells which part has failed.
  await Promise.race([read().catch(() => undefined), isOver]);
}

function gaugeOfReadiness(readiness: Readiness, registers: Registers): Look {
  const gauge = new Gauge({
    name: 'muniment_ready',
    help: 'Whether this part can be used (1) or not (0)',
    labelNames: ['part'],
    registers,
  });
  return {
    gauges: [gauge],
    read: async () => {
      for (const [part, isWell] of Object.entries(await readinessNow(readiness)))
        gauge.set({ part }, isWell ? 1 : 0);
    },
  };
}

function gaugeOfJobs(repository: Repository, registers: Registers): Look {
  const gauge = new Gauge({
    name: 'muniment_jobs',
    help: 'Stored jobs, on all servers of this database',
    labelNames: ['kind', 'state'],
    registers,
  });
  return {
    gauges: [gauge],
    read: async () => {
      const counts = await readStores(repository, ({ jobs }) => jobs.counts());
      for (const { kind, state, count } of counts) gauge.set({ kind, state }, count);
    },
  };
}

function gaugesOfBackups(repository: Repository, registers: Registers): Look {
  const succeeded = new Gauge({
    name: 'muniment_backup_last_success_timestamp_seconds',
    help: 'When a server of this database last made a backup by itself; 0 before the first',
    registers,
  });
  const failed = new Gauge({
    name: 'muniment_backup_failed',
    help: '1 while the last try has failed',
    registers,
  });
  return {
    gauges: [succeeded, failed],
    read: async () => {
      const last = await readStores(repository, lastBackup);
      succeeded.set((last?.succeededAt?.getTime() ?? 0) / 1000);
      failed.set(last?.failed ? 1 : 0);
    },
  };
}

function gaugesOfStore({ ports: { store } }: Repository, registers: Registers): Look {
  const waiting = new Gauge({
    name: 'muniment_database_waiting',
    help: 'Calls that wait for the writer (SQLite) or for a connection (PostgreSQL)',
    registers,
  });
  const longest = new Gauge({
    name: 'muniment_database_wait_seconds',
    help: 'How long the first call has waited for the writer (SQLite)',
    registers,
  });
  const connections = new Gauge({
    name: 'muniment_database_connections',
    help: 'Connections of this server (PostgreSQL)',
    labelNames: ['state'],
    registers,
  });
  return {
    gauges: [waiting, longest, connections],
    read: async () => {
      const load = store.load();
      waiting.set(load.waiting);
      if (load.milliseconds !== undefined) longest.set(load.milliseconds / 1000);
      if (load.connections === undefined) return;
      connections.set({ state: 'busy' }, load.connections.busy);
      connections.set({ state: 'idle' }, load.connections.idle);
    },
  };
}

function gaugesOfDisk(dataFolder: string, registers: Registers): Look {
  const free = new Gauge({
    name: 'muniment_disk_free_bytes',
    help: 'What this server may still store where the data folder lies',
    registers,
  });
  const size = new Gauge({
    name: 'muniment_disk_bytes',
    help: 'Size of the disk where the data folder lies',
    registers,
  });
  return {
    gauges: [free, size],
    read: async () => {
      const { bavail, blocks, bsize } = await statfs(dataFolder);
      free.set(bavail * bsize);
      size.set(blocks * bsize);
    },
  };
}

function gaugeOfConversions({ ports: { conversion } }: Repository, registers: Registers): Look {
  const gauge = new Gauge({
    name: 'muniment_conversion_places',
    help: 'Steps of conversions on this server, by the places that they take and whether they run or wait',
    labelNames: ['places', 'state'],
    registers,
  });
  return {
    gauges: [gauge],
    read: async () => {
      for (const { places, running, waiting } of conversion.load()) {
        gauge.set({ places, state: 'running' }, running);
        gauge.set({ places, state: 'waiting' }, waiting);
      }
    },
  };
}

function gaugesOfMemories(repository: Repository, registers: Registers): Look {
  const { passwords, store } = repository.ports;
  const entries = new Gauge({
    name: 'muniment_cache_entries',
    help: 'What this server remembers for a while',
    labelNames: ['cache'],
    registers,
  });
  const lookups = new Gauge({
    name: 'muniment_cache_lookups_total',
    help: 'How often it was asked for, and there (hit) or not (miss)',
    labelNames: ['cache', 'outcome'],
    registers,
  });
  return {
    gauges: [entries, lookups],
    read: async () => {
      const figures = {
        signIns: signInFigures(passwords),
        people: knownPeopleFigures(store),
        answers: rememberedAnswers(repository).figures,
        conversions: conversionFigures(repository.ports.blobs),
      };
      for (const [cache, { entries: count, hits, misses }] of Object.entries(figures)) {
        if (count !== undefined) entries.set({ cache }, count);
        lookups.set({ cache, outcome: 'hit' }, hits);
        lookups.set({ cache, outcome: 'miss' }, misses);
      }
    },
  };
}

function countedConversions(registers: Registers): AroundConversion {
  const durations = new Histogram({
    name: 'muniment_conversion_seconds',
    help: 'How long conversions took, with the time that they waited for their turn',
    labelNames: ['converter', 'outcome'],
    buckets: conversionSeconds,
    registers,
  });
  const underWay = new Gauge({
    name: 'muniment_conversions_running',
    help: 'Conversions that run or wait for their turn',
    registers,
  });
  return async (converter, work) => {
    underWay.inc();
    const end = durations.startTimer({ converter });
    try {
      const result = await work();
      end({ outcome: 'done' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    } finally {
      underWay.dec();
    }
  };
}
