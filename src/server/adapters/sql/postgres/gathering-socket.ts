/**
 * A socket that sends everything written in one turn of the event loop by one system call: the driver flushes after each
 * statement, and a unit of work sends several without waiting. These calls took a third of the main thread's time.
 * TLS has a socket of its own, which flushes as the driver says.
 */
import { Socket } from 'node:net';

export class GatheringSocket extends Socket {
  #isGathering = false;

  override cork(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    super.cork();
    // After all settled promises, so that code that was waiting for an answer has sent its next statement.
    process.nextTick(() => {
      this.#isGathering = false;
      super.uncork();
    });
  }

  /** Does nothing: `cork` sends at the end of the turn. */
  override uncork(): void {}
}
