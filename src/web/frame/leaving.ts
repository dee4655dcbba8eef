// Clean-ups that must run before somebody signs out: parts that keep something on this device register how to remove it.

const cleanings = new Set<() => Promise<unknown>>();

/** @returns unregisters it */
export function onLeaving(clean: () => Promise<unknown>): () => void {
  cleanings.add(clean);
  return () => cleanings.delete(clean);
}

/** Resolves when all clean-ups have ended, also those that failed. */
export async function cleanUpBeforeLeaving(): Promise<void> {
  await Promise.allSettled([...cleanings].map((clean) => clean()));
}
