/**
 * Checks one condition against the field on its left: the operator, then the values, by the field's type. Invariant: the field is
 * known already; check.ts decides what a name means.
 */
import type { Literal, Operand, Predicate, Reference } from './ast.ts';
import { type Findings, replaceBy } from './findings.ts';
import { parseFulltext } from './fulltext.ts';
import { quoteString } from './lexer.ts';
import { readDate, readDouble, readTimestamp } from './literals.ts';
import { isFulltextName, type OperatorName, operatorsFor, type PropertyType } from './system-fields.ts';
import type { NamedField } from './vocabulary.ts';

export type Condition = Exclude<Predicate, { readonly kind: 'and' | 'or' | 'not' }>;

/** What the server demands on the right of these fields; it refuses any other expression. */
function literalWanted(field: NamedField): string | undefined {
  if (field.system === undefined) return undefined;
  if (field.type === 'boolean') return 'literal 0 or 1';
  if (isFulltextName(field.name)) return 'literal string';
  switch (field.name) {
    case 'ecm:path':
      return 'literal path';
    case 'ecm:ancestorId':
      return 'literal id';
    case 'ecm:mixinType':
      return 'literal string';
    default:
      return undefined;
  }
}

export function needsLiteral(field: NamedField): boolean {
  return literalWanted(field) !== undefined;
}

export function checkCondition(
  condition: Condition,
  reference: Reference,
  field: NamedField,
  findings: Findings,
): void {
  if (reference.asDate && (field.element ?? field.type) !== 'date') {
    findings.error(reference.span, `Cannot cast to DATE: ${reference.name}`);
    return;
  }
  const allowed = field.system?.operators ?? operatorsFor(field.type, field.element);
  const operator = operatorOf(condition);
  if (!allowed.includes(operator)) {
    findings.error(condition.span, refusal(field, operator, allowed));
    return;
  }
  const wanted = literalWanted(field);
  if (wanted === undefined || condition.kind === 'in') {
    for (const literal of literalsOf(condition)) checkLiteral(literal, reference, field, findings);
  } else {
    checkWantedLiteral(condition, field, wanted, findings);
  }
}

function operatorOf(condition: Condition): OperatorName {
  switch (condition.kind) {
    case 'comparison':
      return condition.operator;
    case 'in':
      return condition.negated ? 'NOT IN' : 'IN';
    case 'between':
      return condition.negated ? 'NOT BETWEEN' : 'BETWEEN';
    case 'like':
      if (condition.ignoreCase) return condition.negated ? 'NOT ILIKE' : 'ILIKE';
      return condition.negated ? 'NOT LIKE' : 'LIKE';
    case 'isNull':
      return condition.negated ? 'IS NOT NULL' : 'IS NULL';
    case 'startsWith':
      return 'STARTSWITH';
  }
}

function refusal(field: NamedField, operator: OperatorName, allowed: readonly OperatorName[]): string {
  if (field.system !== undefined && needsLiteral(field)) {
    const names = allowed.map((one) => (one === '!=' ? '<>' : one));
    return `${field.name} requires ${names.join(' or ')} operator`;
  }
  return `${operator} cannot be used on ${field.element ?? field.type} property: ${field.name}`;
}

function checkWantedLiteral(
  condition: Condition,
  field: NamedField,
  wanted: string,
  findings: Findings,
): void {
  const right = rightOf(condition);
  if (right === undefined) return;
  const isRight = field.type === 'boolean' ? isFlag(right) : right.kind === 'string';
  if (!isRight) {
    const fixes = field.type === 'boolean' ? flagFixes(right) : [];
    findings.error(right.span, `${field.name} requires ${wanted} as right argument`, fixes);
  } else if (right.kind === 'string' && isFulltextName(field.name)) {
    const parsed = parseFulltext(right.value);
    if (!parsed.ok) findings.error(right.span, parsed.message);
  }
}

function rightOf(condition: Condition): Operand | undefined {
  switch (condition.kind) {
    case 'comparison':
      return condition.right;
    case 'like':
      return condition.pattern;
    case 'startsWith':
      return condition.value;
    default:
      return undefined;
  }
}

function isFlag(operand: Operand): boolean {
  return operand.kind === 'integer' && (operand.value === 0 || operand.value === 1);
}

function flagFixes(operand: Operand): ReturnType<typeof replaceBy>[] {
  const word = operand.kind === 'reference' ? operand.name : operand.kind === 'string' ? operand.value : '';
  const says = (pattern: RegExp): boolean => pattern.test(word);
  if (says(/^(?:true|yes|1)$/i)) return [replaceBy('1')];
  if (says(/^(?:false|no|0)$/i)) return [replaceBy('0')];
  return [replaceBy('0'), replaceBy('1')];
}

function literalsOf(condition: Condition): readonly Literal[] {
  switch (condition.kind) {
    case 'comparison':
      return isLiteral(condition.right) ? [condition.right] : [];
    case 'in':
      return condition.values;
    case 'between':
      return [condition.low, condition.high];
    default:
      return [];
  }
}

function isLiteral(operand: Operand): operand is Literal {
  return operand.kind !== 'reference' && operand.kind !== 'function' && operand.kind !== 'arithmetic';
}

function checkLiteral(literal: Literal, reference: Reference, field: NamedField, findings: Findings): void {
  if (reference.asDate && literal.kind === 'timestamp') {
    findings.error(literal.span, 'DATE() cast must be used with DATE literal, not TIMESTAMP');
    return;
  }
  const type = field.type === 'list' ? field.element : field.type;
  switch (type) {
    case 'boolean':
      if (isFlag(literal)) return;
      findings.error(
        literal.span,
        `${field.name} requires literal 0 or 1 as right argument`,
        flagFixes(literal),
      );
      return;
    case 'long':
    case 'integer':
    case 'double':
      checkNumber(literal, field, type, findings);
      return;
    case 'date':
      checkDate(literal, field, findings);
      return;
    case 'string':
      if (literal.kind === 'integer' || literal.kind === 'double') {
        const fixes = [replaceBy(quoteString(String(literal.value)))];
        findings.warning(literal.span, `${field.name} holds text: write the value in quotes`, fixes);
      }
      return;
    default:
  }
}

function checkNumber(literal: Literal, field: NamedField, type: PropertyType, findings: Findings): void {
  if (literal.kind === 'integer' || literal.kind === 'double') return;
  const number = literal.kind === 'string' ? readDouble(literal.value.trim()) : undefined;
  const fixes = number === undefined ? [] : [replaceBy(String(number))];
  findings.warning(literal.span, `${field.name} is a ${type}: compare it with a number`, fixes);
}

function checkDate(literal: Literal, field: NamedField, findings: Findings): void {
  if (literal.kind === 'date' || literal.kind === 'timestamp') return;
  const written = literal.kind === 'string' ? literal.value : undefined;
  const day = written === undefined ? undefined : readDate(written);
  const moment = written === undefined ? undefined : readTimestamp(written);
  const fixes = [
    ...(day === undefined ? [] : [replaceBy(`DATE ${quoteString(day)}`)]),
    ...(moment === undefined ? [] : [replaceBy(`TIMESTAMP ${quoteString(moment)}`)]),
  ];
  const message = `${field.name} is a date: compare it with DATE 'YYYY-MM-DD', TIMESTAMP '…' or NOW()`;
  findings.warning(literal.span, message, fixes);
}
