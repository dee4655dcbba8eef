import type { LogEntry } from '#server/core/kernel/audit-store.ts';
import type { LogEntryEntity } from '#wire/activity.ts';

export function presentLogEntry(record: LogEntry): LogEntryEntity {
  return {
    'entity-type': 'logEntry',
    id: record.id,
    category: record.category,
    principalName: record.principalName,
    comment: record.comment,
    docLifeCycle: record.docLifeCycle,
    docPath: record.docPath,
    docType: record.docType,
    docUUID: record.docUUID,
    eventId: record.eventId,
    repositoryId: record.repositoryId,
    eventDate: record.eventDate,
    logDate: record.logDate,
    extended: record.extended,
  };
}
