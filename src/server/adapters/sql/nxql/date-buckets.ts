/**
 * Adds up counts by minute to the intervals of a date histogram.
 * Invariant: buckets begin at UTC calendar borders, weeks on Monday; empty ones are left out.
 */
import { invalid } from './nxql-failure.ts';

interface DateBucket {
  readonly key: string;
  readonly docCount: number;
  readonly from: number;
  readonly to: number;
}

const DAY = 86_400_000;
const STARTS: ReadonlyMap<string, (date: Date) => [start: number, end: number]> = new Map(
  Object.entries<(date: Date) => [start: number, end: number]>({
    minute: (date) => fixed(date, 60_000),
    hour: (date) => fixed(date, 3_600_000),
    day: (date) => fixed(date, DAY),
    week: (date) => {
      const [day] = fixed(date, DAY);
      const start = day - ((date.getUTCDay() + 6) % 7) * DAY;
      return [start, start + 7 * DAY];
    },
    month: (date) => months(date, 1),
    quarter: (date) => months(date, 3),
    year: (date) => months(date, 12),
  }),
);

export function dateBuckets(
  minutes: readonly { readonly key: string; readonly count: number }[],
  interval: string,
): readonly DateBucket[] {
  const startOf = STARTS.get(interval.toLowerCase());
  if (startOf === undefined) throw invalid(`Invalid interval: ${interval}`);
  const buckets = new Map<number, DateBucket>();
  for (const { key, count } of minutes) {
    const date = new Date(`${key}:00.000Z`);
    if (Number.isNaN(date.getTime())) continue;
    const [from, to] = startOf(date);
    const docCount = (buckets.get(from)?.docCount ?? 0) + count;
    buckets.set(from, { key: new Date(from).toISOString(), docCount, from, to });
  }
  return [...buckets.values()];
}

function fixed(date: Date, length: number): [number, number] {
  const start = Math.floor(date.getTime() / length) * length;
  return [start, start + length];
}

function months(date: Date, length: number): [number, number] {
  const first = Math.floor(date.getUTCMonth() / length) * length;
  return [Date.UTC(date.getUTCFullYear(), first, 1), Date.UTC(date.getUTCFullYear(), first + length, 1)];
}
