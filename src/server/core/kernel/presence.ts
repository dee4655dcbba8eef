/**
 * Who has which documents open, on all servers of a database: each open stream says so now and again, and is forgotten
 * when it has not for a while, so a server that was killed leaves nobody behind. A hint, as changes are.
 */
import type { Clock } from './ports.ts';

export interface Reader {
  /** The id of the stream that says so: one person may have several. */
  readonly stream: string;
  readonly repository: string;
  readonly username: string;
  /** Paths of what is open; none when it is all closed. */
  readonly open: readonly string[];
}

/** Streams say it every 20 seconds. */
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

  /** The names of those who have it open, in their order. */
  at(repository: string, place: string): readonly string[] {
    const now = this.#clock.now().getTime();
    const names = [...this.#readers.values()]
      .filter(
        (reader) => reader.repository === repository && reader.until > now && reader.open.includes(place),
      )
      .map(({ username }) => username);
    return [...new Set(names)].sort();
  }

  /** Calls back when somebody came to these places or left them. Answers what ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
