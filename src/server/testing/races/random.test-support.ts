/** Pseudo-random numbers, always the same for the same seed. */

/** Between 0 and 1, from a linear congruential generator. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
