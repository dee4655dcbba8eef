/**
 * Keeps turns of the event loop short, since no other request is served during a turn.
 * Invariants: code that runs for long without waiting for I/O (steps of a call, short statements on the server's own thread)
 * calls `pauseWhenLong`, so that no turn is long, however many calls share it; the call that has waited longest goes on
 * first, also before calls that arrive meanwhile.
 */

const longestMilliseconds = 15;
let start: number | undefined;
/** First come, first served. */
const waiting: (() => void)[] = [];
let hasResumed = false;

/** A promise to wait for when this turn has been long; else undefined, so that a short turn costs nothing. */
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

/** Each waiting call has an immediate: they go on within one turn until one of them has worked for long. */
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
