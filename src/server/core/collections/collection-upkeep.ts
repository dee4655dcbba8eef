/**
 * Keeps collections and members consistent when either is removed or restored: each names the other, or neither does.
 * Invariant: the repository does this as part of the change, whatever rights the caller has.
 */
import { changeRow } from '../documents/change-row.ts';
import { holdPlaces } from '../documents/tree-locks.ts';
import type { NamedAcross } from '../kernel/document-store.ts';
import type { DocumentRow, PropertyValue } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';

export const memberFacet = 'CollectionMember';
const memberIds = 'collection:documentIds';
const collectionIds = 'collectionMember:collectionIds';

/** @param going all documents that are being removed */
export async function leaveCollections(session: Session, going: readonly DocumentRow[]): Promise<void> {
  const gone = new Set(going.map(({ id }) => id));
  await forget(session, memberIds, gone, named(going, collectionIds));
  await forget(session, collectionIds, gone, named(going, memberIds));
}

/** @param links references between documents that are removed and documents that stay */
export async function partCollections(session: Session, links: readonly NamedAcross[]): Promise<void> {
  const ids = (which: readonly NamedAcross[], end: 'holder' | 'named') =>
    new Set(which.map((link) => link[end]));
  const ofMembers = links.filter(({ isHolderInside }) => !isHolderInside);
  const ofCollections = links.filter(({ isHolderInside }) => isHolderInside);
  await forget(session, memberIds, ids(ofMembers, 'named'), ids(ofMembers, 'holder'));
  await forget(session, collectionIds, ids(ofCollections, 'holder'), ids(ofCollections, 'named'));
}

/**
 * Gives a collection these members, as far as they exist: they name the collection from now on, and former members no
 * longer do. Returns the existing ones.
 */
export async function takeMembers(
  session: Session,
  collectionId: string,
  before: readonly string[],
  wanted: readonly string[],
): Promise<readonly string[]> {
  await holdPlaces(session, ...wanted.map((id) => ({ id })));
  const found = new Set((await session.read.documents.getMany(wanted)).map(({ id }) => id));
  const members = wanted.filter((id) => found.has(id));
  const left = before.filter((id) => !found.has(id));
  await forget(session, collectionIds, new Set([collectionId]), new Set(left));
  for (const id of [...found].sort()) {
    await session.budget.step();
    await changeRow(session, id, (row) => {
      const held = texts(row.properties[collectionIds]);
      if (held.includes(collectionId)) return undefined;
      return {
        properties: { ...row.properties, [collectionIds]: [...held, collectionId] },
        facets: [...row.facets.filter((facet) => facet !== memberFacet), memberFacet],
      };
    });
  }
  return members;
}

export function membersIn(collection: DocumentRow): readonly string[] {
  return texts(collection.properties[memberIds]);
}

function named(rows: readonly DocumentRow[], property: string): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => texts(row.properties[property])));
}

async function forget(
  session: Session,
  property: string,
  gone: ReadonlySet<string>,
  holders: ReadonlySet<string>,
): Promise<void> {
  for (const id of [...holders].filter((one) => !gone.has(one)).sort()) {
    await changeRow(session, id, (row) => {
      const held = texts(row.properties[property]);
      const left = held.filter((one) => !gone.has(one));
      // The other side may not name it back: then nothing changes there.
      if (left.length === held.length) return undefined;
      const { [property]: _held, ...others } = row.properties;
      const isNoMember = property === collectionIds && left.length === 0;
      return {
        properties: isNoMember ? others : { ...others, [property]: left },
        facets: isNoMember ? row.facets.filter((facet) => facet !== memberFacet) : row.facets,
      };
    });
  }
}

function texts(value: PropertyValue | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
