/** Work that brings up more of the same, such as the folders in a folder. */

/** Does the first one, and all that come of it, so many at a time. When one fails, nothing is left running. */
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
