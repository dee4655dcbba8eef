/**
 * Tree → text, on one line (`print`) or laid out for reading (`formatQuery`). Invariant: the text parses to an equal tree;
 * parentheses are written only where the tree needs them.
 */
import type { Operand, OrderItem, Predicate, Query, SelectItem } from './ast.ts';
import { quoteString } from './lexer.ts';

/** The query on one line, keywords in capitals. */
export function print(query: Query): string {
  return clauses(query, printPredicate).join(' ');
}

/** The query with one clause on each line and its conditions indented below their WHERE. */
export function formatQuery(query: Query): string {
  return clauses(query, (predicate) => layOut(predicate, '  ')).join('\n');
}

function clauses(query: Query, where: (predicate: Predicate) => string): readonly string[] {
  const select = query.select.length === 0 ? '*' : query.select.map(printSelectItem).join(', ');
  const lines = [
    `SELECT ${query.distinct ? 'DISTINCT ' : ''}${select}`,
    `FROM ${query.from.map((type) => type.name).join(', ')}`,
  ];
  if (query.where !== undefined) lines.push(`WHERE ${where(query.where)}`);
  if (query.orderBy.length > 0) lines.push(`ORDER BY ${query.orderBy.map(printOrderItem).join(', ')}`);
  if (query.limit !== undefined) lines.push(`LIMIT ${query.limit}`);
  if (query.offset !== undefined) lines.push(`OFFSET ${query.offset}`);
  return lines;
}

function printSelectItem(item: SelectItem): string {
  return printOperand(item.operand) + (item.alias === undefined ? '' : ` AS ${item.alias}`);
}

function printOrderItem(item: OrderItem): string {
  return printOperand(item.reference) + (item.descending ? ' DESC' : '');
}

/** One condition or a tree of them, on one line. */
export function printPredicate(predicate: Predicate): string {
  const not = 'negated' in predicate && predicate.negated ? 'NOT ' : '';
  switch (predicate.kind) {
    case 'or':
      return predicate.items.map(printPredicate).join(' OR ');
    case 'and':
      return predicate.items.map((item) => wrapped(item, item.kind === 'or')).join(' AND ');
    case 'not':
      return `NOT ${wrapped(predicate.item, predicate.item.kind === 'or' || predicate.item.kind === 'and')}`;
    case 'comparison':
      return `${printOperand(predicate.left)} ${predicate.operator} ${printOperand(predicate.right)}`;
    case 'in':
      return `${printOperand(predicate.reference)} ${not}IN (${predicate.values.map(printOperand).join(', ')})`;
    case 'between':
      return `${printOperand(predicate.reference)} ${not}BETWEEN ${printOperand(predicate.low)} AND ${printOperand(predicate.high)}`;
    case 'like':
      return `${printOperand(predicate.reference)} ${not}${predicate.ignoreCase ? 'ILIKE' : 'LIKE'} ${printOperand(predicate.pattern)}`;
    case 'isNull':
      return `${printOperand(predicate.reference)} IS ${not}NULL`;
    case 'startsWith':
      return `${printOperand(predicate.reference)} STARTSWITH ${printOperand(predicate.value)}`;
  }
}

function wrapped(predicate: Predicate, needed: boolean): string {
  return needed ? `(${printPredicate(predicate)})` : printPredicate(predicate);
}

/** A value, a name, a call or a calculation. */
export function printOperand(operand: Operand): string {
  switch (operand.kind) {
    case 'string':
      return quoteString(operand.value);
    case 'integer':
      return String(operand.value);
    case 'double':
      return Number.isInteger(operand.value) && Math.abs(operand.value) < 1e21
        ? operand.value.toFixed(1)
        : String(operand.value);
    case 'date':
      return `DATE ${quoteString(operand.value)}`;
    case 'timestamp':
      return `TIMESTAMP ${quoteString(operand.value)}`;
    case 'reference': {
      const hint = operand.hint === undefined ? '' : `/*+ES: ${operand.hint} */ `;
      return hint + (operand.asDate ? `DATE(${operand.name})` : operand.name);
    }
    case 'function':
      return `${operand.name}(${operand.args.map(printOperand).join(', ')})`;
    case 'arithmetic':
      return `${printOperand(operand.left)} ${operand.operator} ${printOperand(operand.right)}`;
  }
}

/** Each line begins with AND or OR; a group that needs parentheses is indented one step deeper. */
function layOut(predicate: Predicate, indent: string): string {
  if (predicate.kind !== 'and' && predicate.kind !== 'or') return layOutPart(predicate, indent, false);
  const word = predicate.kind === 'and' ? 'AND' : 'OR';
  const parts = predicate.items.map((item) => layOutPart(item, indent, predicate.kind === 'and'));
  return parts.join(`\n${indent}${word} `);
}

function layOutPart(predicate: Predicate, indent: string, insideAnd: boolean): string {
  const deeper = `${indent}  `;
  switch (predicate.kind) {
    case 'not': {
      const group = predicate.item.kind === 'and' || predicate.item.kind === 'or';
      const inner = layOut(predicate.item, deeper);
      return group ? `NOT (\n${deeper}${inner}\n${indent})` : `NOT ${layOut(predicate.item, indent)}`;
    }
    case 'or':
      return insideAnd ? `(\n${deeper}${layOut(predicate, deeper)}\n${indent})` : printPredicate(predicate);
    default:
      return printPredicate(predicate);
  }
}
