/** Runs work that produces more work of the same kind, such as the subfolders of a folder. */

/** Runs the first item and all that result from it, a limited number at a time. After a failure nothing is left running. */
export async function workThrough<T>(
  first: T,
  atOnce: number,
  work: (one: T) => Promise<readonly T[]>,
): Promise<void> {
  const waiting = [first];
  const running = new Set<Promise<void>>();
  try {
    while (waiting.length > 0 || running.size > 0) {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
        const done = work(one).then((more) => {
          waiting.push(...more);
          running.delete(done);
        });
        running.add(done);
        if (running.size === atOnce) break;
      }
      await Promise.race(running);
    }
  } finally {
    await Promise.allSettled(running);
  }
}
