/** Runs something at once where it has not run lately, and again no sooner than `pauseMs` after. */
export interface SpacedRuns {
  /** Answers at once; what is wanted while a run waits is in that run. */
  readonly want: (leastMs?: number) => void;
  readonly end: () => void;
}

export function spacedRuns(run: () => void, pauseMs: number, now = () => performance.now()): SpacedRuns {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return {
    want: (leastMs = 0) => {
      waiting ??= setTimeout(
        () => {
          waiting = undefined;
          last = now();
          run();
        },
        Math.max(leastMs, last + pauseMs - now()),
      );
    },
    end: () => clearTimeout(waiting),
  };
}
