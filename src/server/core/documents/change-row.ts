/**
 * Changes to a stored row that follow from what the row holds now: lists, counts, marks of the repository's own.
 * Invariant: the change is worked out from the row as it is locked, so that of calls that meet none takes back what
 * another one added. Nothing else may store a list that it read before.
 */
import type { DocumentPatch, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { keepWords } from './document-content.ts';

/**
 * No rights, no checkout, no audit entry: those are the caller's matter.
 * @param change undefined when there is nothing to change
 * @returns the row as it is afterwards; undefined when there is no such document any more
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
