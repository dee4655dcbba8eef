/** What servers of one database say to each other and to themselves. Hints: what counts stands in the database. */

type Listener<T> = (message: T) => void;

class Signal<T> {
  readonly #listeners = new Set<Listener<T>>();

  /** Answers what ends the listening. */
  listen(listener: Listener<T>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(message: T): void {
    for (const listener of this.#listeners) listener(message);
  }
}

export class ServerSignals {
  /** Jobs were queued. */
  readonly jobs = new Signal<void>();
  /** Undefined: some may have been lost. */
  readonly broadcasts = new Signal<string | undefined>();
}
