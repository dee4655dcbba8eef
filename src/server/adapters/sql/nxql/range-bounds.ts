/** Bounds of date ranges, as milliseconds since 1970. Invariant: what is no moment is refused. */
import { readDate, readTimestamp } from '#nxql/literals.ts';
import { invalid } from './nxql-failure.ts';

export function literalMoment(bound: number | string): number {
  if (typeof bound === 'number') return bound;
  const text = readDate(bound) ?? readTimestamp(bound);
  if (text === undefined) throw invalid(`Invalid date: ${bound}`);
  return Date.parse(text);
}
