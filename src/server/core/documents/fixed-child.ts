/**
 * Children that the repository itself makes under a fixed name when they are first needed.
 * Invariant: of calls that meet only one makes it; the others find it.
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
  // Before the row, as everybody who brings something into the tree does: a move would wait for one and be waited for.
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
