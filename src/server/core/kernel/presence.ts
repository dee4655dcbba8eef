/**
 * Who has which documents open, on all servers of a database. Each open stream repeats it, and is forgotten when it stops,
 * so people of a killed server disappear. A hint, as changes are.
 */
import type { Clock } from './ports.ts';

export interface Reader {
  /** The id of the event stream: one person may have several. */
  readonly stream: string;
  readonly repository: string;
  readonly username: string;
  /** Paths of the open documents; empty when all are closed. */
  readonly open: readonly string[];
}

/** Streams repeat it every 20 seconds. */
const forgottenMilliseconds = 50_000;

type Listener = (repository: string, places: readonly string[]) => void;

export class Presence {
  readonly #clock: Clock;
  readonly #readers = new Map<string, Reader & { readonly until: number }>();
  readonly #listeners = new Set<Listener>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  receive(reader: Reader): void {
    const now = this.#clock.now().getTime();
    for (const [stream, { until }] of this.#readers) if (until <= now) this.#readers.delete(stream);
    const before = this.#readers.get(reader.stream)?.open ?? [];
    this.#readers.delete(reader.stream);
    if (reader.open.length > 0)
      this.#readers.set(reader.stream, { ...reader, until: now + forgottenMilliseconds });
    const touched = [...new Set([...before, ...reader.open])].filter(
      (place) => before.includes(place) !== reader.open.includes(place),
    );
    if (touched.length > 0) for (const listener of this.#listeners) listener(reader.repository, touched);
  }

  /** The names of the people who have it open, sorted. */
  at(repository: string, place: string): readonly string[] {
    const now = this.#clock.now().getTime();
    const names = [...this.#readers.values()]
      .filter(
        (reader) => reader.repository === repository && reader.until > now && reader.open.includes(place),
      )
      .map(({ username }) => username);
    return [...new Set(names)].sort();
  }

  /** Calls back with the places that somebody opened or closed. Returns a function that ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
