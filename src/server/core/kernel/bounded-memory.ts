/**
 * What was found out and may be asked again soon, up to so many of it.
 * Invariant: it counts how often it knew an answer, for the figures that a running server shows.
 */
export interface MemoryFigures {
  /** Undefined where it is not kept in memory. */
  readonly entries: number | undefined;
  readonly hits: number;
  readonly misses: number;
}

export class BoundedMemory<T> {
  readonly #most: number;
  readonly #known = new Map<string, T>();
  #hits = 0;
  #misses = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get figures(): MemoryFigures {
    return { entries: this.#known.size, hits: this.#hits, misses: this.#misses };
  }

  /** @param isGood what is not does not count as known */
  get(key: string, isGood: (value: T) => boolean = () => true): T | undefined {
    const value = this.#known.get(key);
    if (value !== undefined && isGood(value)) {
      this.#hits += 1;
      return value;
    }
    this.#misses += 1;
    return undefined;
  }

  /** Forgets everything when it is full: who comes often is there again at once. */
  set(key: string, value: T): void {
    if (this.#known.size >= this.#most && !this.#known.has(key)) this.#known.clear();
    this.#known.set(key, value);
  }

  clear(): void {
    this.#known.clear();
  }
}
