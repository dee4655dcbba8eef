/**
 * Relations between documents: each is a document of type `Relation`, beside the one that it begins at.
 * Invariant: two documents have one relation by one predicate at most; making and ending one needs the rights to add
 * and to remove at the place where it lies.
 */
import { requirePermission } from '../access/access.ts';
import { elevated } from '../access/elevated.ts';
import { createDocument, deleteDocument, getDocument } from '../documents/documents.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { runQuery } from '../search/run-query.ts';
import { OwnedValues } from '../types/owned-values.ts';

/** The relations of one document that the caller may read. */
export async function relationsOf(
  session: Session,
  document: DocumentRow,
  predicate: string,
  outgoing: boolean,
): Promise<readonly DocumentRow[]> {
  const end = outgoing ? 'relation:source' : 'relation:target';
  const { entries } = await runQuery(
    session,
    `SELECT * FROM Relation WHERE ${end} = ? AND relation:predicate = ?`,
    { positional: [document.id, predicate] },
  );
  return entries;
}

/** The id of what a relation leads to, or comes from. */
export function otherEnd(relation: DocumentRow, outgoing: boolean): string | undefined {
  const id = relation.properties[outgoing ? 'relation:target' : 'relation:source'];
  return typeof id === 'string' ? id : undefined;
}

export async function relate(
  session: Session,
  source: DocumentRow,
  predicate: string,
  target: DocumentRow,
): Promise<void> {
  const known = await relationsOf(session, source, predicate, true);
  if (known.some((relation) => otherEnd(relation, true) === target.id)) {
    throw new RepositoryError('conflict', 'The documents have this relation already');
  }
  if (source.parentId === null) throw errors.badRequest('There is no folder to keep the relation in');
  await createDocument(session, await getDocument(session, { id: source.parentId }), {
    type: 'Relation',
    name: 'relation',
    owned: new OwnedValues({
      'relation:source': source.id,
      'relation:predicate': predicate,
      'relation:target': target.id,
    }),
  });
}

export async function endRelation(session: Session, relation: DocumentRow): Promise<void> {
  const parent = relation.parentId === null ? undefined : await session.read.documents.get(relation.parentId);
  await requirePermission(session, relation, 'Remove');
  if (parent) await requirePermission(session, parent, 'RemoveChildren');
  await deleteDocument(elevated(session), relation);
}
