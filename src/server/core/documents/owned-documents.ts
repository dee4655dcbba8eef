/**
 * Documents of types that the engine owns: tasks, workflows, comments, relations, the roots.
 * Invariant: people change them only through the rules that own them; only people with Everything there may remove one.
 */
import { requirePermission } from '../access/access.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

/** @throws 403, for every caller */
export function requireNotOwned(
  session: Session,
  type: string,
  done: 'made' | 'moved' | 'copied' | 'published',
): void {
  if (session.types.isOwnedType(type)) {
    throw errors.forbidden(`Documents of type ${type} are ${done} by the server's own rules only`);
  }
}

/** In addition to what the removal of any document requires. */
export async function requireOwnedRemovable(session: Session, row: DocumentRow): Promise<void> {
  if (session.types.isOwnedType(row.type) && row.proxyTargetId === null) {
    await requirePermission(session, row, 'Everything');
  }
}
