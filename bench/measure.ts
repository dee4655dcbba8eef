/** Timing and output for the benches: median and extremes of several runs, because a shared machine is noisy. */
import { readFile } from 'node:fs/promises';

export interface Measured {
  readonly name: string;
  readonly value: string;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** `3.1 ms (2.9..4.0)` */
export function spread(values: readonly number[], unit: string): string {
  return `${rounded(median(values))} ${unit} (${rounded(Math.min(...values))}..${rounded(Math.max(...values))})`;
}

function rounded(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0);
}

/** In ms. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs of `work` per second, one number for each second, with `callers` of them in parallel. */
export async function rates(
  work: () => Promise<unknown>,
  callers: number,
  seconds: number,
): Promise<readonly number[]> {
  const counts = Array.from({ length: seconds }, () => 0);
  const start = performance.now();
  const second = (): number => Math.floor((performance.now() - start) / 1000);
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (second() < seconds) {
        await work();
        const ended = second();
        if (ended < seconds) counts[ended] = (counts[ended] ?? 0) + 1;
      }
    }),
  );
  return counts;
}

/** Prints at once, so that an interrupted bench has printed what it measured. */
export function show({ name, value }: Measured): void {
  console.log(`${name.padEnd(52)} ${value}`);
}

/** Resident memory by Linux; pages of files, which the system shares and can take back, are counted apart. */
export async function memoryOf(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const mebibytes = (name: string): number =>
    Math.round(Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1]) / 1024);
  return `${mebibytes('VmRSS')} MiB, ${mebibytes('RssAnon')} of it anonymous`;
}
