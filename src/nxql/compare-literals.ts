/**
 * Evaluates comparisons without a property, such as `1 = 0`. Invariant: numbers compare with numbers, texts with texts; other
 * pairs have no result.
 */
import type { ComparisonOperator, Operand } from './ast.ts';

/** Undefined if the two cannot be compared without a document. */
export function compareLiterals(
  left: Operand,
  operator: ComparisonOperator,
  right: Operand,
): boolean | undefined {
  if (isNumber(left) && isNumber(right)) return holds(Math.sign(left.value - right.value), operator);
  if (left.kind !== 'string' || right.kind !== 'string') return undefined;
  return holds(left.value === right.value ? 0 : left.value < right.value ? -1 : 1, operator);
}

function isNumber(operand: Operand): operand is Extract<Operand, { kind: 'integer' | 'double' }> {
  return operand.kind === 'integer' || operand.kind === 'double';
}

/** `order` is below, at or above zero if the left value comes before, with or after the right one. */
function holds(order: number, operator: ComparisonOperator): boolean {
  switch (operator) {
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '>':
      return order > 0;
    case '<=':
      return order <= 0;
    case '>=':
      return order >= 0;
  }
}
