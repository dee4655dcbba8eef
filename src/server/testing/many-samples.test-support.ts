/**
 * Checks very many generated values, in batches. The first wrong one is checked again by itself and shrunk; the printed seed
 * and path reproduce it. MUNIMENT_FUZZ_SEED sets the first seed.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';

const SEED = Number(process.env.MUNIMENT_FUZZ_SEED ?? 20_240_601);

export interface ManySamples<T> {
  readonly values: fc.Arbitrary<T>;
  readonly count: number;
  readonly batch: number;
  /** The faults found, by the index of the value. */
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
