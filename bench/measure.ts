/** Timing and printing for the benches: medians of several runs, because a shared machine is noisy. */

export interface Measured {
  readonly name: string;
  readonly value: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Median of several runs, in ms, after one that is not counted. */
export async function time(work: () => Promise<unknown>, runs = 15): Promise<number> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** How often `work` ends per second when `lanes` of it run side by side for `seconds`. */
export async function rate(work: () => Promise<unknown>, lanes: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < end) {
        await work();
        done++;
      }
    }),
  );
  return (done / (performance.now() - start)) * 1000;
}

export function milliseconds(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

/** Says it at once: a bench that is broken off has still told what it knew. */
export function show({ name, value }: Measured): void {
  console.log(`${name.padEnd(50)} ${value}`);
}
