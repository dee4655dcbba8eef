/**
 * Adds noted changes to the space that containers state, some time after the uploads that made them.
 * Invariant: nothing depends on it: waiting changes are included wherever the space is asked for, and are added the next time
 * or by other servers.
 */

/** The changes of many uploads are added together. */
const GATHER_MILLISECONDS = 200;

export class LateCounts {
  readonly #settle: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(settle: () => Promise<void>) {
    this.#settle = settle;
  }

  /** Call it after a commit that noted changes. */
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
