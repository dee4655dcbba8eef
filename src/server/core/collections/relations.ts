/**
 * Relations between documents: each is a document of type `Relation` below its source (those of earlier releases are
 * siblings of it).
 * Invariants: two documents have at most one relation with the same predicate. People who may read both ends see it; people
 * who may also change one end may make and remove it, wherever it is stored.
 */
import { hasPermission } from '../access/access.ts';
import { elevated } from '../access/elevated.ts';
import { createDocument, deleteDocument } from '../documents/documents.ts';
import { holdPlaces } from '../documents/tree-locks.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { runQuery } from '../search/run-query.ts';
import { OwnedValues } from '../types/owned-values.ts';

/** All relations of a document, also those to documents that the caller may not read: callers must filter them. */
export async function relationsOf(
  session: Session,
  document: DocumentRow,
  predicate: string,
  outgoing: boolean,
): Promise<readonly DocumentRow[]> {
  const end = outgoing ? 'relation:source' : 'relation:target';
  const { entries } = await runQuery(
    elevated(session),
    `SELECT * FROM Relation WHERE ${end} = ? AND relation:predicate = ?`,
    { positional: [document.id, predicate] },
  );
  return entries;
}

/** The id of the target, or of the source when incoming. */
export function otherEnd(relation: DocumentRow, outgoing: boolean): string | undefined {
  const id = relation.properties[outgoing ? 'relation:target' : 'relation:source'];
  return typeof id === 'string' ? id : undefined;
}

/** The caller must have the right to read both. */
export async function relate(
  session: Session,
  source: DocumentRow,
  predicate: string,
  target: DocumentRow,
): Promise<void> {
  await requireOneChangeable(session, source, target);
  const { documents } = await session.write();
  const holder = source.isVersion ? await documents.get(source.seriesId) : source;
  if (!holder) throw errors.badRequest('A version whose document is gone takes no relation');
  await holdPlaces(session, holder);
  await documents.getForUpdate(holder.id);
  const known = await relationsOf(session, source, predicate, true);
  if (known.some((relation) => otherEnd(relation, true) === target.id)) {
    throw new RepositoryError('conflict', 'The documents have this relation already');
  }
  await createDocument(elevated(session), holder, {
    type: 'Relation',
    name: 'relation',
    owned: new OwnedValues({
      'relation:source': source.id,
      'relation:predicate': predicate,
      'relation:target': target.id,
    }),
  });
}

/** The caller must have the right to read both. */
export async function endRelations(
  session: Session,
  one: DocumentRow,
  predicate: string,
  other: DocumentRow,
  outgoing: boolean,
): Promise<void> {
  const between = (await relationsOf(session, one, predicate, outgoing)).filter(
    (relation) => otherEnd(relation, outgoing) === other.id,
  );
  if (between.length > 0) await requireOneChangeable(session, one, other);
  for (const relation of between) await deleteDocument(elevated(session), relation);
}

async function requireOneChangeable(session: Session, ...ends: readonly DocumentRow[]): Promise<void> {
  for (const end of ends) if (await hasPermission(session, end, 'WriteProperties')) return;
  throw errors.missingPrivilege('WriteProperties', session.username);
}
