/** Tells whoever waits for jobs that some were queued. A hint: the queue itself stands in the database. */
export class JobSignal {
  readonly #listeners = new Set<() => void>();

  /** Answers what ends the listening. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  wake(): void {
    for (const listener of this.#listeners) listener();
  }
}
