/** The audit trail for index searches. Invariant: administrators only, as everywhere for the whole trail. */

import {
  type AuditCondition,
  type AuditField,
  isAuditField,
  type LogEntry,
} from '../../kernel/audit-store.ts';
import type { SortKey } from '../../kernel/document-store.ts';
import { errors, RepositoryError } from '../../kernel/errors.ts';
import type { Session } from '../../kernel/session.ts';
import type { IndexSource } from './aggregations.ts';
import type { IndexCondition } from './conditions.ts';
import { readMoment } from './moments.ts';

export interface AuditIndex extends IndexSource {
  hits(
    condition: IndexCondition,
    page: { readonly from: number; readonly size: number; readonly sort: readonly SortKey[] },
  ): Promise<{ readonly total: number; readonly items: readonly LogEntry[] }>;
}

/** @param within limits the trail, for example to workflow events */
export function auditIndex(session: Session, within?: AuditCondition): AuditIndex {
  if (!session.principals.isAdministrator) {
    throw new RepositoryError('forbidden', 'Only administrators may read the whole audit trail');
  }
  const filterFor = (condition: IndexCondition) => ({
    condition: {
      kind: 'and',
      items: [...(within ? [within] : []), entryCondition(session, condition)],
    } as const,
  });
  const list = (
    condition: IndexCondition,
    page: { sort: readonly SortKey[]; offset: number; limit: number },
  ) => session.read.audit.list(filterFor(condition), page);
  return {
    session,
    isFlag: () => false,
    aggregate: (condition, aggregations) =>
      session.read.audit.aggregate(filterFor(condition), {
        ...aggregations,
        field: auditField(aggregations.field),
      }),
    count: async (condition) => (await list(condition, { sort: [], offset: 0, limit: 1 })).total,
    hits: async (condition, { from, size, sort }) => {
      const { total, items } = await list(condition, { sort, offset: from, limit: Math.max(1, size) });
      return { total, items: size === 0 ? [] : items };
    },
  };
}

function auditField(name: string): AuditField {
  if (!isAuditField(name)) throw errors.badRequest(`No such field of the audit trail: [${name}]`);
  return name;
}

function entryCondition(session: Session, condition: IndexCondition): AuditCondition {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return { kind: condition.kind, items: condition.items.map((item) => entryCondition(session, item)) };
    case 'not': {
      const { item } = condition;
      const negated: AuditCondition = { kind: 'not', item: entryCondition(session, item) };
      if (!('field' in item) || item.field === undefined || item.kind === 'exists') return negated;
      return { kind: 'or', items: [{ kind: 'null', column: auditField(item.field) }, negated] };
    }
    case 'in': {
      const column = auditField(condition.field);
      const items = condition.values.map(
        (value): AuditCondition => ({
          kind: 'compare',
          column,
          operator: '=',
          value: isExtended(column) ? value : entryValue(session, column, value, 'UTC', false),
        }),
      );
      return { kind: 'or', items };
    }
    case 'range': {
      const column = auditField(condition.field);
      const items = condition.bounds.map(({ operator, value }): AuditCondition => {
        const isEnd = operator === '<=' || operator === '>';
        return {
          kind: 'compare',
          column,
          operator,
          value: entryValue(session, column, value, condition.zone, isEnd),
        };
      });
      return { kind: 'and', items };
    }
    case 'exists':
      return { kind: 'not', item: { kind: 'null', column: auditField(condition.field) } };
    case 'like': {
      const column = auditField(condition.field);
      if (column === 'id') throw errors.badRequest('[id] is a number');
      return { kind: 'like', column, pattern: condition.pattern, ignoreCase: false };
    }
    case 'words':
      throw errors.badRequest('The audit trail is not searched by words');
  }
}

function entryValue(
  session: Session,
  column: AuditField,
  value: string,
  zone: string,
  isEnd: boolean,
): string | number {
  if (column === 'eventDate' || column === 'logDate') {
    return new Date(readMoment(value, zone, session.now, isEnd)).toISOString();
  }
  if (column === 'id') {
    if (!Number.isSafeInteger(Number(value))) throw errors.badRequest(`Invalid id: ${value}`);
    return Number(value);
  }
  // Numbers in `extended` compare as numbers.
  return isExtended(column) && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value;
}

function isExtended(column: AuditField): boolean {
  return column.startsWith('extended.');
}
