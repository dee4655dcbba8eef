/**
 * Limits how many jobs of one person a server runs at a time, so that there is always room for other people's jobs.
 * Invariant: every job that was taken gives its place back.
 */
import type { DueJobs, Job } from './stores.ts';

interface Turn {
  /** How many more of the person's jobs may run. */
  readonly room: number;
  readonly which: readonly DueJobs[];
}

export class JobPlaces {
  readonly #ofOnePerson: number;
  readonly #running = new Map<string, number>();
  #taking: Promise<unknown> = Promise.resolve();

  constructor(ofOnePerson = Number.POSITIVE_INFINITY) {
    this.#ofOnePerson = ofOnePerson;
  }

  /** Runs one `take` after the other, because the jobs taken decide who is next. */
  take(work: () => Promise<readonly Job[]>): Promise<readonly Job[]> {
    const taken = this.#taking.then(work).then((jobs) => {
      for (const { owner } of jobs) this.#change(owner ?? '', 1);
      return jobs;
    });
    this.#taking = taken.catch(() => undefined);
    return taken;
  }

  leave({ owner }: Job): void {
    this.#change(owner ?? '', -1);
  }

  /** People who may run more jobs: those with the fewest running first, then those who have waited longest. */
  inTurn(due: readonly DueJobs[]): readonly Turn[] {
    return [...Map.groupBy(due, ({ person }) => person)]
      .map(([person, which]) => ({
        room: this.#roomFor(person),
        running: this.#runningOf(person),
        which: which.toSorted(byTime),
      }))
      .filter(({ room }) => room > 0)
      .toSorted((one, other) => one.running - other.running || byTime(one.which[0], other.which[0]));
  }

  /** The server's own jobs belong to nobody and have no limit. */
  #roomFor(person: string): number {
    return person === '' ? Number.POSITIVE_INFINITY : this.#ofOnePerson - this.#runningOf(person);
  }

  #runningOf(person: string): number {
    return this.#running.get(person) ?? 0;
  }

  #change(person: string, by: number): void {
    const running = this.#runningOf(person) + by;
    if (running > 0) this.#running.set(person, running);
    else this.#running.delete(person);
  }
}

function byTime(one: DueJobs | undefined, other: DueJobs | undefined): number {
  const [first = '', second = ''] = [one?.due, other?.due];
  return first < second ? -1 : first > second ? 1 : 0;
}
