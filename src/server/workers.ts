/**
 * Several server processes on one port (`--workers`).
 * Invariants: a process that ends is replaced unless the program is stopping; one that fails to start ends the program.
 * Only the first process reacts to signals, which terminals and systemd send to all.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import type { Logger } from '#server/core/kernel/ports.ts';

const stopMessage = 'stop';
const slotVariable = 'MUNIMENT_WORKER_SLOT';
/** Pause before a process that had listened is replaced, so that repeated crashes do not occupy the machine. */
const pauseMilliseconds = 1_000;

/** 0 for the first process, and without workers. */
export function workerSlot(): number {
  return cluster.isWorker ? Number(process.env[slotVariable] ?? 0) : 0;
}

/** False in a process that handles signals itself. */
export function stopOnMessage(stop: () => void): boolean {
  if (!cluster.isWorker) return false;
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('message', (message) => {
    if (message === stopMessage) stop();
  });
  // The first process has ended, so nobody else would stop this one.
  process.on('disconnect', stop);
  return true;
}

export const isFirstProcess = cluster.isPrimary;

/** Resolves when all processes have ended. */
export async function runWorkers(count: number, log: Logger): Promise<void> {
  const stopping = new AbortController();
  const stop = (): void => {
    if (stopping.signal.aborted) for (const worker of running()) worker.process.kill('SIGKILL');
    stopping.abort();
    for (const worker of running()) if (worker.isConnected()) worker.send(stopMessage);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  await Promise.all(
    Array.from({ length: count }, async (_, slot) => {
      // A process that has started once is started again, also while the database is unavailable.
      for (let hasBegun = false; !stopping.signal.aborted; ) {
        hasBegun = (await runOne(slot, log)) || hasBegun;
        if (stopping.signal.aborted) return;
        if (!hasBegun) {
          process.exitCode = 1;
          return stop();
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds));
      }
    }),
  );
}

/** Returns, when the process has ended, whether it had listened. */
async function runOne(slot: number, log: Logger): Promise<boolean> {
  const worker = cluster.fork({ [slotVariable]: String(slot) });
  let hasListened = false;
  worker.on('listening', () => {
    if (!hasListened) log.info('A worker is ready', { slot, pid: worker.process.pid });
    hasListened = true;
  });
  const [code, signal] = await once(worker, 'exit');
  if (code !== 0) log.warn('A worker ended', { slot, code, signal });
  return hasListened;
}

function running(): readonly Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}
