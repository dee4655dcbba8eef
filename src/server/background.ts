/**
 * Runs stored jobs and regular clean-ups beside the requests.
 * Invariant: `stop` resolves only when nothing of this server is running any more.
 */
import { randomUUID } from 'node:crypto';
import type { JobHandler } from '#server/core/kernel/jobs.ts';
import { runDueJobs } from '#server/core/kernel/jobs.ts';
import type { Repository } from '#server/core/kernel/repository.ts';

/** Something to do again and again. */
export interface Chore {
  readonly name: string;
  readonly everyMilliseconds: number;
  run(repository: Repository): Promise<unknown>;
}

export interface Background {
  stop(): Promise<void>;
}

const jobsOfALane = 2;
const idleMilliseconds = 500;

export function startBackground(
  repository: Repository,
  handlers: readonly JobHandler[],
  chores: readonly Chore[],
): Background {
  const worker = randomUUID();
  const stopping = new AbortController();
  const loops = [
    ...lanes(handlers).map((lane) =>
      repeat(repository, stopping.signal, 'Jobs', async () => {
        const count = await runDueJobs(repository, lane, worker, 1, stopping.signal);
        return count > 0 ? 0 : idleMilliseconds;
      }),
    ),
    ...chores.map((chore) =>
      repeat(repository, stopping.signal, chore.name, async () => {
        await chore.run(repository);
        return chore.everyMilliseconds;
      }),
    ),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Each does one job after the other. Long jobs have lanes of their own. */
function lanes(handlers: readonly JobHandler[]): readonly ReadonlyMap<string, JobHandler>[] {
  return [true, false].flatMap((isLong) => {
    const lane = new Map(
      handlers
        .filter(({ takesLong = false }) => takesLong === isLong)
        .map((handler) => [handler.kind, handler]),
    );
    return Array.from({ length: jobsOfALane }, () => lane);
  });
}

/** @param act answers how long to wait before the next time */
async function repeat(
  repository: Repository,
  signal: AbortSignal,
  name: string,
  act: () => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    let pause = 10_000;
    try {
      pause = await act();
    } catch (error) {
      repository.ports.log.error(`${name} failed`, {
        reason: error instanceof Error ? (error.stack ?? '') : String(error),
      });
    }
    if (pause > 0) await sleep(pause, signal);
  }
}

function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
