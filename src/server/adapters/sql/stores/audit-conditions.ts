/** Conditions on the audit trail as SQL. Invariant: values are parameters, never text of the statement. */
import { sql } from 'kysely';
import type { AuditColumn, AuditCondition } from '#server/core/kernel/stores.ts';
import type { Tables } from '../database.ts';
import type { Engine } from '../engine.ts';
import { allOf, anyOf, type Condition, likePattern, not } from '../nxql/sql-terms.ts';

export const auditColumnNames = {
  id: 'id',
  eventId: 'event_id',
  category: 'category',
  principalName: 'principal_name',
  eventDate: 'event_date',
  logDate: 'log_date',
  repositoryId: 'repository_id',
  docUUID: 'doc_uuid',
  docPath: 'doc_path',
  docType: 'doc_type',
  docLifeCycle: 'doc_life_cycle',
  comment: 'comment',
} as const satisfies Record<AuditColumn, keyof Tables['audit']>;

const operators = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
} as const;

export function auditCondition(engine: Engine, condition: AuditCondition): Condition {
  switch (condition.kind) {
    case 'and':
      return allOf(condition.items.map((item) => auditCondition(engine, item)));
    case 'or':
      return anyOf(condition.items.map((item) => auditCondition(engine, item)));
    case 'not':
      return not(auditCondition(engine, condition.item));
    case 'null':
      return sql`${column(condition)} is null`;
    case 'compare':
      return sql`${column(condition)} ${operators[condition.operator]} ${condition.value}`;
    case 'like': {
      const pattern = likePattern(condition.pattern);
      return condition.ignoreCase
        ? sql`${engine.lower(column(condition))} like ${pattern.toLowerCase()} escape '\\'`
        : sql`${column(condition)} like ${pattern} escape '\\'`;
    }
  }
}

function column({ column: name }: { readonly column: AuditColumn }) {
  return sql.ref(auditColumnNames[name]);
}
