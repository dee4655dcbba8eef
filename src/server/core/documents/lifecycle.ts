/** Life-cycle states and the transitions between them. */
import { requirePermission } from '../access/access.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { announceContent } from './document-content.ts';

export async function followTransition(
  session: Session,
  document: DocumentRow,
  name: string,
): Promise<DocumentRow> {
  const { documents } = await session.write();
  const row = await documents.getForUpdate(document.id);
  if (!row) throw errors.documentNotFound(document.id);
  await requirePermission(session, row, 'WriteLifeCycle');
  const transition = session.types
    .type(row.type)
    ?.lifecycle.transitions.find(
      (candidate) => candidate.name === name && row.state !== null && candidate.from.includes(row.state),
    );
  if (!transition) {
    throw new RepositoryError(
      'operationFailed',
      `Not allowed to follow transition <${name}> from state <${row.state ?? ''}>`,
    );
  }
  const patch = { state: transition.to, systemChange: row.systemChange + 1 };
  await documents.update(row.id, patch);
  const after = { ...row, ...patch };
  await announceContent(session, after, row);
  auditTransition(session, after, row.state, transition.name);
  return after;
}

/** What is approved or obsolete is work again when a new version of it is begun. */
export function backToWork(session: Session, row: DocumentRow): Pick<DocumentRow, 'state'> {
  const { state } = row;
  const transition = session.types
    .type(row.type)
    ?.lifecycle.transitions.find(({ name, from }) => name === 'backToProject' && from.includes(state ?? ''));
  if (!transition || (state !== 'approved' && state !== 'obsolete')) return { state };
  const after = { ...row, state: transition.to };
  auditTransition(session, after, state, transition.name);
  return { state: transition.to };
}

function auditTransition(session: Session, document: DocumentRow, from: string | null, name: string): void {
  session.audit({
    eventId: 'lifecycle_transition_event',
    category: 'eventLifeCycleCategory',
    document,
    extended: { from, to: document.state, transition: name },
  });
}
