/** Reading the audit trail (documents.md §7.8). Invariant: a document's history is for those who may read the document. */

import type { ParameterValue } from '#nxql/index.ts';
import { requirePermission } from './access.ts';
import { moment } from './audit-query.ts';
import { errors, RepositoryError } from './errors.ts';
import type { DocumentRow } from './model.ts';
import { type Paged, type PageRequest, pageBlock, spanOf } from './search/page.ts';
import { valuesOf } from './search/provider-query.ts';
import { pageRequestOf } from './search/run-query.ts';
import type { Session } from './session.ts';
import {
  type AuditCondition,
  type AuditFilter,
  auditColumns,
  type LogEntry,
  type SortKey,
} from './stores.ts';

export interface AuditQuestion {
  readonly eventIds?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly principals?: readonly string[] | undefined;
  /** W3C date-times or days; a day as the end means all of it. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly condition?: AuditCondition | undefined;
  readonly sort?: readonly SortKey[] | undefined;
}

export async function documentHistory(
  session: Session,
  document: DocumentRow,
  question: AuditQuestion,
  request: PageRequest,
): Promise<Paged<LogEntry>> {
  await requirePermission(session, document, 'Read');
  return list(session, { docUUID: document.id }, question, request);
}

/** Everything that has happened: administrators only. */
export async function wholeHistory(
  session: Session,
  question: AuditQuestion,
  request: PageRequest,
): Promise<Paged<LogEntry>> {
  if (!session.principals.isAdministrator) {
    throw new RepositoryError('forbidden', 'Only administrators may read the whole audit trail');
  }
  return list(session, {}, question, request);
}

async function list(
  session: Session,
  scope: AuditFilter,
  question: AuditQuestion,
  request: PageRequest,
): Promise<Paged<LogEntry>> {
  const { maxPageSize } = session.repository.settings;
  const { limit, offset } = spanOf(request, maxPageSize);
  const from = question.from === undefined ? undefined : moment(question.from, false);
  const to = question.to === undefined ? undefined : moment(question.to, true);
  const filter: AuditFilter = {
    ...scope,
    ...(question.condition ? { condition: question.condition } : {}),
    ...(question.eventIds?.length ? { eventIds: question.eventIds } : {}),
    ...(question.categories?.length ? { categories: question.categories } : {}),
    ...(question.principals?.length ? { principals: question.principals } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
  const found = await session.read.audit.list(filter, { sort: orderOf(question.sort), offset, limit });
  return {
    entries: found.items,
    page: pageBlock(request, { total: found.total, count: found.items.length, maxPageSize }),
  };
}

/** Newest first, the later written first among equals. */
function orderOf(asked: readonly SortKey[] = []): readonly SortKey[] {
  const bad = asked.find(({ name }) => !auditColumns.some((one) => one === name));
  if (bad) throw new RepositoryError('badRequest', `Cannot sort the audit trail by ${bad.name}`);
  const latest = { name: 'id', descending: true };
  return asked.length > 0 ? [...asked, latest] : [{ name: 'eventDate', descending: true }, latest];
}

/** The audit page providers (platform.md §3.7); named parameters may be one value or a list. */
export async function historyByProvider(
  session: Session,
  provider: string,
  parameters: {
    readonly document?: DocumentRow | undefined;
    readonly named: Readonly<Record<string, ParameterValue>>;
  },
  request: Partial<PageRequest> & { readonly sort?: readonly SortKey[] | undefined },
): Promise<Paged<LogEntry>> {
  const values = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => valuesOf(parameters.named[name]));
  const question: AuditQuestion = {
    eventIds: values('eventIds', 'eventId'),
    categories: values('eventCategories', 'eventCategory'),
    principals: values('principalNames', 'principalName'),
    from: values('startDate')[0],
    to: values('endDate')[0],
    sort: request.sort,
  };
  const page = pageRequestOf(request, 10);
  switch (provider) {
    case 'DOCUMENT_HISTORY_PROVIDER': {
      if (!parameters.document) throw errors.badRequest(`${provider} needs a document`);
      return documentHistory(session, parameters.document, question, page);
    }
    case 'EVENTS_VIEW':
    case 'ADMIN_HISTORY':
      return wholeHistory(session, question, page);
    default:
      throw errors.notFound(`Could not resolve page provider with name '${provider}'`);
  }
}
