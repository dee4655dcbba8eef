/**
 * Limits how long requests to an extension may stay unanswered. The clock is paused while the app itself owes the extension
 * an answer: an extension that waits for the repository is not slow. Pure but for the clock.
 */
export interface Deadlines {
  begin(id: number): void;
  end(id: number): void;
  /** The app owes one answer more (1) or one less (-1). */
  owe(change: 1 | -1): void;
  stop(): void;
}

export function createDeadlines(limitMs: number, onLate: (id: number) => void): Deadlines {
  const timers = new Map<number, ReturnType<typeof setTimeout> | null>();
  let owed = 0;
  const stand = (id: number): void => {
    clearTimeout(timers.get(id) ?? undefined);
    timers.set(id, null);
  };
  const run = (id: number): void => {
    timers.set(
      id,
      setTimeout(() => {
        timers.delete(id);
        onLate(id);
      }, limitMs),
    );
  };
  return {
    begin: (id) => (owed > 0 ? stand(id) : run(id)),
    end: (id) => {
      stand(id);
      timers.delete(id);
    },
    owe: (change) => {
      owed += change;
      if (change === 1 && owed === 1) for (const id of timers.keys()) stand(id);
      if (change === -1 && owed === 0) for (const id of timers.keys()) run(id);
    },
    stop: () => {
      for (const id of timers.keys()) stand(id);
      timers.clear();
    },
  };
}
