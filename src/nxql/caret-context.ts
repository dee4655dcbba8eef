/**
 * What the grammar allows at a caret: walks the tokens before it, and tolerates mistakes. Invariant: it depends on the tokens
 * before the caret only, never on a query that parses.
 */
import { isName, type Token } from './tokens.ts';

/** A place for a value: the field and the operator before it, and the construct it is part of. */
export interface ValuePlace {
  readonly kind: 'value';
  readonly field: string | undefined;
  readonly operator: string;
  readonly within: 'comparison' | 'list' | 'low' | 'high';
  /** After DATE or TIMESTAMP: only a string can follow. */
  readonly dated: boolean;
}

export type Expected =
  | { readonly kind: 'start' }
  | { readonly kind: 'selectItem'; readonly opening: boolean }
  | { readonly kind: 'afterSelectItem'; readonly nameable: boolean }
  | { readonly kind: 'type'; readonly opening: boolean }
  | { readonly kind: 'afterType' }
  | { readonly kind: 'condition' }
  | { readonly kind: 'cast' }
  | { readonly kind: 'afterCast'; readonly field: string }
  | { readonly kind: 'operator'; readonly field: string | undefined; readonly negated: boolean }
  | { readonly kind: 'isNull'; readonly negated: boolean }
  | { readonly kind: 'listOpening'; readonly field: string | undefined; readonly operator: string }
  | ValuePlace
  | { readonly kind: 'afterListValue'; readonly place: ValuePlace }
  | { readonly kind: 'betweenAnd'; readonly place: ValuePlace }
  | { readonly kind: 'afterCondition' }
  | { readonly kind: 'argument'; readonly functionName: string; readonly then: Expected }
  | { readonly kind: 'orderItem' }
  | { readonly kind: 'afterOrderItem'; readonly directed: boolean }
  | { readonly kind: 'count'; readonly of: 'LIMIT' | 'OFFSET' }
  | { readonly kind: 'afterLimit' }
  | { readonly kind: 'nothing' };

/** What the grammar allows after `tokens`. */
export function expectedAfter(tokens: Iterable<Token>): Expected {
  let expected: Expected = { kind: 'start' };
  for (const token of tokens) expected = opensClause(token) ?? step(expected, token);
  return expected;
}

function opensClause(token: Token): Expected | undefined {
  switch (token.keyword) {
    case 'SELECT':
      return { kind: 'selectItem', opening: true };
    case 'FROM':
      return { kind: 'type', opening: true };
    case 'WHERE':
      return { kind: 'condition' };
    case 'ORDER BY':
      return { kind: 'orderItem' };
    case 'LIMIT':
      return { kind: 'count', of: 'LIMIT' };
    case 'OFFSET':
      return { kind: 'count', of: 'OFFSET' };
    default:
      return undefined;
  }
}

function step(expected: Expected, token: Token): Expected {
  switch (expected.kind) {
    case 'selectItem':
      if (token.keyword !== undefined) return { kind: 'selectItem', opening: false };
      return callOr(token, { kind: 'afterSelectItem', nameable: token.text !== '*' });
    case 'afterSelectItem':
      return token.text === ','
        ? { kind: 'selectItem', opening: false }
        : { kind: 'afterSelectItem', nameable: false };
    case 'type':
      return isName(token) ? { kind: 'afterType' } : { kind: 'type', opening: false };
    case 'afterType':
      return token.text === ',' ? { kind: 'type', opening: false } : expected;
    case 'orderItem':
      return isName(token) ? { kind: 'afterOrderItem', directed: false } : expected;
    case 'afterOrderItem':
      return token.text === ',' ? { kind: 'orderItem' } : { kind: 'afterOrderItem', directed: true };
    case 'count':
      return expected.of === 'LIMIT' ? { kind: 'afterLimit' } : { kind: 'nothing' };
    case 'start':
    case 'afterLimit':
    case 'nothing':
      return { kind: 'nothing' };
    case 'argument':
      return token.text === ')' ? expected.then : expected;
    case 'condition':
      return stepCondition(expected, token);
    case 'cast':
      return isName(token) ? { kind: 'afterCast', field: token.text } : expected;
    case 'afterCast':
      return { kind: 'operator', field: expected.field, negated: false };
    case 'operator':
      return stepOperator(expected.field, token);
    case 'isNull':
      return token.keyword === 'NOT' ? { kind: 'isNull', negated: true } : { kind: 'afterCondition' };
    case 'listOpening':
      return valuePlace(expected.field, expected.operator, 'list');
    case 'value':
      return stepValue(expected, token);
    case 'afterListValue':
      return token.text === ',' ? expected.place : { kind: 'afterCondition' };
    case 'betweenAnd':
      return { ...expected.place, within: 'high' };
    case 'afterCondition':
      return token.keyword === 'AND' || token.keyword === 'OR' ? { kind: 'condition' } : expected;
  }
}

function stepCondition(expected: Expected, token: Token): Expected {
  if (token.keyword === 'DATE') return { kind: 'cast' };
  if (token.keyword !== undefined || token.text === '(' || token.kind === 'hint') return expected;
  const field = token.kind === 'field' ? token.text : undefined;
  return callOr(token, { kind: 'operator', field, negated: false });
}

function stepOperator(field: string | undefined, token: Token): Expected {
  switch (token.keyword) {
    case 'NOT':
      return { kind: 'operator', field, negated: true };
    case 'IS':
      return { kind: 'isNull', negated: false };
    case 'IN':
      return { kind: 'listOpening', field, operator: 'IN' };
    case 'BETWEEN':
      return valuePlace(field, 'BETWEEN', 'low');
    default:
      return valuePlace(field, token.keyword ?? token.text, 'comparison');
  }
}

function valuePlace(field: string | undefined, operator: string, within: ValuePlace['within']): ValuePlace {
  return { kind: 'value', field, operator, within, dated: false };
}

function stepValue(place: ValuePlace, token: Token): Expected {
  if (token.keyword === 'DATE' || token.keyword === 'TIMESTAMP') return { ...place, dated: true };
  if (token.kind === 'operator') return place;
  const plain: ValuePlace = { ...place, dated: false };
  switch (place.within) {
    case 'list':
      return { kind: 'afterListValue', place: plain };
    case 'low':
      return { kind: 'betweenAnd', place: plain };
    default:
      return callOr(token, { kind: 'afterCondition' });
  }
}

function callOr(token: Token, then: Expected): Expected {
  return token.kind === 'function' ? { kind: 'argument', functionName: token.text, then } : then;
}
