/**
 * Converts literals of a query to SQL parameters of the type that they are compared with.
 * Invariant: engines never convert values themselves, so both accept and refuse the same ones.
 */
import type { RawBuilder } from 'kysely';
import { addPeriod, type FunctionCall, type Literal, parsePeriod, printOperand } from '#nxql/index.ts';
import { readDate, readTimestamp } from '#nxql/literals.ts';
import type { Engine } from '../engine.ts';
import { invalid } from './nxql-failure.ts';
import type { ValueType } from './nxql-fields.ts';

export function literalValue(literal: Literal, type: ValueType, name: string): string | number {
  switch (type) {
    case 'text':
      return textOf(literal);
    case 'number':
      return numberOf(literal, name);
    case 'flag':
      if (literal.kind === 'integer' && (literal.value === 0 || literal.value === 1)) return literal.value;
      throw invalid(`${name} requires literal 0 or 1 as right argument`);
    case 'date':
      return momentOf(literal, name);
  }
}

/** The day of a literal, for `DATE(property)`. */
export function dayOf(literal: Literal, name: string): string {
  if (literal.kind === 'timestamp')
    throw invalid('DATE() cast must be used with DATE literal, not TIMESTAMP');
  const day = literal.kind === 'date' || literal.kind === 'string' ? readDate(literal.value) : undefined;
  if (day === undefined) throw invalid(`Invalid date for ${name}: ${textOf(literal)}`);
  return day;
}

export function parameter(engine: Engine, value: string | number): RawBuilder<unknown> {
  return typeof value === 'number' ? engine.numberParameter(value) : engine.textParameter(value);
}

/** `NOW()` and `NOW('-P1D')`, the only functions in conditions. */
export function functionValue(call: FunctionCall, now: Date): string {
  const [period, ...more] = call.args;
  const isNow = call.name.toUpperCase() === 'NOW' && more.length === 0;
  if (!isNow || (period !== undefined && period.kind !== 'string'))
    throw invalid(`Function not supported in WHERE clause: ${printOperand(call)}`);
  if (period === undefined) return now.toISOString();
  const parsed = parsePeriod(period.value);
  if (parsed === undefined) throw invalid(`Invalid period: ${period.value}`);
  return addPeriod(now, parsed).toISOString();
}

function textOf(literal: Literal): string {
  return String(literal.value);
}

function numberOf(literal: Literal, name: string): number {
  const value =
    literal.kind === 'string' && literal.value.trim() !== '' ? Number(literal.value) : literal.value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw invalid(`Invalid number for ${name}: ${textOf(literal)}`);
}

function momentOf(literal: Literal, name: string): string {
  if (literal.kind === 'timestamp') return literal.value;
  if (literal.kind === 'date') return `${literal.value}T00:00:00.000Z`;
  const text = textOf(literal);
  const day = readDate(text);
  const moment = day === undefined ? readTimestamp(text) : `${day}T00:00:00.000Z`;
  if (moment === undefined) throw invalid(`Invalid date for ${name}: ${text}`);
  return moment;
}
