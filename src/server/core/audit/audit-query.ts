/**
 * Queries on the audit trail as older clients write them: `from LogEntry log where log.eventId = 'x' or …`.
 * Apart from the entity's name and alias they are NXQL, so the NXQL parser reads them.
 * Invariant: unsupported parts are refused by name; no part of the text is ignored.
 */
import {
  type Literal,
  type Operand,
  type Predicate,
  parse,
  quoteString,
  type Reference,
} from '#nxql/index.ts';
import { type AuditColumn, type AuditCondition, auditColumns } from '../kernel/audit-store.ts';
import type { SortKey } from '../kernel/document-store.ts';
import { errors } from '../kernel/errors.ts';

export interface AuditQuery {
  readonly condition: AuditCondition | undefined;
  readonly sort: readonly SortKey[];
  /** Only entries about this document. */
  readonly docUUID: string | undefined;
}

export type AuditParameters = Readonly<Record<string, unknown>>;

export function parseAuditQuery(text: string, parameters: AuditParameters = {}): AuditQuery {
  const { alias, nxql } = asNxql(text, parameters);
  const { query, diagnostics } = parse(nxql);
  if (!query) throw refusal(diagnostics[0]?.message ?? text);
  const columnOf = (reference: Reference): AuditColumn => {
    const name =
      alias && reference.name.startsWith(`${alias}.`)
        ? reference.name.slice(alias.length + 1)
        : reference.name;
    const column = auditColumns.find((one) => one === name);
    if (!column || reference.asDate) throw refusal(reference.name);
    return column;
  };
  const where = query.where && conditionOf(query.where, columnOf);
  return {
    condition: where,
    sort: query.orderBy.map(({ reference, descending }) => ({ name: columnOf(reference), descending })),
    docUUID: documentOf(where),
  };
}

/** The text before a date: `timestamp('…')`, `date '…'` and `{ts '…'}` mean the same as the text alone. */
const beforeMoment = /(?:\b(?:timestamp|date) ?\(?|\{ ?ts) ?$/i;

/** Does not change text in quotes. */
function asNxql(text: string, parameters: AuditParameters): { alias: string | undefined; nxql: string } {
  let closes = false;
  const pieces = text.split(/('(?:[^']|'')*')/).map((piece, index, all) => {
    if (index % 2 === 1) return quoteString(piece.slice(1, -1).replaceAll("''", "'"));
    const plain = piece
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\b(order) (by)\b/gi, 'ORDER BY')
      .replaceAll(/\b(and|or|not|in|like|between|is|null|where|asc|desc)\b/gi, (word) => word.toUpperCase())
      .replaceAll(/:(\w+)/g, (_, name: string) => literalText(name, parameters));
    const begun = closes ? plain.replace(/^ ?[)}]/, '') : plain;
    const opening = index === all.length - 1 ? '' : (beforeMoment.exec(begun)?.[0] ?? '');
    closes = /[({]/.test(opening);
    return begun.slice(0, begun.length - opening.length);
  });
  const whole = pieces.join('').trim();
  const [start = '', entity, alias] =
    /^(?:select (?:\*|\w+) )?from (\w+)(?: (?:as )?(?!WHERE\b|ORDER BY\b)(\w+))?/i.exec(whole) ?? [];
  if (entity !== undefined && entity !== 'LogEntry') throw refusal(entity);
  const rest = whole.slice(start.length).trim();
  const isBare = start === '' && rest !== '' && !rest.startsWith('ORDER BY');
  return { alias, nxql: `SELECT * FROM LogEntry ${isBare ? 'WHERE ' : ''}${rest}` };
}

function literalText(name: string, parameters: AuditParameters): string {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined || value === null) throw errors.badRequest(`The parameter ${name} is missing`);
  if (Array.isArray(value)) return `(${value.map((one) => quoteString(String(one))).join(', ')})`;
  return typeof value === 'number' ? String(value) : quoteString(String(value));
}

type ColumnOf = (reference: Reference) => AuditColumn;

function conditionOf(predicate: Predicate, columnOf: ColumnOf): AuditCondition {
  const negated = (is: boolean, item: AuditCondition): AuditCondition => (is ? { kind: 'not', item } : item);
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return { kind: predicate.kind, items: predicate.items.map((item) => conditionOf(item, columnOf)) };
    case 'not':
      return { kind: 'not', item: conditionOf(predicate.item, columnOf) };
    case 'comparison': {
      const { left, operator, right } = predicate;
      if (left.kind !== 'reference') throw refusal(left.kind);
      const column = columnOf(left);
      const isAfterTheDay = operator === '<=' || operator === '>';
      return {
        kind: 'compare',
        column,
        operator,
        value: entryValue(column, literalOf(right), isAfterTheDay),
      };
    }
    case 'in': {
      const column = columnOf(predicate.reference);
      const values = predicate.values.map((value) => entryValue(column, value, false));
      return negated(predicate.negated, {
        kind: 'or',
        items: values.map((value) => ({ kind: 'compare', column, operator: '=', value })),
      });
    }
    case 'between': {
      const column = columnOf(predicate.reference);
      const low = entryValue(column, predicate.low, false);
      const high = entryValue(column, predicate.high, true);
      return negated(predicate.negated, {
        kind: 'and',
        items: [
          { kind: 'compare', column, operator: '>=', value: low },
          { kind: 'compare', column, operator: '<=', value: high },
        ],
      });
    }
    case 'like': {
      const { reference, pattern, ignoreCase } = predicate;
      const column = columnOf(reference);
      if (column === 'id') throw refusal(`${reference.name} LIKE`);
      return negated(predicate.negated, { kind: 'like', column, pattern: pattern.value, ignoreCase });
    }
    case 'isNull':
      return negated(predicate.negated, { kind: 'null', column: columnOf(predicate.reference) });
    case 'startsWith':
      throw refusal('STARTSWITH');
  }
}

function literalOf(operand: Operand): Literal {
  if (operand.kind === 'reference' || operand.kind === 'function' || operand.kind === 'arithmetic') {
    throw refusal(operand.kind === 'reference' ? operand.name : operand.kind);
  }
  return operand;
}

function entryValue(column: AuditColumn, { value }: Literal, isEndOfDay: boolean): string | number {
  if (column === 'id') {
    if (!Number.isSafeInteger(Number(value))) throw errors.badRequest(`Invalid id: ${value}`);
    return Number(value);
  }
  return column === 'eventDate' || column === 'logDate' ? moment(String(value), isEndOfDay) : String(value);
}

const lastOfDay = 86_399_999;

/** The time as entries store it; a day as an end means the whole day. */
export function moment(text: string, isEndOfDay: boolean): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const iso = /^\d{4}-\d{2}-\d{2} \d/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
  const time = Date.parse(iso) + (isDay && isEndOfDay ? lastOfDay : 0);
  if (Number.isNaN(time)) throw errors.badRequest(`Invalid date: ${text}`);
  return new Date(time).toISOString();
}

function documentOf(condition: AuditCondition | undefined): string | undefined {
  if (condition?.kind === 'and') return condition.items.map(documentOf).find((id) => id !== undefined);
  const isDocument =
    condition?.kind === 'compare' && condition.column === 'docUUID' && condition.operator === '=';
  return isDocument ? String(condition.value) : undefined;
}

function refusal(what: string): Error {
  return errors.badRequest(`The audit trail cannot be asked for: ${what}`);
}
