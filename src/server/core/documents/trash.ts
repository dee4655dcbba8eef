/**
 * The trash: trashed documents stay in their folder, under another name, and are left out of listings.
 * Invariant: a live document is never below a trashed one.
 */
import { hasPermission, isLockedAgainst, requirePermission } from '../access/access.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { deleteDocument } from './document-removal.ts';
import { freeName, hasTrashedName, trashedEnd, trashedName, untrashedNames } from './names.ts';
import { requireOwnedRemovable } from './owned-documents.ts';
import { contentToCount, countContent, recountBelow } from './quota.ts';
import { requireNoneRetained } from './records.ts';
import { holdSubtree } from './tree-locks.ts';

export async function trash(session: Session, document: DocumentRow): Promise<DocumentRow> {
  const { documents } = await session.write();
  await holdSubtree(session, document);
  const row = await documents.getForUpdate(document.id);
  if (!row) throw errors.documentNotFound(document.path ?? document.id);
  if (row.isVersion || row.path === null || row.path === '/')
    throw errors.badRequest(`${row.path ?? row.id} cannot be trashed`);
  await requirePermission(session, row, 'Remove');
  await requireOwnedRemovable(session, row);
  const parent = row.parentId === null ? undefined : await documents.get(row.parentId);
  if (parent) await requirePermission(session, parent, 'RemoveChildren');
  if (row.proxyTargetId !== null) {
    await deleteDocument(session, row);
    return row;
  }
  if (row.isTrashed) return row;
  requireNoneRetained(session, await documents.subtreeWithFacet(row.id, 'Record'), 'trashed');
  const { live } = await contentToCount(session, row, ['live']);
  if (parent) {
    await documents.relocate(row.id, {
      parentId: parent.id,
      parentPath: parent.path ?? '/',
      name: trashedName(row.name, session.now),
      isTrashed: true,
    });
    await countContent(session, parent, { live: -live, trash: live });
  } else await documents.setTrashed(row.id, true);
  await recountBelow(session, row);
  await documents.update(row.id, { systemChange: row.systemChange + 1 });
  session.audit({ eventId: 'documentTrashed', document: row });
  return (await documents.get(row.id)) ?? row;
}

/** Gives the old name back when it is free, and restores trashed ancestors too. */
export async function untrash(session: Session, document: DocumentRow): Promise<DocumentRow> {
  const { documents } = await session.write();
  const row = await lockedWithTrashAbove(session, document);
  if (!row) throw errors.documentNotFound(document.path ?? document.id);
  if (!row.isTrashed) return row;
  if (!(await hasPermission(session, row, 'WriteProperties')))
    throw errors.forbidden('Cannot untrash these documents');
  const parent = row.parentId === null ? undefined : await documents.get(row.parentId);
  if (parent?.isTrashed) await untrashAncestor(session, parent);
  const home = parent && ((await documents.get(parent.id)) ?? parent);
  const { trash: bytes } = await contentToCount(session, row, ['trash']);
  if (home) {
    await documents.relocate(row.id, {
      parentId: home.id,
      parentPath: home.path ?? '/',
      name: await originalName(session, home, row),
      isTrashed: false,
    });
    await countContent(session, home, { live: bytes, trash: -bytes });
  } else await documents.setTrashed(row.id, false);
  await recountBelow(session, row);
  await giveNamesBack(session, row.id);
  await documents.update(row.id, { systemChange: row.systemChange + 1 });
  session.audit({ eventId: 'documentUntrashed', document: row });
  return (await documents.get(row.id)) ?? row;
}

/** Documents trashed before the folder around them are restored with it. */
async function giveNamesBack(session: Session, folderId: string): Promise<void> {
  const { documents } = await session.write();
  for (const row of await documents.trashedBelow(folderId, trashedEnd)) {
    if (!hasTrashedName(row.name)) continue;
    await session.budget.step();
    const parent = row.parentId === null ? undefined : await documents.get(row.parentId);
    if (!parent) continue;
    const name = await originalName(session, parent, row);
    await documents.relocate(row.id, { parentId: parent.id, parentPath: parent.path ?? '/', name });
  }
}

/** Trashed ancestors are restored too, so the subtree of the highest one is held. */
async function lockedWithTrashAbove(session: Session, { id }: DocumentRow): Promise<DocumentRow | undefined> {
  const { documents } = await session.write();
  for (let top = ''; ; ) {
    const above = await documents.ancestors(id);
    const highest = above.findLast(({ isTrashed }) => isTrashed)?.id ?? id;
    if (highest === top) return documents.getForUpdate(id);
    top = highest;
    await holdSubtree(session, { id: top });
  }
}

/** Restores only the folder itself: its other contents stay in the trash. */
async function untrashAncestor(session: Session, folder: DocumentRow): Promise<void> {
  const { documents } = await session.write();
  if (!(await hasPermission(session, folder, 'WriteProperties')))
    throw errors.forbidden('Cannot untrash these documents');
  const parent = folder.parentId === null ? undefined : await documents.get(folder.parentId);
  if (parent?.isTrashed) await untrashAncestor(session, parent);
  const home = parent && ((await documents.get(parent.id)) ?? parent);
  if (home) {
    await documents.relocate(folder.id, {
      parentId: home.id,
      parentPath: home.path ?? '/',
      name: await originalName(session, home, folder),
    });
  }
  await documents.setTrashed(folder.id, false, { alone: true });
  await documents.update(folder.id, { systemChange: folder.systemChange + 1 });
  session.audit({ eventId: 'documentUntrashed', document: folder });
}

async function originalName(session: Session, home: DocumentRow, row: DocumentRow): Promise<string> {
  const names = untrashedNames(row.name);
  for (const name of names) {
    const taken = await session.read.documents.child(home.id, name);
    if (!taken || taken.id === row.id) return name;
  }
  return freeName(session, home.id, names.at(-1) ?? row.name);
}

/** Permanently removes the trashed children of a folder that the caller may remove; returns how many. */
export async function emptyTrash(session: Session, parent: DocumentRow): Promise<number> {
  if (!session.types.hasFacet(parent, 'Folderish'))
    throw errors.badRequest('Empty trash can only be performed on a Folderish document');
  if (!(await hasPermission(session, parent, 'RemoveChildren'))) return 0;
  const { documents } = await session.write();
  await holdSubtree(session, parent);
  let removed = 0;
  for (const row of await documents.trashedIn(parent.id)) {
    if (session.types.hasFacet(row, 'HiddenInNavigation')) continue;
    const isLocked = isLockedAgainst(session, row) && !session.principals.isAdministrator;
    if (isLocked || !(await hasPermission(session, row, 'Remove'))) continue;
    await deleteDocument(session, row);
    removed++;
  }
  return removed;
}
