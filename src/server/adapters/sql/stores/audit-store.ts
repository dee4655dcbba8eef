/**
 * The audit trail.
 * Invariant: records are only appended; ids grow in the order of writing.
 */
import type { Selectable, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import {
  type AuditFilter,
  type AuditStore,
  isAuditField,
  type LogEntry,
} from '#server/core/kernel/audit-store.ts';
import type { AggregateRequest } from '#server/core/kernel/document-store.ts';
import { RepositoryError } from '#server/core/kernel/errors.ts';
import type { StoreContext } from '../context.ts';
import type { Tables } from '../database.ts';
import type { Engine } from '../engine.ts';
import { aggregateValues, countRows } from '../nxql/aggregate-values.ts';
import type { ValueField } from '../nxql/nxql-fields.ts';
import { preparedInsert } from '../prepared-insert.ts';
import { auditColumnNames, auditCondition, auditNumber, auditText } from './audit-conditions.ts';
import { readObject, writeJson } from './json-columns.ts';

const columns: ReadonlyMap<string, keyof Tables['audit']> = new Map(Object.entries(auditColumnNames));

type NewRecord = Omit<Selectable<Tables['audit']>, 'id'>;

const appendRecords = preparedInsert<NewRecord>({
  into: sql`insert into audit`,
  values: {
    event_id: 'text',
    category: 'text',
    principal_name: 'text',
    event_date: 'text',
    log_date: 'text',
    repository_id: 'text',
    doc_uuid: 'text',
    doc_path: 'text',
    doc_type: 'text',
    doc_life_cycle: 'text',
    comment: 'text',
    extended: 'json',
  },
  columns: (_context, given) => ({
    event_id: given('event_id'),
    category: given('category'),
    principal_name: given('principal_name'),
    event_date: given('event_date'),
    log_date: given('log_date'),
    repository_id: given('repository_id'),
    doc_uuid: given('doc_uuid'),
    doc_path: given('doc_path'),
    doc_type: given('doc_type'),
    doc_life_cycle: given('doc_life_cycle'),
    comment: given('comment'),
    extended: given('extended'),
  }),
});

export function auditStore(context: StoreContext): AuditStore {
  const { database, engine } = context;
  const filtered = <O>(query: SelectQueryBuilder<Tables, 'audit', O>, filter: AuditFilter) => {
    let all = query;
    if (filter.condition) all = all.where(auditCondition(engine, filter.condition));
    if (filter.docUUID !== undefined) all = all.where('doc_uuid', '=', filter.docUUID);
    if (filter.eventIds !== undefined) all = all.where(engine.isOneOf(sql.ref('event_id'), filter.eventIds));
    if (filter.categories !== undefined)
      all = all.where(engine.isOneOf(sql.ref('category'), filter.categories));
    if (filter.principals !== undefined)
      all = all.where(engine.isOneOf(sql.ref('principal_name'), filter.principals));
    if (filter.from !== undefined) all = all.where('event_date', '>=', filter.from);
    if (filter.to !== undefined) all = all.where('event_date', '<=', filter.to);
    return all;
  };

  return {
    append: async (records) => {
      const logDate = new Date().toISOString();
      await appendRecords.defer(
        context,
        records.map((record) => ({
          event_id: record.eventId,
          category: record.category,
          principal_name: record.principalName,
          event_date: record.eventDate,
          log_date: logDate,
          repository_id: record.repositoryId,
          doc_uuid: record.docUUID,
          doc_path: record.docPath,
          doc_type: record.docType,
          doc_life_cycle: record.docLifeCycle,
          comment: record.comment,
          extended: writeJson(record.extended),
        })),
      );
    },

    list: async (filter, { sort, offset, limit }) => {
      let page = filtered(database.selectFrom('audit').selectAll(), filter);
      for (const { name, descending } of sort) {
        const column = columns.get(name);
        if (column === undefined) throw new RepositoryError('badRequest', `Cannot sort by: ${name}`);
        page = page.orderBy(sql`${sql.ref(column)} ${descending ? engine.descending : engine.ascending}`);
      }
      page = page.orderBy('id', sort.at(-1)?.descending === true ? 'desc' : 'asc').offset(offset);
      // SQLite accepts OFFSET only after LIMIT.
      page = page.limit(limit === 0 ? 1_000_000 : limit);
      const [rows, counted] = await Promise.all([
        page.execute(),
        filtered(
          database.selectFrom('audit').select((each) => each.fn.countAll<number>().as('total')),
          filter,
        ).executeTakeFirstOrThrow(),
      ]);
      return {
        total: counted.total,
        items: rows.map(toLogEntry),
      };
    },

    following: async (id, limit) => {
      const rows = await database
        .selectFrom('audit')
        .selectAll()
        .where('id', '>', id)
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toLogEntry);
    },

    removeThrough: async (id, limit) => {
      const old = database.selectFrom('audit').select('id').where('id', '<=', id).orderBy('id').limit(limit);
      const result = await database.deleteFrom('audit').where('id', 'in', old).executeTakeFirst();
      return Number(result.numDeletedRows);
    },

    aggregate: async (filter, request) => {
      const rows = filtered(database.selectFrom('audit').selectAll(), filter);
      const from = sql`(${rows}) as entry where 1 = 1`;
      return aggregateValues(
        context,
        { from, value: entryField(engine, request), counted: countRows },
        request,
      );
    },
  };
}

function toLogEntry(row: Selectable<Tables['audit']>): LogEntry {
  return {
    id: row.id,
    eventId: row.event_id,
    category: row.category,
    principalName: row.principal_name,
    eventDate: row.event_date,
    logDate: row.log_date,
    repositoryId: row.repository_id,
    docUUID: row.doc_uuid,
    docPath: row.doc_path,
    docType: row.doc_type,
    docLifeCycle: row.doc_life_cycle,
    comment: row.comment,
    extended: readObject(row.extended),
  };
}

/** Values in `extended` have no declared type: they are read as the type that the request needs. */
function entryField(engine: Engine, { field, type }: AggregateRequest): ValueField {
  if (!isAuditField(field)) throw new RepositoryError('badRequest', `Cannot aggregate on: ${field}`);
  if (type === 'date_range' || type === 'date_histogram' || field === 'eventDate' || field === 'logDate') {
    return { kind: 'value', name: field, type: 'date', sql: auditText(engine, field) };
  }
  const isText = type === 'terms' || type === 'cardinality' || type === 'count' || type === 'missing';
  return {
    kind: 'value',
    name: field,
    type: isText ? 'text' : 'number',
    sql: isText ? auditText(engine, field) : auditNumber(engine, field),
  };
}
