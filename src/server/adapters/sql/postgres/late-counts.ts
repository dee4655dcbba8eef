/**
 * States in their documents how much space containers take, some time after the uploads that changed it.
 * Invariant: nothing depends on it being done: what waits is counted wherever it is asked for, and stays for the next time and
 * for other servers.
 */

/** Many uploads are stated together. */
const GATHER_MILLISECONDS = 200;

export class LateCounts {
  readonly #settle: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(settle: () => Promise<void>) {
    this.#settle = settle;
  }

  /** After a commit that counted. */
  settleSoon(): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#run();
    }, GATHER_MILLISECONDS);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== undefined) this.#run();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #run(): void {
    this.#running = this.#running.then(this.#settle).catch(() => undefined);
  }
}
