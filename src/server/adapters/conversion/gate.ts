/**
 * Lets a few pieces of work run at a time, the rest in order of arrival.
 * Invariant: a piece that is aborted while it waits never starts, and every started piece frees its place.
 */
import { RepositoryError } from '#server/core/kernel/errors.ts';

const longestQueue = 1000;

export class Gate {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async run<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    signal?.throwIfAborted();
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.length >= longestQueue) {
      throw new RepositoryError('overloaded', 'Too many conversions are waiting; try again later');
    }
    await new Promise<void>((resolve, reject) => {
      const abort = () => {
        this.#waiting.splice(this.#waiting.indexOf(start), 1);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      this.#waiting.push(start);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
