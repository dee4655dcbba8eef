// What must be off this device before somebody has signed out: whoever keeps something there says how it goes.

const cleanings = new Set<() => Promise<unknown>>();

/** @returns takes it back */
export function onLeaving(clean: () => Promise<unknown>): () => void {
  cleanings.add(clean);
  return () => cleanings.delete(clean);
}

/** Resolves when all is gone, or could not be reached. */
export async function cleanUpBeforeLeaving(): Promise<void> {
  await Promise.allSettled([...cleanings].map((clean) => clean()));
}
