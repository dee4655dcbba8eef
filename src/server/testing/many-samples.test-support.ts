/**
 * Checks a great many generated values, a batch at a time. The first one that is wrong is checked again by itself, where
 * it can shrink; what is printed then (seed and path) makes it again. MUNIMENT_FUZZ_SEED begins elsewhere.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';

const SEED = Number(process.env.MUNIMENT_FUZZ_SEED ?? 20_240_601);

export interface ManySamples<T> {
  readonly values: fc.Arbitrary<T>;
  readonly count: number;
  readonly batch: number;
  /** What is wrong with which of the values. */
  faults(values: readonly T[]): Promise<ReadonlyMap<number, unknown>>;
}

export async function checkMany<T>({ values, count, batch, faults }: ManySamples<T>): Promise<void> {
  for (let done = 0; done < count; done += batch) {
    const seed = SEED + done;
    const found = await faults(fc.sample(values, { seed, numRuns: Math.min(batch, count - done) }));
    const [first] = [...found.keys()].toSorted((one, other) => one - other);
    if (first === undefined) continue;
    const alone = fc.asyncProperty(values, async (value) => {
      for (const fault of (await faults([value])).values()) throw fault;
    });
    await fc.assert(alone, { seed, path: String(first), numRuns: 1 });
    assert.fail(`Seed ${seed}, sample ${first} failed among others and not alone: ${found.get(first)}`);
  }
}
