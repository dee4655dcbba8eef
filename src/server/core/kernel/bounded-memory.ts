/**
 * A cache with a limit on its entries, and on their size together.
 * Invariant: it counts its hits and misses, which the metrics of a running server show.
 */
export interface MemoryFigures {
  /** Undefined where the values are not kept in memory. */
  readonly entries: number | undefined;
  readonly hits: number;
  readonly misses: number;
}

export interface Sizes<T> {
  of(value: T): number;
  /** The limit of all entries together, in the unit of `of`. */
  readonly most: number;
}

export class BoundedMemory<T> {
  readonly #most: number;
  readonly #sizes: Sizes<T>;
  readonly #known = new Map<string, T>();
  #size = 0;
  #hits = 0;
  #misses = 0;

  constructor(most: number, sizes: Sizes<T> = { of: () => 0, most: 0 }) {
    this.#most = most;
    this.#sizes = sizes;
  }

  get figures(): MemoryFigures {
    return { entries: this.#known.size, hits: this.#hits, misses: this.#misses };
  }

  /** @param isGood a value for which it returns false counts as unknown */
  get(key: string, isGood: (value: T) => boolean = () => true): T | undefined {
    const value = this.#known.get(key);
    if (value !== undefined && isGood(value)) {
      this.#hits += 1;
      return value;
    }
    this.#misses += 1;
    return undefined;
  }

  /** Clears everything when the cache is full: keys in frequent use are soon there again. */
  set(key: string, value: T): void {
    const { of, most } = this.#sizes;
    this.forget(key);
    if (this.#known.size >= this.#most || this.#size + of(value) > most) this.clear();
    this.#size += of(value);
    this.#known.set(key, value);
  }

  forget(key: string): void {
    const value = this.#known.get(key);
    if (value === undefined) return;
    this.#size -= this.#sizes.of(value);
    this.#known.delete(key);
  }

  clear(): void {
    this.#known.clear();
    this.#size = 0;
  }
}
