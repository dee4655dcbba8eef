/**
 * How many jobs of a person a server does at a time, so that some places are always left for somebody else's.
 * Invariant: every job that was taken leaves its place.
 */
import type { DueJobs, Job } from './stores.ts';

interface Turn {
  /** How many more may run. */
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

  /** One after the other, as what is taken decides who comes next. */
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

  /** Those who may have more; who has least comes first, then who waits longest. */
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

  /** The server's own work is nobody's. */
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
