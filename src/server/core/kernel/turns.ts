/**
 * Turns of the event loop, in which nobody else is served.
 * Invariant: whatever goes on for long without waiting for anything outside (steps of a call, short statements that are
 * answered on the server's own thread) asks here, so that no turn is long, however many calls share it.
 */

const longestMilliseconds = 15;
let start: number | undefined;

/** To be waited for when this turn has been long; undefined otherwise, so that waiting for nothing costs nothing. */
export function pauseWhenLong(now = performance.now()): Promise<void> | undefined {
  if (start === undefined) {
    start = now;
    setImmediate(() => {
      start = undefined;
    });
    return undefined;
  }
  return now - start > longestMilliseconds ? new Promise((resolve) => setImmediate(resolve)) : undefined;
}
