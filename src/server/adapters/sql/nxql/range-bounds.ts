/** Bounds of date ranges, in milliseconds since 1970. Invariant: texts that are not dates are refused. */
import { readDate, readTimestamp } from '#nxql/literals.ts';
import { invalid } from './nxql-failure.ts';

export function literalMoment(bound: number | string): number {
  if (typeof bound === 'number') return bound;
  const text = readDate(bound) ?? readTimestamp(bound);
  if (text === undefined) throw invalid(`Invalid date: ${bound}`);
  return Date.parse(text);
}
