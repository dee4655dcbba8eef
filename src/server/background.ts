/**
 * Runs stored jobs and regular clean-ups beside the requests.
 * Invariant: `stop` resolves only when nothing of this server is running any more.
 */
import { randomUUID } from 'node:crypto';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import { JobPlaces } from '#server/core/kernel/job-places.ts';
import type { JobHandler } from '#server/core/kernel/jobs.ts';
import { runDueJobs } from '#server/core/kernel/jobs.ts';
import { takeLease } from '#server/core/kernel/leases.ts';
import { readStores } from '#server/core/kernel/read-stores.ts';
import type { Repository } from '#server/core/kernel/repository.ts';

/** Something to do again and again. */
export interface Chore {
  readonly name: string;
  readonly everyMilliseconds: number;
  /** What it looks after is this server's own: each does it. */
  readonly isOfEachServer?: boolean;
  run(repository: Repository): Promise<unknown>;
}

export interface Background {
  stop(): Promise<void>;
}

/** One more than the jobs of one person can have. */
const loopsOfAQueue = 3;
/** Short jobs are taken together: taking each alone costs as much as doing it. */
const shortJobsAtOnce = 4;
/** A signal may be lost, and clocks differ: nobody waits longer than this for a job that is due. */
const mostIdleMilliseconds = 10_000;
/** Another took the job that was due. */
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

/** One server does it in each span of time, unless it is each one's own. Answers how long to wait before the next time. */
async function doChore(repository: Repository, worker: string, chore: Chore): Promise<number> {
  const { name, everyMilliseconds, isOfEachServer = false, run } = chore;
  if (isOfEachServer) {
    await run(repository);
    return everyMilliseconds;
  }
  const take = (): Promise<number> => takeLease(repository, name, worker, everyMilliseconds);
  const others = await take();
  if (others > 0) return others;
  // What takes longer than its span stays with who does it.
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

/** Reads only: a server at rest writes nothing. */
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

/** Kinds of jobs that are taken by the same loops. */
interface Queue {
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly atOnce: number;
  readonly places: JobPlaces;
}

/**
 * Each does what it has taken, then takes more. Long jobs, and those that read files, have queues of their own; long ones
 * are taken one by one.
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

/** @param act answers how long to wait before the next time */
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
      // All calls get the same meanwhile: no fault of this program, and over by itself.
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

/** Sleeps until it rings. Invariant: a ring while nobody sleeps ends the next sleep at once. */
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
