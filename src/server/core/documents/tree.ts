/**
 * Moving, copying and ordering documents.
 * Invariant: a folder is never inside itself; names stay unique; rights and sizes follow the new place.
 */

import { hasPermission, refreshReadAcls, requirePermission } from '../access/access.ts';
import { memberFacet, membersIn, takeMembers } from '../collections/collection-upkeep.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { timeOrderedId } from '../kernel/time-ordered-id.ts';
import { changeRow } from './change-row.ts';
import { announceContent, announceNewContent } from './document-content.ts';
import { freeName, hasTrashedName, normalizeName, untrashedNames } from './names.ts';
import { requireNotOwned } from './owned-documents.ts';
import { contentToCount, countContent, countedAlike, negated, sumOf } from './quota.ts';
import { requireNoneRetained, withoutKeeping } from './records.ts';
import { heldDocument, holdPlaces, holdSubtree } from './tree-locks.ts';

export async function moveDocument(
  session: Session,
  document: DocumentRow,
  target: DocumentRow,
  name?: string,
): Promise<DocumentRow> {
  const { documents } = await session.write();
  await holdSubtree(session, document, target);
  const row = await documents.getForUpdate(document.id);
  const folder = await documents.getForUpdate(target.id);
  if (!row) throw errors.documentNotFound(document.path ?? document.id);
  if (folder?.path == null) throw errors.documentNotFound(target.path ?? target.id);
  if (row.path === null || row.path === '/') throw errors.badRequest(`${row.path ?? row.id} cannot be moved`);
  requireNotOwned(session, row.type, 'moved');
  await requireNotInside(row, folder);
  const parent = row.parentId === null ? undefined : await documents.get(row.parentId);
  // Also within one folder: a call that names a target is a move, so the right to change properties is not enough.
  await requirePermission(session, row, 'Remove');
  if (parent) await requirePermission(session, parent, 'RemoveChildren');
  await requirePermission(session, folder, 'AddChildren');
  const wanted = name ? normalizeName(name, session.repository.settings.pathSegmentMaxSize) : row.name;
  if (parent?.id === folder.id && wanted === row.name) return row;
  // A record must stay where people expect it; moving its whole folder is allowed.
  if (parent?.id !== folder.id) requireNoneRetained(session, [row], 'moved');
  // A document that is moved into a trashed folder is trashed.
  if (folder.isTrashed && !row.isTrashed)
    requireNoneRetained(session, await documents.subtreeWithFacet(row.id, 'Record'), 'trashed');
  const moved = {
    parentId: folder.id,
    parentPath: folder.path,
    name: await freeName(session, folder.id, wanted),
  };
  // Within the same counted containers no sizes change, and nothing needs to be read.
  const isCountedAlike = parent !== undefined && (await countedAlike(session, parent, folder));
  const bytes = isCountedAlike ? sumOf() : await contentToCount(session, row);
  await documents.relocate(row.id, moved);
  if (parent) await countContent(session, parent, negated(bytes));
  await countContent(session, folder, bytes);
  await documents.update(row.id, {
    position: await nextPosition(session, folder),
    systemChange: row.systemChange + 1,
  });
  // Folders with the same effective read ACL pass the same rights down.
  if (parent?.readAclId !== folder.readAclId) await refreshReadAcls(session, row.id);
  const after = (await documents.get(row.id)) ?? row;
  await announceContent(session, after, row);
  session.audit({ eventId: 'documentMoved', document: after, comment: parent?.path ?? null, left: row });
  return after;
}

async function requireNotInside(row: DocumentRow, folder: DocumentRow): Promise<void> {
  if (folder.id === row.id || folder.path?.startsWith(`${row.path}/`)) {
    throw errors.badRequest(`Cannot put ${row.path} into itself: ${folder.path}`);
  }
}

async function nextPosition(session: Session, folder: DocumentRow): Promise<number | null> {
  if (!session.types.hasFacet(folder, 'Orderable')) return null;
  return ((await session.read.documents.lastPosition(folder.id)) ?? -1) + 1;
}

/** Copies the documents that the caller may read. Copies are new: unlocked, unversioned, with the rights of the new place. */
export async function copyDocument(
  session: Session,
  requested: DocumentRow,
  target: DocumentRow,
  options: { readonly name?: string | undefined; readonly resetLifeCycle?: boolean } = {},
): Promise<DocumentRow> {
  const { documents } = await session.write();
  await holdPlaces(session, target, requested);
  const folder = await documents.getForUpdate(target.id);
  if (folder?.path == null) throw errors.documentNotFound(target.path ?? target.id);
  const document = await heldDocument(session, requested);
  requireNotOwned(session, document.type, 'copied');
  await requirePermission(session, document, 'Read');
  await requirePermission(session, folder, 'AddChildren');
  const wanted = normalizeName(
    options.name || nameOutsideTrash(document),
    session.repository.settings.pathSegmentMaxSize,
  );
  // Read completely before the first copy is stored: the target may lie inside the source.
  const sources: DocumentRow[] = [];
  for await (const row of documents.subtree(document.id)) sources.push(row);
  if (document.isVersion) sources.push(document);
  const copies = new Map<string, DocumentRow>();
  for (const source of sources) {
    const isTop = source.id === document.id;
    const home = isTop ? folder : source.parentId === null ? undefined : copies.get(source.parentId);
    if (!home || (!isTop && !(await isCopiedAlong(session, source, document)))) continue;
    const name = isTop ? await freeName(session, home.id, wanted) : source.name;
    copies.set(source.id, await insertCopy(session, source, home, name, options.resetLifeCycle ?? false));
  }
  for (const made of copies.values()) await takeCopiedMembers(session, made);
  const copy = copies.get(document.id);
  if (!copy) throw errors.documentNotFound(document.path ?? document.id);
  await countContent(session, folder, await documents.contentOfSubtree(copy.id));
  session.audit({ eventId: 'documentCreatedByCopy', document: copy });
  session.audit({ eventId: 'documentDuplicated', document });
  return (await documents.get(copy.id)) ?? copy;
}

/** A copied collection has the same members, and each of them names the copy too. */
async function takeCopiedMembers(session: Session, copy: DocumentRow): Promise<void> {
  const wanted = copy.proxyTargetId === null ? membersIn(copy) : [];
  if (wanted.length === 0) return;
  const members = await takeMembers(session, copy.id, [], wanted);
  await changeRow(session, copy.id, ({ properties }) => ({
    properties: { ...properties, 'collection:documentIds': members },
  }));
}

function nameOutsideTrash({ name }: DocumentRow): string {
  const [before = name] = hasTrashedName(name) ? untrashedNames(name) : [];
  return before;
}

/**
 * Documents that were trashed before the top stay behind. So do comments, relations and the like, which belong to the
 * original document.
 */
async function isCopiedAlong(session: Session, row: DocumentRow, top: DocumentRow): Promise<boolean> {
  if (row.isTrashed && (!top.isTrashed || hasTrashedName(row.name))) return false;
  return !session.types.isOwnedType(row.type) && (await hasPermission(session, row, 'Read'));
}

async function insertCopy(
  session: Session,
  source: DocumentRow,
  home: DocumentRow,
  name: string,
  resetState: boolean,
): Promise<DocumentRow> {
  const { documents } = await session.write();
  const id = timeOrderedId();
  const {
    'uid:major_version': _major,
    'uid:minor_version': _minor,
    // A copy is in no collection.
    'collectionMember:collectionIds': _collections,
    ...properties
  } = source.properties;
  const isProxy = source.proxyTargetId !== null;
  const copy: DocumentRow = {
    ...source,
    id,
    parentId: home.id,
    name,
    path: home.path === '/' ? `/${name}` : `${home.path}/${name}`,
    state: resetState ? (session.types.type(source.type)?.lifecycle.initial ?? null) : source.state,
    ...withoutKeeping(
      isProxy ? source.properties : { ...properties, ...firstNumbers(session, source) },
      source.facets.filter((facet) => facet !== memberFacet),
    ),
    position: source.position ?? (await nextPosition(session, home)),
    isTrashed: home.isTrashed,
    isCheckedOut: true,
    isVersion: false,
    isLatestVersion: false,
    isLatestMajorVersion: false,
    seriesId: isProxy ? source.seriesId : id,
    versionLabel: null,
    versionDescription: null,
    versionCreated: null,
    baseVersionId: null,
    lockOwner: null,
    lockCreated: null,
    systemChange: 0,
    userChange: 0,
    acls: [],
    readAclId: home.readAclId,
  };
  await documents.insert(copy);
  await announceNewContent(session, [copy]);
  const text = await documents.getText(source.id);
  if (text?.blobText)
    await documents.setText(id, { ...((await documents.getText(id)) ?? text), blobText: text.blobText });
  return copy;
}

/** A copy starts at version 0.0, if its type has version numbers. */
function firstNumbers(session: Session, source: DocumentRow): Properties {
  const isNumbered = session.types.schemasOf(source).some(({ name }) => name === 'uid');
  return isNumbered ? { 'uid:major_version': 0, 'uid:minor_version': 0 } : {};
}

/** Puts a child of an ordered folder before another, or last. */
export async function orderBefore(
  session: Session,
  document: DocumentRow,
  before: DocumentRow | undefined,
): Promise<DocumentRow> {
  const { documents } = await session.write();
  const folder = document.parentId === null ? undefined : await documents.getForUpdate(document.parentId);
  if (!folder || !session.types.hasFacet(folder, 'Orderable'))
    throw errors.badRequest('Only documents of an ordered folder have an order');
  await requirePermission(session, folder, 'WriteProperties');
  if (before && before.parentId !== folder.id)
    throw errors.badRequest(`${before.id} is not in the same folder`);
  const siblings: DocumentRow[] = [];
  for await (const row of documents.subtree(folder.id)) {
    if (row.parentId === folder.id && row.id !== document.id) siblings.push(row);
  }
  siblings.sort((one, other) => (one.position ?? 0) - (other.position ?? 0));
  const index = before ? siblings.findIndex(({ id }) => id === before.id) : siblings.length;
  const ordered = [...siblings.slice(0, index), document, ...siblings.slice(index)];
  for (const [position, row] of ordered.entries()) {
    if (row.position !== position) await documents.update(row.id, { position });
  }
  return (await documents.get(document.id)) ?? document;
}
