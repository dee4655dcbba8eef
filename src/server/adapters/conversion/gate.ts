/**
 * Limits how much work runs at a time, in all and for each person, so that others can begin at once beside a person whose
 * files take minutes. Of the waiting work, the person with the least running comes first, then who has waited longest.
 * Invariant: work that is aborted while it waits never starts, and all started work frees its place.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';

const longestQueue = 1000;
const longestQueueOfOne = 250;

/** Whose work it is, and a signal to abort it. */
export interface Turn {
  /** Absent for the server's own work. */
  readonly person?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface GateLoad {
  readonly running: number;
  readonly waiting: number;
}

interface Waiting {
  readonly person: string;
  readonly start: () => void;
}

export class Gate {
  readonly #places: number;
  readonly #placesOfOne: number;
  readonly #running = new Map<string, number>();
  readonly #waiting: Waiting[] = [];

  /** @param placesOfOne most places of one person */
  constructor(places: number, placesOfOne = places) {
    this.#places = places;
    this.#placesOfOne = placesOfOne;
  }

  get load(): GateLoad {
    return { running: this.#allRunning(), waiting: this.#waiting.length };
  }

  async run<T>(work: () => Promise<T>, { person = '', signal }: Turn = {}): Promise<T> {
    signal?.throwIfAborted();
    await this.#enter(person, signal);
    try {
      return await work();
    } finally {
      this.#leave(person);
    }
  }

  async #enter(person: string, signal: AbortSignal | undefined): Promise<void> {
    if (this.#hasPlaceFor(person)) {
      this.#take(person);
      return;
    }
    const own = this.#waiting.filter((one) => one.person === person).length;
    if (this.#waiting.length >= longestQueue || own >= longestQueueOfOne) {
      throw new RepositoryError('overloaded', 'Too many conversions are waiting; try again later');
    }
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason);
      };
      const waiting = {
        person,
        start: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      this.#waiting.push(waiting);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  #leave(person: string): void {
    const left = this.#runningOf(person) - 1;
    if (left > 0) this.#running.set(person, left);
    else this.#running.delete(person);
    const next = this.#waiting
      .filter((one) => this.#hasPlaceFor(one.person))
      .reduce<Waiting | undefined>(
        (best, one) =>
          best !== undefined && this.#runningOf(best.person) <= this.#runningOf(one.person) ? best : one,
        undefined,
      );
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#take(next.person);
    next.start();
  }

  #take(person: string): void {
    this.#running.set(person, this.#runningOf(person) + 1);
  }

  #hasPlaceFor(person: string): boolean {
    return this.#allRunning() < this.#places && this.#runningOf(person) < this.#placesOfOne;
  }

  #runningOf(person: string): number {
    return this.#running.get(person) ?? 0;
  }

  #allRunning(): number {
    return [...this.#running.values()].reduce((sum, count) => sum + count, 0);
  }
}
