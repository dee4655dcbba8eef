/** A throttle: runs at once if the last run is at least `pauseMs` ago, otherwise when that time is over. */
export interface SpacedRuns {
  /** Requests a run. Requests while a run is scheduled share that run. @param leastMs the shortest delay */
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
