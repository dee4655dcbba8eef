/**
 * Changes to a stored row that depend on its present values: lists, counts, the repository's own notes.
 * Invariant: the change is computed from the locked row, so that concurrent calls do not undo each other's additions.
 * No other code may store a list that it read without the lock.
 */
import type { DocumentPatch, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { keepWords } from './document-content.ts';

/**
 * Checks no rights, checks nothing out and audits nothing: the caller must.
 * @param change returns undefined when there is nothing to change
 * @returns the row afterwards; undefined when the document no longer exists
 */
export async function changeRow(
  session: Session,
  id: string,
  change: (current: DocumentRow) => DocumentPatch | undefined,
): Promise<DocumentRow | undefined> {
  const { documents } = await session.write();
  const current = await documents.getForUpdate(id);
  const patch = current && change(current);
  if (!current || !patch) return current;
  const all = { ...patch, systemChange: current.systemChange + 1 };
  await documents.update(id, all);
  const changed = { ...current, ...all };
  await keepWords(session, changed, current);
  return changed;
}
