/**
 * Turns a query into a structure that can be said in the reader's language: which documents, under which conditions, in
 * which order. Pure. Invariant: no part of a query is left out; parts that have no words are given as NXQL.
 */
import {
  type Literal,
  type Operand,
  type OperatorName,
  type Predicate,
  printOperand,
  printPredicate,
  type Query,
  type Reference,
  systemField,
} from '#nxql/index.ts';

export type ExplainedValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'day' | 'moment'; readonly date: string }
  | { readonly kind: 'yes' | 'no' };

export type Explanation =
  | { readonly kind: 'all' | 'any' | 'none'; readonly items: readonly Explanation[] }
  | {
      readonly kind: 'clause';
      readonly field: string;
      readonly operator: OperatorName;
      readonly values: readonly ExplainedValue[];
    }
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'written'; readonly text: string };

export interface ExplainedQuery {
  readonly types: readonly string[];
  /** Null if every document matches. */
  readonly condition: Explanation | null;
  readonly order: readonly { readonly field: string; readonly descending: boolean }[];
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}

export function explainQuery({ from, where, orderBy, limit, offset }: Query): ExplainedQuery {
  return {
    types: from.map(({ name }) => name),
    condition: where === undefined ? null : explain(where),
    order: orderBy.map(({ reference, descending }) => ({ field: reference.name, descending })),
    limit,
    offset,
  };
}

function explain(predicate: Predicate): Explanation {
  switch (predicate.kind) {
    case 'and':
      return { kind: 'all', items: predicate.items.map(explain) };
    case 'or':
      return { kind: 'any', items: predicate.items.map(explain) };
    case 'not':
      return { kind: 'none', items: [explain(predicate.item)] };
    case 'comparison':
      return comparison(predicate.left, predicate.operator, predicate.right) ?? written(predicate);
    case 'in':
      return clause(predicate, predicate.negated ? 'NOT IN' : 'IN', predicate.values);
    case 'between': {
      const operator = predicate.negated ? 'NOT BETWEEN' : 'BETWEEN';
      return clause(predicate, operator, [predicate.low, predicate.high]);
    }
    case 'like': {
      const like = predicate.ignoreCase ? 'ILIKE' : 'LIKE';
      return clause(predicate, predicate.negated ? `NOT ${like}` : like, [predicate.pattern]);
    }
    case 'startsWith':
      return clause(predicate, 'STARTSWITH', [predicate.value]);
    case 'isNull':
      return clause(predicate, predicate.negated ? 'IS NOT NULL' : 'IS NULL', []);
  }
}

function comparison(left: Operand, operator: OperatorName, right: Operand): Explanation | null {
  if (left.kind !== 'reference' || left.hint !== undefined || !isLiteral(right)) return null;
  const { name } = left;
  if (operator === '=' && right.kind === 'string' && /^ecm:fulltext(?:$|[._])/.test(name)) {
    return { kind: 'words', words: right.value };
  }
  if (systemField(name)?.type === 'boolean' && right.kind === 'integer') {
    return { kind: 'clause', field: name, operator, values: [{ kind: right.value === 0 ? 'no' : 'yes' }] };
  }
  return { kind: 'clause', field: name, operator, values: [explainedValue(right)] };
}

function clause(
  predicate: Predicate & { readonly reference: Reference },
  operator: OperatorName,
  values: readonly Literal[],
): Explanation {
  const { name, hint } = predicate.reference;
  if (hint !== undefined) return written(predicate);
  return { kind: 'clause', field: name, operator, values: values.map(explainedValue) };
}

function written(predicate: Predicate): Explanation {
  if (predicate.kind === 'comparison') {
    const { left, operator, right } = predicate;
    return { kind: 'written', text: `${printOperand(left)} ${operator} ${printOperand(right)}` };
  }
  return { kind: 'written', text: printPredicate(predicate) };
}

function isLiteral(operand: Operand): operand is Literal {
  return operand.kind !== 'reference' && operand.kind !== 'function' && operand.kind !== 'arithmetic';
}

function explainedValue(literal: Literal): ExplainedValue {
  switch (literal.kind) {
    case 'string':
      return { kind: 'text', text: literal.value };
    case 'integer':
    case 'double':
      return { kind: 'number', number: literal.value };
    case 'date':
      return { kind: 'day', date: literal.value };
    case 'timestamp':
      return { kind: 'moment', date: literal.value };
  }
}
