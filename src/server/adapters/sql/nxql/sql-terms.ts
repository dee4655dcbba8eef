/**
 * Helpers for SQL conditions.
 * Invariant: long sequences of AND and OR become shallow trees, so that no engine reaches its depth limit.
 */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from '../engine.ts';

export type Condition = RawBuilder<SqlBool>;

export const ALWAYS: Condition = sql<SqlBool>`1 = 1`;
export const NEVER: Condition = sql<SqlBool>`1 = 0`;

export function allOf(conditions: readonly Expression<SqlBool>[]): Condition {
  return balanced(conditions, sql` and `, ALWAYS);
}

export function anyOf(conditions: readonly Expression<SqlBool>[]): Condition {
  return balanced(conditions, sql` or `, NEVER);
}

export function not(condition: Expression<SqlBool>): Condition {
  return sql<SqlBool>`not (${condition})`;
}

/** Sequences up to this length stay flat, which the engines plan best. */
const FLAT = 100;

function balanced(
  conditions: readonly Expression<SqlBool>[],
  operator: RawBuilder<unknown>,
  empty: Condition,
): Condition {
  const [first] = conditions;
  if (first === undefined) return empty;
  if (conditions.length === 1) return sql<SqlBool>`${first}`;
  if (conditions.length <= FLAT) return sql<SqlBool>`(${sql.join(conditions, operator)})`;
  const portion = Math.ceil(conditions.length / FLAT);
  const parts = Array.from({ length: Math.ceil(conditions.length / portion) }, (_, index) =>
    balanced(conditions.slice(index * portion, (index + 1) * portion), operator, empty),
  );
  return sql<SqlBool>`(${sql.join(parts, operator)})`;
}

/** Escapes a text for a LIKE pattern with backslash as its escape character. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Converts a pattern by people to that escape: `\%`, `\_` and `\\` are literal; other backslashes are literal too. */
export function likePattern(text: string): string {
  return text.replace(/\\([%_\\])|\\/g, (_, escaped: string | undefined) =>
    escaped === undefined ? '\\\\' : `\\${escaped}`,
  );
}

/** Null without values. A quotient too small for a number is an error on some engines. */
export function average(value: Expression<unknown>, engine: Pick<Engine, 'sum'>): RawBuilder<number | null> {
  const sum = engine.sum(value);
  return sql`(case when abs(${sum}) < 1e-290 then 0 else ${sum} / nullif(count(${value}), 0) end)`;
}
