/** Reading the audit trail. Invariant: a document's history needs the right to read the document. */

import { requirePermission } from '../access/access.ts';
import { type AuditCondition, type AuditFilter, auditColumns, type LogEntry } from '../kernel/audit-store.ts';
import type { SortKey } from '../kernel/document-store.ts';
import { RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { type Paged, type PageRequest, pageBlock, spanOf } from '../search/page.ts';
import { moment } from './audit-query.ts';

export interface AuditQuestion {
  readonly eventIds?: readonly string[] | undefined;
  readonly categories?: readonly string[] | undefined;
  readonly principals?: readonly string[] | undefined;
  /** W3C date-times or days; a day as the end means the whole day. */
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

/** All entries; for administrators only. */
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

/** Newest first; of entries of the same time, the one written later first. */
function orderOf(sort: readonly SortKey[] = []): readonly SortKey[] {
  const bad = sort.find(({ name }) => !auditColumns.some((one) => one === name));
  if (bad) throw new RepositoryError('badRequest', `Cannot sort the audit trail by ${bad.name}`);
  const latest = { name: 'id', descending: true };
  return sort.length > 0 ? [...sort, latest] : [{ name: 'eventDate', descending: true }, latest];
}
