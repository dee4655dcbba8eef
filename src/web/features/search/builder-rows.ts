/**
 * Converts a query to rows of conditions, and back. Pure. Invariant: a condition that no row can show is kept in its place
 * as a locked clause with the same meaning; select list, order and limits are never changed.
 */
import {
  findField,
  formatQuery,
  type Literal,
  type OperatorName,
  type Predicate,
  parse,
  print,
  printPredicate,
  type Query,
  quoteString,
  type Reference,
  type Vocabulary,
} from '#nxql/index.ts';

export interface ConditionRow {
  readonly kind: 'condition';
  readonly field: string;
  readonly operator: OperatorName;
  readonly values: readonly string[];
}

export interface RawRow {
  readonly kind: 'raw';
  readonly text: string;
}

export type BuilderRow = ConditionRow | RawRow;

export const operatorsWithoutValue: ReadonlySet<OperatorName> = new Set(['IS NULL', 'IS NOT NULL']);
export const listOperators: ReadonlySet<OperatorName> = new Set(['IN', 'NOT IN']);

const plainQuery = 'SELECT * FROM Document';

/** Undefined if the text cannot be parsed. */
export function rowsOf(text: string): readonly BuilderRow[] | undefined {
  const { query } = parse(text.trim() === '' ? plainQuery : text);
  if (query === undefined) return undefined;
  const { where } = query;
  if (where === undefined) return [];
  return where.kind === 'and' ? where.items.map(rowOf) : [rowOf(where)];
}

function rowOf(predicate: Predicate): BuilderRow {
  return conditionOf(predicate) ?? { kind: 'raw', text: printPredicate(predicate) };
}

function conditionOf(predicate: Predicate): ConditionRow | undefined {
  switch (predicate.kind) {
    case 'comparison': {
      const { left, operator, right } = predicate;
      if (left.kind !== 'reference' || !isLiteral(right)) return undefined;
      return condition(left, operator, [right]);
    }
    case 'in':
      return condition(predicate.reference, predicate.negated ? 'NOT IN' : 'IN', predicate.values);
    case 'like': {
      const like = predicate.ignoreCase ? 'ILIKE' : 'LIKE';
      return condition(predicate.reference, predicate.negated ? `NOT ${like}` : like, [predicate.pattern]);
    }
    case 'startsWith':
      return condition(predicate.reference, 'STARTSWITH', [predicate.value]);
    case 'isNull':
      return condition(predicate.reference, predicate.negated ? 'IS NOT NULL' : 'IS NULL', []);
    default:
      return undefined;
  }
}

function condition(
  { name, asDate, hint }: Reference,
  operator: OperatorName,
  values: readonly Literal[],
): ConditionRow | undefined {
  if (asDate || hint !== undefined) return undefined;
  return { kind: 'condition', field: name, operator, values: values.map(({ value }) => String(value)) };
}

function isLiteral(operand: { readonly kind: string }): operand is Literal {
  return ['string', 'integer', 'double', 'date', 'timestamp'].includes(operand.kind);
}

/** True if a row has all it needs to be part of the query. */
export function isComplete(row: BuilderRow): boolean {
  if (row.kind === 'raw') return true;
  return (
    row.field !== '' && (operatorsWithoutValue.has(row.operator) || row.values.some((value) => value !== ''))
  );
}

/** The query with its conditions replaced by these. */
export function withRows(text: string, rows: readonly BuilderRow[], vocabulary: Vocabulary): string {
  const query = parse(text.trim() === '' ? plainQuery : text).query ?? parse(plainQuery).query;
  const where = rows.filter(isComplete).map((row) => clause(row, vocabulary));
  const conditions = where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`;
  const parsed = parse(`${plainQuery}${conditions}`).query;
  return query === undefined || parsed === undefined ? text : formatQuery({ ...query, where: parsed.where });
}

function clause(row: BuilderRow, vocabulary: Vocabulary): string {
  if (row.kind === 'raw') return `(${row.text})`;
  const { field, operator } = row;
  if (operatorsWithoutValue.has(operator)) return `${field} ${operator}`;
  const values = row.values.filter((value) => value !== '').map((value) => literal(field, value, vocabulary));
  return listOperators.has(operator)
    ? `${field} ${operator} (${values.join(', ')})`
    : `${field} ${operator} ${values[0] ?? "''"}`;
}

function literal(field: string, value: string, vocabulary: Vocabulary): string {
  const found = findField(vocabulary, field);
  const type = found?.type === 'list' ? found.element : found?.type;
  switch (type) {
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) ? `DATE '${value}'` : `TIMESTAMP ${quoteString(value)}`;
    case 'boolean':
      return value === '0' || value === 'false' ? '0' : '1';
    case 'long':
    case 'integer':
    case 'double':
      return Number.isFinite(Number(value)) ? value : quoteString(value);
    default:
      return quoteString(value);
  }
}

/** The document types in a query's FROM. */
export function typesOf(text: string): readonly string[] {
  return parse(text).query?.from.map(({ name }) => name) ?? ['Document'];
}

export function withType(text: string, type: string): string {
  const query = parse(text.trim() === '' ? plainQuery : text).query;
  if (query === undefined) return text;
  return formatQuery({ ...query, from: [{ name: type, span: { start: 0, end: 0 } }] });
}

/** The query once without each of its conditions, to find the condition that excludes most. */
export function withoutEach(text: string): readonly { readonly left: string; readonly query: string }[] {
  const { query } = parse(text);
  const where = query?.where;
  if (query === undefined || where === undefined) return [];
  const items = where.kind === 'and' ? where.items : [where];
  return items.map((left) => {
    const others = items.filter((item) => item !== left);
    return { left: printPredicate(left), query: print(rejoined(query, others)) };
  });
}

function rejoined(query: Query, items: readonly Predicate[]): Query {
  const [only] = items;
  if (items.length <= 1) return { ...query, where: only };
  return { ...query, where: { kind: 'and', items, span: query.span } };
}
