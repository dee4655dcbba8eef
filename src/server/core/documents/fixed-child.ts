/**
 * Children with a fixed name that the repository makes when they are first needed.
 * Invariant: of concurrent calls only one makes the child; the others find it.
 */
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { holdPlaces } from './tree-locks.ts';

export async function fixedChild(
  session: Session,
  parent: DocumentRow,
  name: string,
  make: () => Promise<DocumentRow>,
): Promise<DocumentRow> {
  const existing = await findChild(session, parent, name);
  if (existing) return existing;
  // The place is held before the row is locked, as everywhere in the tree: otherwise a move could deadlock with this.
  await holdPlaces(session, parent);
  const { documents } = await session.write();
  await documents.getForUpdate(parent.id);
  return (await findChild(session, parent, name)) ?? make();
}

async function findChild(
  session: Session,
  parent: DocumentRow,
  name: string,
): Promise<DocumentRow | undefined> {
  const child = await session.read.documents.child(parent.id, name);
  return child?.isTrashed === parent.isTrashed ? child : undefined;
}
