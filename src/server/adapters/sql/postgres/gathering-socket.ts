/**
 * A connection that sends what is written within one turn of the loop by one call of the system: the driver flushes after
 * each statement, and a unit of work sends several without waiting. A third of the main thread went into those calls.
 * TLS writes by a socket of its own, and flushes as the driver says.
 */
import { Socket } from 'node:net';

export class GatheringSocket extends Socket {
  #isGathering = false;

  override cork(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    super.cork();
    // After all promises that are settled: those who wait for an answer have gone on, and sent what they send.
    process.nextTick(() => {
      this.#isGathering = false;
      super.uncork();
    });
  }

  /** When the turn is over. */
  override uncork(): void {}
}
