/**
 * Compiles one condition of a query to SQL.
 * Invariant: for a missing value a condition is neither true nor false, as in SQL; on a whole list `=`, `LIKE`, `IN` … ask
 * for any matching element and their negations for none.
 */
import { type RawBuilder, sql } from 'kysely';
import type { ComparisonOperator, Literal, Operand, Reference } from '#nxql/index.ts';
import { compareLiterals, printOperand } from '#nxql/index.ts';
import { invalid } from './nxql-failure.ts';
import { anyElement, type ValueField } from './nxql-fields.ts';
import { type ConditionContext, type LeafPredicate, unsuitable } from './nxql-leaf.ts';
import { dayOf, functionValue, literalValue, parameter } from './nxql-literals.ts';
import { pathCondition, specialCondition } from './nxql-special.ts';
import { ALWAYS, type Condition, likePattern, NEVER, not } from './sql-terms.ts';
import { mayBeBeyond, mayBeginWith, mayBeOneOf, mayEqual } from './text-start.ts';
import { keyMayFit } from './title-keys.ts';

/** The reference that a condition is about: the left one, or the right one in `1 < prefix:name`. */
export function subjectOf(predicate: LeafPredicate): Reference | undefined {
  if (predicate.kind !== 'comparison') return predicate.reference;
  if (predicate.left.kind === 'reference') return predicate.left;
  return predicate.right.kind === 'reference' ? predicate.right : undefined;
}

export function leafCondition(
  predicate: LeafPredicate,
  context: ConditionContext,
  isNegated: boolean,
): Condition {
  const subject = subjectOf(predicate);
  const field = subject && context.resolved.get(subject);
  if (field?.kind === 'path') return pathCondition(predicate, context, isNegated);
  const condition = positiveCondition(predicate, context);
  return isNegated ? not(condition) : condition;
}

function positiveCondition(predicate: LeafPredicate, context: ConditionContext): Condition {
  const subject = subjectOf(predicate);
  if (subject === undefined) return constantCondition(predicate);
  const field = context.resolved.get(subject);
  if (field === undefined) throw invalid(`No such property: ${subject.name}`);
  if (subject.asDate && !(field.kind === 'value' || field.kind === 'list'))
    throw invalid(`Cannot cast to DATE: ${subject.name}`);
  switch (field.kind) {
    case 'value':
      return valueCondition(predicate, subject, field, context);
    case 'list': {
      const { table, value } = anyElement(context.engine, field);
      return listCondition(predicate, subject, table, value, context);
    }
    case 'blobKeys': {
      const value: ValueField = { kind: 'value', name: field.name, type: 'text', sql: sql.ref('b.blob_key') };
      const shown = sql`(select blob_key from blob_references where document_seq = d.seq) as b`;
      return listCondition(predicate, subject, shown, value, context);
    }
    case 'object': {
      if (predicate.kind !== 'isNull') throw unsuitable(predicate, field.name);
      return predicate.negated ? field.exists : not(field.exists);
    }
    default:
      return specialCondition(predicate, field, context);
  }
}

/** A condition without references, such as `1 = 0`. */
function constantCondition(predicate: LeafPredicate): Condition {
  const holds =
    predicate.kind === 'comparison'
      ? compareLiterals(predicate.left, predicate.operator, predicate.right)
      : undefined;
  if (holds === undefined) throw invalid('Syntax error: Invalid comparison without a property');
  return holds ? ALWAYS : NEVER;
}

/** Whether any element matches, or none. */
function listCondition(
  predicate: LeafPredicate,
  subject: Reference,
  table: RawBuilder<unknown>,
  value: ValueField,
  context: ConditionContext,
): Condition {
  const { positive, isNegated } = withoutNegation(predicate);
  if (positive.kind === 'isNull') {
    const present: Condition = sql`exists (select 1 from ${table})`;
    return isNegated ? present : not(present);
  }
  const guard = context.engine.withinTime(value.sql);
  const condition = valueCondition(positive, subject, value, context);
  const found: Condition = sql`exists (select 1 from ${table} where ${
    guard === undefined ? condition : sql`${guard} and ${condition}`
  })`;
  return isNegated ? not(found) : found;
}

/** For lists, the negation applies to the whole list, so it is moved outside. */
function withoutNegation(predicate: LeafPredicate): { positive: LeafPredicate; isNegated: boolean } {
  if (predicate.kind === 'comparison') {
    if (predicate.operator !== '!=') return { positive: predicate, isNegated: false };
    return { positive: { ...predicate, operator: '=' }, isNegated: true };
  }
  if (predicate.kind === 'startsWith' || !predicate.negated) return { positive: predicate, isNegated: false };
  return { positive: { ...predicate, negated: false }, isNegated: true };
}

function valueCondition(
  predicate: LeafPredicate,
  subject: Reference,
  field: ValueField,
  context: ConditionContext,
): Condition {
  const { engine } = context;
  if (subject.asDate && field.type !== 'date') throw invalid(`Cannot cast to DATE: ${subject.name}`);
  const value = subject.asDate ? sql`substr(${field.sql}, 1, 10)` : field.sql;
  const read = (literal: Literal): string | number =>
    subject.asDate ? dayOf(literal, field.name) : literalValue(literal, field.type, field.name);
  const bind = (literal: Literal): RawBuilder<unknown> => parameter(engine, read(literal));

  if (field.isStrict === true && !isFlagCondition(predicate))
    throw invalid(`${field.name} requires = or <> operator`);
  switch (predicate.kind) {
    case 'comparison':
      return comparison(predicate, subject, field, value, bind, context);
    case 'in': {
      const values = predicate.values.map(read);
      const texts = values.map(String);
      const found = engine.isOneOf(value, typeof values[0] === 'number' ? values.map(Number) : texts);
      if (predicate.negated) return not(found);
      return field.start === undefined
        ? found
        : sql`(${mayBeOneOf(field.start, texts, engine)} and ${found})`;
    }
    case 'between': {
      const negation = predicate.negated ? sql`not ` : sql``;
      return sql`${value} ${negation}between ${bind(predicate.low)} and ${bind(predicate.high)}`;
    }
    case 'like': {
      const text = field.type === 'number' || field.type === 'flag' ? engine.asText(value) : value;
      const pattern = likePattern(predicate.pattern.value);
      const negation = predicate.negated ? sql`not ` : sql``;
      if (predicate.ignoreCase) {
        const like: Condition = sql`${engine.lower(text)} ${negation}like ${pattern.toLowerCase()} escape '\\'`;
        const mayFit = predicate.negated ? undefined : field.key && keyMayFit(field.key, pattern, engine);
        return mayFit === undefined ? like : sql`(${mayFit} and ${like})`;
      }
      const like: Condition = sql`${text} ${negation}like ${pattern} escape '\\'`;
      const start = startOfPattern(pattern);
      if (field.start === undefined || predicate.negated || start === '') return like;
      return sql`(${mayBeginWith(field.start, start, engine)} and ${like})`;
    }
    case 'isNull':
      return predicate.negated ? sql`${value} is not null` : sql`${value} is null`;
    case 'startsWith': {
      if (field.type !== 'text') throw unsuitable(predicate, field.name);
      const start = literalValue(predicate.value, 'text', field.name);
      // In code point order, all texts that start with `value/` come before `value0`.
      const below: Condition = sql`(${value} = ${parameter(engine, start)}
        or (${value} >= ${parameter(engine, `${start}/`)} and ${value} < ${parameter(engine, `${start}0`)}))`;
      if (field.start === undefined || typeof start !== 'string') return below;
      return sql`(${mayBeginWith(field.start, start, engine)} and ${below})`;
    }
  }
}

const FLIPPED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};

const RANGES = new Set<ComparisonOperator>(['<', '<=', '>', '>=']);

/** Whether it is an open range of an indexed value. */
export function isIndexedRange(predicate: LeafPredicate, { resolved }: Pick<ConditionContext, 'resolved'>) {
  if (predicate.kind !== 'comparison' || !RANGES.has(predicate.operator)) return false;
  const subject = subjectOf(predicate);
  const field = subject && resolved.get(subject);
  const isPlain = subject?.asDate === false && [predicate.left, predicate.right].some(isLiteral);
  return isPlain && field?.kind === 'value' && (field.isIndexed === true || field.start !== undefined);
}

/** A condition implied by the predicate, for which reading an index is enough. */
export function inIndexOf(predicate: LeafPredicate, context: ConditionContext): Condition | undefined {
  if (isIndexedRange(predicate, context)) return leafCondition(predicate, context, false);
  const subject = subjectOf(predicate);
  const field = subject && context.resolved.get(subject);
  if (field?.kind !== 'value' || field.start === undefined || subject?.asDate === true) return undefined;
  if (predicate.kind !== 'like' || predicate.negated || predicate.ignoreCase) return undefined;
  const start = startOfPattern(likePattern(predicate.pattern.value));
  return start === '' ? undefined : mayBeginWith(field.start, start, context.engine);
}

/** A condition implied by the predicate, on columns of the index of titles; undefined where there is none. */
export function besideTitle(predicate: LeafPredicate, context: ConditionContext): Condition | undefined {
  const subject = subjectOf(predicate);
  const field = subject && context.resolved.get(subject);
  if (field?.kind !== 'value' || field.element !== undefined || subject?.asDate === true) return undefined;
  if (predicate.kind === 'like' && predicate.ignoreCase && !predicate.negated)
    return field.key && keyMayFit(field.key, likePattern(predicate.pattern.value), context.engine);
  const isOneOf =
    predicate.kind === 'in'
      ? !predicate.negated
      : predicate.kind === 'comparison' &&
        predicate.operator === '=' &&
        [predicate.left, predicate.right].some(isLiteral);
  return isOneOf && field.name === 'dc:creator' && context.engine.isRare !== undefined
    ? leafCondition(predicate, context, false)
    : undefined;
}

/** Texts of which every result must have one in a list; undefined where the condition requires no such thing. */
export function textsIn(
  predicate: LeafPredicate,
  { resolved }: Pick<ConditionContext, 'resolved'>,
  list: string,
): readonly string[] | undefined {
  const subject = subjectOf(predicate);
  const name = subject && resolved.get(subject)?.name;
  if (!name?.startsWith(list) || !/^(\/\*\d*)?$/.test(name.slice(list.length))) return undefined;
  const wanted =
    predicate.kind === 'in' && !predicate.negated
      ? predicate.values
      : predicate.kind === 'comparison' && predicate.operator === '='
        ? [predicate.right]
        : [];
  const texts = wanted.flatMap((one) => (one.kind === 'string' ? [one.value] : []));
  // JSON writes others with escapes.
  const arePlain = texts.every((one) => JSON.stringify(one) === `"${one}"`);
  return texts.length > 0 && texts.length === wanted.length && arePlain ? texts : undefined;
}

function startOfPattern(pattern: string): string {
  return pattern.split(/[%_\\]/, 1)[0] ?? '';
}

function isLiteral({ kind }: Operand): boolean {
  return kind !== 'reference' && kind !== 'arithmetic';
}

const OPERATORS: Readonly<Record<ComparisonOperator, RawBuilder<unknown>>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '>': sql`>`,
  '<=': sql`<=`,
  '>=': sql`>=`,
};

function comparison(
  predicate: Extract<LeafPredicate, { kind: 'comparison' }>,
  subject: Reference,
  field: ValueField,
  value: RawBuilder<unknown>,
  bind: (literal: Literal) => RawBuilder<unknown>,
  context: ConditionContext,
): Condition {
  const isFlipped = predicate.left !== subject;
  const direction = isFlipped ? FLIPPED[predicate.operator] : predicate.operator;
  const operator = OPERATORS[direction];
  const { isRare } = context.engine;
  const inIndex = (range: Condition): Condition =>
    isRare !== undefined && context.rare.has(predicate) ? isRare(range) : range;
  const other: Operand = isFlipped ? predicate.left : predicate.right;
  switch (other.kind) {
    case 'reference': {
      const compared = context.resolved.get(other);
      if (field.isStrict === true) throw invalid(`${field.name} requires literal 0 or 1 as right argument`);
      if (compared?.kind !== 'value' || compared.type !== field.type || subject.asDate !== other.asDate)
        throw invalid(`Cannot compare ${subject.name} with ${other.name}`);
      const right = other.asDate ? sql`substr(${compared.sql}, 1, 10)` : compared.sql;
      return sql`${value} ${operator} ${right}`;
    }
    case 'function': {
      const moment = functionValue(other, context.scope.now);
      if (field.type !== 'date') throw invalid(`Cannot compare ${subject.name} with ${printOperand(other)}`);
      return inIndex(
        sql`${value} ${operator} ${parameter(context.engine, subject.asDate ? moment.slice(0, 10) : moment)}`,
      );
    }
    case 'arithmetic':
      throw invalid(`Operator not supported: ${other.operator}`);
    default: {
      if (field.hasValue !== undefined) {
        const wanted = literalValue(other, 'flag', field.name) === 1;
        return field.hasValue(wanted === (predicate.operator === '=') ? 1 : 0);
      }
      const compared: Condition = sql`${value} ${operator} ${bind(other)}`;
      if (field.start === undefined || other.kind !== 'string') return inIndex(compared);
      if (RANGES.has(direction)) {
        const isUpwards = direction === '>' || direction === '>=';
        return sql`(${inIndex(mayBeBeyond(field.start, other.value, isUpwards, context.engine))} and ${compared})`;
      }
      if (predicate.operator !== '=') return compared;
      return sql`(${mayEqual(field.start, other.value, context.engine)} and ${compared})`;
    }
  }
}

function isFlagCondition(predicate: LeafPredicate): boolean {
  return predicate.kind === 'comparison' && (predicate.operator === '=' || predicate.operator === '!=');
}
