/** Locks: only their owner may change the document. */
import { hasPermission, requirePermission } from '../access/access.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

function lockedBy(owner: string, row: DocumentRow): RepositoryError {
  return new RepositoryError('locked', `Document already locked by ${owner}: ${row.id}`);
}

/** Locking again succeeds for the owner and is a conflict for others. */
export async function lock(session: Session, document: DocumentRow): Promise<DocumentRow> {
  const { documents } = await session.write();
  const row = await documents.getForUpdate(document.id);
  if (!row) throw errors.documentNotFound(document.id);
  if (row.lockOwner === session.username) return row;
  // Checked as if it were unlocked: the lock of another person must not look like a missing permission.
  await requirePermission(session, { ...row, lockOwner: null }, 'WriteProperties');
  if (row.lockOwner !== null) throw lockedBy(row.lockOwner, row);
  const patch = {
    lockOwner: session.username,
    lockCreated: session.now.toISOString(),
    systemChange: row.systemChange + 1,
  };
  await documents.update(row.id, patch);
  session.audit({ eventId: 'documentLocked', document: row });
  return { ...row, ...patch };
}

export async function unlock(session: Session, document: DocumentRow): Promise<DocumentRow> {
  const { documents } = await session.write();
  const row = await documents.getForUpdate(document.id);
  if (!row) throw errors.documentNotFound(document.id);
  if (row.lockOwner === null) return row;
  if (row.lockOwner !== session.username && !(await hasPermission(session, row, 'Unlock')))
    throw lockedBy(row.lockOwner, row);
  const patch = { lockOwner: null, lockCreated: null, systemChange: row.systemChange + 1 };
  await documents.update(row.id, patch);
  session.audit({ eventId: 'documentUnlocked', document: row });
  return { ...row, ...patch };
}
