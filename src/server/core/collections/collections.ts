/**
 * Collections and favourites (documents.md §8.5): lists of documents that live elsewhere.
 * Invariant: `collection:documentIds` and the members' `collectionMember:collectionIds` say the same.
 */

import { hasPermission, requirePermission } from '../access/access.ts';
import { elevated } from '../access/elevated.ts';
import { createDocument, getDocument, updateDocument } from '../documents/documents.ts';
import { findUserWorkspace, personalFolder } from '../documents/user-workspace.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
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

/** The collections that hold the document, favourites left out, as far as the caller sees them. */
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
  const held = await openCollection(session, collection);
  for (const member of members) {
    await requirePermission(session, member, 'Read');
    if (!isCollectable(session, member)) {
      throw errors.badRequest(`Document ${member.id} is not collectable`);
    }
  }
  const fresh = members.filter((member) => !held.includes(member.id));
  if (fresh.length === 0) return;
  await setMembers(session, collection, [...held, ...new Set(fresh.map(({ id }) => id))]);
  for (const member of fresh) {
    await setCollections(session, member, [...collectionIdsOf(member), collection.id]);
    announce(session, 'addedToCollection', member);
  }
}

export async function removeFromCollection(
  session: Session,
  collection: DocumentRow,
  members: readonly DocumentRow[],
): Promise<void> {
  const held = await openCollection(session, collection);
  const gone = new Set(members.map(({ id }) => id));
  await setMembers(
    session,
    collection,
    held.filter((id) => !gone.has(id)),
  );
  for (const member of members) {
    await setCollections(
      session,
      member,
      collectionIdsOf(member).filter((id) => id !== collection.id),
    );
    announce(session, 'removedFromCollection', member);
  }
}

/** Puts one member before another, or first. False when either is no member. */
export async function moveMember(
  session: Session,
  collection: DocumentRow,
  member: DocumentRow,
  before: DocumentRow | undefined,
): Promise<boolean> {
  const held = await openCollection(session, collection);
  if (!held.includes(member.id) || (before && !held.includes(before.id))) return false;
  const others = held.filter((id) => id !== member.id);
  const at = before ? others.indexOf(before.id) : 0;
  await setMembers(session, collection, others.toSpliced(Math.max(0, at), 0, member.id));
  return true;
}

// ------------------------------------------------------------------------------------------ favourites

const favoritesName = 'Favorites';

/** Made when first asked for. */
export async function favorites(session: Session): Promise<DocumentRow> {
  return personalFolder(session, favoritesName, 'Favorites');
}

export async function isFavorite(session: Session, document: DocumentRow): Promise<boolean> {
  const workspace = await findUserWorkspace(session);
  const list = workspace && (await session.read.documents.child(workspace.id, favoritesName));
  return list !== undefined && memberIds(list).includes(document.id);
}

// --------------------------------------------------------------------------------------------- storing

/** The fresh member list of a collection that the caller may change. */
async function openCollection(session: Session, collection: DocumentRow): Promise<readonly string[]> {
  if (!isCollection(session, collection)) {
    throw errors.badRequest(`Document ${collection.id} is not a collection`);
  }
  await session.write();
  const fresh = await getDocument(session, { id: collection.id });
  await requirePermission(session, fresh, 'WriteProperties');
  return memberIds(fresh);
}

async function setMembers(session: Session, collection: DocumentRow, ids: readonly string[]): Promise<void> {
  const fresh = await getDocument(session, { id: collection.id });
  await updateDocument(session, fresh, { properties: { 'collection:documentIds': ids } });
}

/** A reader collects too: what the member knows of it is the repository's own note. */
async function setCollections(session: Session, member: DocumentRow, ids: readonly string[]): Promise<void> {
  const { documents } = await session.write();
  const current = (await documents.getForUpdate(member.id)) ?? member;
  const facets = current.facets.filter((facet) => facet !== memberFacet);
  await updateDocument(elevated(session), current, {
    properties: { 'collectionMember:collectionIds': ids },
    facets: ids.length === 0 ? facets : [...facets, memberFacet],
    silent: true,
  });
}

function strings(document: DocumentRow, name: string): readonly string[] {
  const value = document.properties[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function announce(session: Session, eventId: string, { id, path, type, state }: DocumentRow): void {
  session.audit({ eventId, document: { id, path, type, state } });
}
