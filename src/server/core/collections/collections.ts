/**
 * Collections and favourites: lists of documents that are stored elsewhere.
 * Invariant: `collection:documentIds` and the members' `collectionMember:collectionIds` always agree.
 */

import { hasPermission, requirePermission } from '../access/access.ts';
import { elevated } from '../access/elevated.ts';
import { changeDocument, createDocument } from '../documents/documents.ts';
import { holdPlaces } from '../documents/tree-locks.ts';
import { findUserWorkspace, personalFolder } from '../documents/user-workspace.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { OwnedValues } from '../types/owned-values.ts';
import { memberFacet } from './collection-upkeep.ts';

export async function createCollection(
  session: Session,
  input: {
    readonly name: string;
    readonly description?: string | undefined;
    readonly parent?: DocumentRow | undefined;
  },
): Promise<DocumentRow> {
  const parent = input.parent ?? (await personalFolder(session, 'Collections', 'Collections'));
  return createDocument(session, parent, {
    type: 'Collection',
    name: input.name,
    properties: {
      'dc:title': input.name,
      ...(input.description === undefined ? {} : { 'dc:description': input.description }),
    },
  });
}

export function isCollection(session: Session, document: DocumentRow): boolean {
  return session.types.hasFacet(document, 'Collection');
}

export function isCollectable(session: Session, document: DocumentRow): boolean {
  return !session.types.hasFacet(document, 'NotCollectionMember') && document.path !== '/';
}

/** Members in the collection's own order. */
export function memberIds(collection: DocumentRow): readonly string[] {
  return strings(collection, 'collection:documentIds');
}

export function collectionIdsOf(member: DocumentRow): readonly string[] {
  return strings(member, 'collectionMember:collectionIds');
}

/** The collections with this member that the caller may see, without favourites. */
export async function collectionsOf(session: Session, member: DocumentRow): Promise<readonly DocumentRow[]> {
  const rows = await session.read.documents.getMany(collectionIdsOf(member));
  const visible = [];
  for (const row of rows) {
    if (row.type !== 'Favorites' && !row.isTrashed && (await hasPermission(session, row, 'Read'))) {
      visible.push(row);
    }
  }
  return visible;
}

export async function addToCollection(
  session: Session,
  collection: DocumentRow,
  members: readonly DocumentRow[],
): Promise<void> {
  requireCollection(session, collection);
  for (const member of members) {
    await requirePermission(session, member, 'Read');
    if (!isCollectable(session, member)) {
      throw errors.badRequest(`Document ${member.id} is not collectable`);
    }
  }
  await holdPlaces(session, collection, ...members);
  let fresh: readonly DocumentRow[] = [];
  await changeMembers(session, collection, (held) => {
    fresh = members.filter(({ id }) => !held.includes(id));
    return [...held, ...new Set(fresh.map(({ id }) => id))];
  });
  for (const member of fresh) {
    await changeCollections(session, member, (ids) => [...new Set([...ids, collection.id])]);
    announce(session, 'addedToCollection', member);
  }
}

export async function removeFromCollection(
  session: Session,
  collection: DocumentRow,
  members: readonly DocumentRow[],
): Promise<void> {
  requireCollection(session, collection);
  const gone = new Set(members.map(({ id }) => id));
  await changeMembers(session, collection, (held) => held.filter((id) => !gone.has(id)));
  for (const member of members) {
    await changeCollections(session, member, (ids) => ids.filter((id) => id !== collection.id));
    announce(session, 'removedFromCollection', member);
  }
}

/** Moves a member next to another one, or to the start. False when either is no member. */
export async function moveMember(
  session: Session,
  collection: DocumentRow,
  member: DocumentRow,
  other: DocumentRow | undefined,
): Promise<boolean> {
  requireCollection(session, collection);
  let isMoved = false;
  await changeMembers(session, collection, (held) => {
    isMoved = held.includes(member.id) && (!other || (other.id !== member.id && held.includes(other.id)));
    if (!isMoved) return held;
    if (!other) return [member.id, ...held.filter((id) => id !== member.id)];
    // The one that comes first is moved to directly after the other.
    const inOrder = held.indexOf(member.id) < held.indexOf(other.id);
    const [moved, anchor] = inOrder ? [member.id, other.id] : [other.id, member.id];
    return held.filter((id) => id !== moved).flatMap((id) => (id === anchor ? [id, moved] : [id]));
  });
  return isMoved;
}

// ------------------------------------------------------------------------------------------ favourites

const favoritesName = 'Favorites';

/** Made when it is first needed. */
export async function favorites(session: Session): Promise<DocumentRow> {
  return personalFolder(session, favoritesName, 'Favorites');
}

export async function isFavorite(session: Session, document: DocumentRow): Promise<boolean> {
  const workspace = await findUserWorkspace(session);
  const list = workspace && (await session.read.documents.child(workspace.id, favoritesName));
  return list !== undefined && memberIds(list).includes(document.id);
}

// --------------------------------------------------------------------------------------------- storing

function requireCollection(session: Session, collection: DocumentRow): void {
  if (!isCollection(session, collection)) {
    throw errors.badRequest(`Document ${collection.id} is not a collection`);
  }
}

async function changeMembers(
  session: Session,
  collection: DocumentRow,
  change: (held: readonly string[]) => readonly string[],
): Promise<void> {
  await changeDocument(session, collection, (current) => ({
    owned: new OwnedValues({ 'collection:documentIds': change(memberIds(current)) }),
  }));
}

/** With all rights: adding to a collection needs only Read on the member, which changes just its list of collections. */
async function changeCollections(
  session: Session,
  member: DocumentRow,
  change: (ids: readonly string[]) => readonly string[],
): Promise<void> {
  await changeDocument(elevated(session), member, (current) => {
    const ids = change(collectionIdsOf(current));
    const others = current.facets.filter((facet) => facet !== memberFacet);
    return {
      owned: new OwnedValues({ 'collectionMember:collectionIds': ids }),
      facets: ids.length === 0 ? others : [...others, memberFacet],
      silent: true,
    };
  });
}

function strings(document: DocumentRow, name: string): readonly string[] {
  const value = document.properties[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function announce(session: Session, eventId: string, { id, path, type, state }: DocumentRow): void {
  session.audit({ eventId, document: { id, path, type, state } });
}
