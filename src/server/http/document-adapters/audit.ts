/** `@audit`: the history of a document, newest first. */
import { documentHistory } from '#server/core/audit/audit.ts';
import type { LogEntryEntity } from '#wire/activity.ts';
import { pageRequest, sortKeys } from '../paging.ts';
import { presentLogEntry } from '../presenters/audit.ts';
import { pagedList } from '../presenters/lists.ts';
import { entity, textResponse } from '../responses.ts';
import { auditQuestion } from '../search-parameters.ts';
import type { Adapter } from './adapter.ts';
import { documentOf, requireMethod } from './targets.ts';

export const audit: Adapter = {
  name: 'audit',
  answer: async ({ request, session, url }, target) => {
    requireMethod(request, 'GET');
    const query = url.searchParams;
    const question = { ...auditQuestion(query), sort: sortKeys(query) };
    const found = await documentHistory(session, documentOf(target), question, pageRequest(query));
    const entries = found.entries.map(presentLogEntry);
    if (request.headers.get('accept')?.includes('text/csv')) return csv(entries);
    return entity(pagedList('logEntries', found, entries));
  },
};

const columns = [
  'id',
  'eventDate',
  'eventId',
  'category',
  'principalName',
  'docUUID',
  'docPath',
  'docType',
  'docLifeCycle',
  'comment',
] as const;

function csv(entries: readonly LogEntryEntity[]): Response {
  const rows = entries.map((entry) => columns.map((name) => cell(String(entry[name] ?? ''))).join(','));
  return textResponse(`${[columns.join(','), ...rows].join('\r\n')}\r\n`, {
    headers: {
      'Content-Type': 'text/csv; charset=UTF-8',
      'Content-Disposition': 'attachment; filename=audit.csv',
    },
  });
}

/** The quote prevents a leading operator from making it a formula in spreadsheets. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
