/**
 * Runs stored jobs and periodic tasks while requests are served.
 * Invariant: `stop` resolves only when none of them is running on this server any more.
 */
import { randomUUID } from 'node:crypto';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { JobPlaces } from '#server/core/kernel/job-places.ts';
import type { JobHandler } from '#server/core/kernel/jobs.ts';
import { runDueJobs } from '#server/core/kernel/jobs.ts';
import { takeLease } from '#server/core/kernel/leases.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Repository } from '#server/core/kernel/repository.ts';

/** A periodic task. */
export interface Chore {
  readonly name: string;
  readonly everyMilliseconds: number;
  /** Every server runs it for itself; otherwise only one server does in each interval. */
  readonly isOfEachServer?: boolean;
  run(repository: Repository): Promise<unknown>;
}

export interface Background {
  stop(): Promise<void>;
}

/** One more than the jobs of one person can occupy. */
const loopsOfAQueue = 3;
/** Short jobs are taken several at once, since taking one costs as much as running it. */
const shortJobsAtOnce = 4;
/** Longest pause between looks at the queue: signals may be lost, and clocks differ. */
const mostIdleMilliseconds = 10_000;
/** Pause after another server took the job that was due. */
const lostMilliseconds = 500;

export function startBackground(
  repository: Repository,
  handlers: readonly JobHandler[],
  chores: readonly Chore[],
): Background {
  const worker = randomUUID();
  const stopping = new AbortController();
  const loops = [
    ...queuesOf(handlers).map(({ handlers, atOnce, places }) =>
      repeat(
        repository,
        stopping.signal,
        'Jobs',
        async () => {
          const pause = await untilDue(repository, handlers, places);
          if (pause > 0) return pause;
          const done = await runDueJobs(repository, handlers, worker, atOnce, stopping.signal, places);
          return done > 0 ? 0 : lostMilliseconds;
        },
        (wake) => repository.ports.store.onJobs(wake),
      ),
    ),
    ...chores.map((chore) =>
      repeat(repository, stopping.signal, chore.name, () => doChore(repository, worker, chore)),
    ),
  ];
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** Runs the task unless another server has its lease. Returns how long to wait, in milliseconds. */
async function doChore(repository: Repository, worker: string, chore: Chore): Promise<number> {
  const { name, everyMilliseconds, isOfEachServer = false, run } = chore;
  if (isOfEachServer) {
    await run(repository);
    return everyMilliseconds;
  }
  const take = (): Promise<number> => takeLease(repository, name, worker, everyMilliseconds);
  const others = await take();
  if (others > 0) return others;
  // A run that takes longer than the interval keeps the lease.
  const renewal = setInterval(() => {
    take().catch((error: unknown) =>
      repository.ports.log.warn('A lease could not be renewed', { name, reason: String(error) }),
    );
  }, everyMilliseconds / 2);
  try {
    await run(repository);
  } finally {
    clearInterval(renewal);
  }
  return everyMilliseconds;
}

/** Reads only, so that an idle server writes nothing. Returns milliseconds. */
async function untilDue(
  repository: Repository,
  handlers: ReadonlyMap<string, JobHandler>,
  places: JobPlaces,
): Promise<number> {
  const all = await readStores(repository, ({ jobs }) => jobs.due([...handlers.keys()]));
  const times = places.inTurn(all).flatMap(({ which }) => Date.parse(which[0]?.due ?? ''));
  return Math.min(
    ...times.map((time) => time - repository.ports.clock.now().getTime()),
    mostIdleMilliseconds,
  );
}

/** The kinds of jobs that one loop takes. */
interface Queue {
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly atOnce: number;
  readonly places: JobPlaces;
}

/**
 * Each loop runs the jobs that it took, then takes more. Long jobs and jobs that read files have loops of their own; long
 * jobs are taken one at a time.
 */
function queuesOf(handlers: readonly JobHandler[]): readonly Queue[] {
  const paces = Map.groupBy(handlers, ({ takesLong, readsFiles }) =>
    takesLong ? 'long' : readsFiles ? 'files' : 'short',
  );
  return [...paces].flatMap(([pace, members]) => {
    const byKind = new Map(members.map((handler) => [handler.kind, handler]));
    const atOnce = pace === 'long' ? 1 : shortJobsAtOnce;
    const places = new JobPlaces((loopsOfAQueue - 1) * atOnce);
    return Array.from({ length: loopsOfAQueue }, () => ({ handlers: byKind, atOnce, places }));
  });
}

/** @param act returns how many milliseconds to wait before the next time */
async function repeat(
  repository: Repository,
  signal: AbortSignal,
  name: string,
  act: () => Promise<number>,
  onWake: (wake: () => void) => () => void = () => () => undefined,
): Promise<void> {
  const alarm = new Alarm();
  signal.addEventListener('abort', () => alarm.ring());
  const deafen = onWake(() => alarm.ring());
  while (!signal.aborted) {
    let pause = 10_000;
    try {
      pause = await act();
    } catch (error) {
      // Calls get the same error meanwhile: it is not a fault of the program, and passes.
      if (isPassing(error)) repository.ports.log.warn(`${name} wait`, { reason: error.message });
      else
        repository.ports.log.error(`${name} failed`, {
          reason: error instanceof Error ? (error.stack ?? '') : String(error),
        });
    }
    if (pause > 0) await alarm.sleep(pause);
  }
  deafen();
}

function isPassing(error: unknown): error is RepositoryError {
  return error instanceof RepositoryError && (error.code === 'unavailable' || error.code === 'overloaded');
}

/** A sleep that can be ended. Invariant: a ring while nobody sleeps ends the next sleep at once. */
class Alarm {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  async sleep(milliseconds: number): Promise<void> {
    if (!this.#hasRung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = undefined;
    }
    this.#hasRung = false;
  }
}
