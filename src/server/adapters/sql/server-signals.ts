/** Signals within a server and between servers of one database. They are hints: the database has the facts. */

type Listener<T> = (message: T) => void;

class Signal<T> {
  readonly #listeners = new Set<Listener<T>>();

  /** Returns a function that ends the listening. */
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
  /** Undefined: some messages may be lost. */
  readonly broadcasts = new Signal<string | undefined>();
}
