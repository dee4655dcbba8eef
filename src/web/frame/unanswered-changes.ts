// Changes that the server has not answered yet. Ctrl/Cmd+Z means the newest of them, so it waits for them.

const unanswered = new Set<Promise<unknown>>();

export function noteUnanswered<Result>(change: Promise<Result>): Promise<Result> {
  const end = (): boolean => unanswered.delete(change);
  unanswered.add(change);
  change.then(end, end);
  return change;
}

/** Resolves when all of them have ended; null if there are none. */
export function unansweredChanges(): Promise<unknown> | null {
  return unanswered.size === 0 ? null : Promise.allSettled(unanswered);
}
