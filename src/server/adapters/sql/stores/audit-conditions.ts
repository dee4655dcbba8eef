/** Compiles conditions on the audit trail to SQL. Invariant: values are parameters, never part of the text. */
import { type RawBuilder, sql } from 'kysely';
import type { AuditColumn, AuditCondition, AuditField } from '#server/core/kernel/audit-store.ts';
import type { Tables } from '../database.ts';
import type { Engine, JsonPath, JsonSource } from '../engine.ts';
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
      return sql`${auditText(engine, condition.column)} is null`;
    case 'compare': {
      const { column, operator, value } = condition;
      const compared = typeof value === 'number' ? auditNumber(engine, column) : auditText(engine, column);
      return sql`${compared} ${operators[operator]} ${value}`;
    }
    case 'like': {
      const pattern = likePattern(condition.pattern);
      const text = auditText(engine, condition.column);
      return condition.ignoreCase
        ? sql`${engine.lower(text)} like ${pattern.toLowerCase()} escape '\\'`
        : sql`${text} like ${pattern} escape '\\'`;
    }
  }
}

/** The column, or a value of `extended` as text. */
export function auditText(engine: Engine, field: AuditField): RawBuilder<unknown> {
  return isColumn(field)
    ? sql.ref(auditColumnNames[field])
    : engine.asText(engine.jsonText(extended, pathOf(field)));
}

export function auditNumber(engine: Engine, field: AuditField): RawBuilder<unknown> {
  return isColumn(field) ? sql.ref(auditColumnNames[field]) : engine.jsonNumber(extended, pathOf(field));
}

const extended: JsonSource = { expression: sql.ref('extended'), isElement: false };

function isColumn(field: AuditField): field is AuditColumn {
  return Object.hasOwn(auditColumnNames, field);
}

function pathOf(field: string): JsonPath {
  return field.split('.').slice(1);
}
