/**
 * Turns of the event loop, in which nobody else is served.
 * Invariants: whatever goes on for long without waiting for anything outside (steps of a call, short statements that are
 * answered on the server's own thread) asks here, so that no turn is long, however many calls share it; of those that wait
 * the first goes on in the next turn, whatever comes meanwhile.
 */

const longestMilliseconds = 15;
let start: number | undefined;
/** In the order in which they came. */
const waiting: (() => void)[] = [];
let hasResumed = false;

/** To be waited for when this turn has been long; undefined otherwise, so that waiting for nothing costs nothing. */
export function pauseWhenLong(now = performance.now()): Promise<void> | undefined {
  if (start === undefined) begin(now);
  else if (now - start > longestMilliseconds) return new Promise(wait);
  return undefined;
}

function begin(now: number): void {
  start = now;
  setImmediate(() => {
    if (start === now) start = undefined;
  });
}

function wait(resume: () => void): void {
  waiting.push(resume);
  setImmediate(resumeFirst);
}

/** Each that waits has an immediate of the loop: they go on in one turn until one of them has worked for long. */
function resumeFirst(): void {
  const now = performance.now();
  if (!hasResumed) {
    hasResumed = true;
    setImmediate(() => {
      hasResumed = false;
    });
    begin(now);
  } else if (now - (start ?? now) > longestMilliseconds) {
    setImmediate(resumeFirst);
    return;
  }
  waiting.shift()?.();
}
