/**
 * Publishing: proxies that show a document, or one of its versions, in another folder.
 * Invariant: a proxy's properties equal its target's; the target cannot be removed while a proxy shows it.
 */
import { hasPermission, requirePermission } from '../access/access.ts';
import { errors } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { timeOrderedId } from '../kernel/time-ordered-id.ts';
import { announceContent, announceNewContent } from './document-content.ts';
import { deleteDocument } from './document-removal.ts';
import { freeName } from './names.ts';
import { requireNotOwned } from './owned-documents.ts';
import { requireNoRecord } from './records.ts';
import { storedRenditions } from './stored-renditions.ts';
import { heldDocument, holdPlaces } from './tree-locks.ts';
import { checkInUnchecked, lastVersion } from './versions.ts';

/**
 * Shows the document's last version in a section. With `override`, the proxy of the same document there is pointed at it;
 * several such proxies are replaced by one.
 */
export async function publish(
  session: Session,
  requested: DocumentRow,
  section: DocumentRow,
  override = true,
): Promise<DocumentRow> {
  const document = await lockForPublishing(session, requested, section);
  if (
    !(await hasPermission(session, section, 'AddChildren')) &&
    !(await hasPermission(session, section, 'CanAskForPublishing'))
  ) {
    throw errors.missingPrivilege('CanAskForPublishing', session.username);
  }
  const target = await versionToShow(session, document);
  return show(session, target, section, override ? await proxiesIn(session, document, section) : []);
}

/** The current document, if the caller may read it; neither it nor the section changes until the call ends. */
export async function lockForPublishing(
  session: Session,
  requested: DocumentRow,
  section: DocumentRow,
): Promise<DocumentRow> {
  const { documents } = await session.write();
  await holdPlaces(session, section, requested, { id: requested.seriesId });
  await documents.getForUpdate(section.id);
  const document = await heldDocument(session, requested);
  requireNotOwned(session, document.type, 'published');
  await requirePermission(session, document, 'Read');
  requireNoRecord(session, document, 'it cannot be published');
  return document;
}

/**
 * Makes a proxy in the section and removes the replaced ones.
 * @param alike the replaced ones that the new proxy stands for: if it is only one, that proxy keeps its id
 */
export async function show(
  session: Session,
  target: DocumentRow,
  section: DocumentRow,
  replaced: readonly DocumentRow[],
  alike = replaced,
): Promise<DocumentRow> {
  const { documents } = await session.write();
  const only = alike.length === 1 ? alike[0] : undefined;
  for (const { id } of replaced) if (id !== only?.id) await documents.remove([id]);
  const proxy = only ? await pointAt(session, only, target) : await insertProxy(session, target, section);
  session.audit({ eventId: 'documentProxyPublished', document: proxy });
  session.audit({ eventId: 'sectionContentPublished', document: section });
  return proxy;
}

async function pointAt(session: Session, { id }: DocumentRow, target: DocumentRow): Promise<DocumentRow> {
  const { documents } = await session.write();
  const before = await documents.getForUpdate(id);
  if (!before) throw errors.documentNotFound(id);
  const { facets, state, properties, versionLabel, versionDescription, versionCreated } = target;
  const patch = {
    ...{ facets, state, properties, versionLabel, versionDescription, versionCreated },
    proxyTargetId: target.id,
    systemChange: before.systemChange + 1,
  };
  await documents.update(id, patch);
  const after = { ...before, ...patch };
  await announceContent(session, after, before);
  return after;
}

export async function versionToShow(session: Session, document: DocumentRow): Promise<DocumentRow> {
  if (document.isVersion) return document;
  const live = document.proxyTargetId === null ? document : await sourceOf(session, document);
  if (!session.types.hasFacet(live, 'Versionable')) return live;
  const made = live.isCheckedOut ? await checkInUnchecked(session, live, 'minor') : undefined;
  return made ?? (await lastVersion(session, live)) ?? live;
}

/** A proxy that always shows the live document. */
export async function createLiveProxy(
  session: Session,
  document: DocumentRow,
  folder: DocumentRow,
): Promise<DocumentRow> {
  await session.write();
  requireNotOwned(session, document.type, 'published');
  await requirePermission(session, document, 'Read');
  await requirePermission(session, folder, 'AddChildren');
  return insertProxy(session, document, folder);
}

async function insertProxy(session: Session, shown: DocumentRow, folder: DocumentRow): Promise<DocumentRow> {
  const { documents } = await session.write();
  await holdPlaces(session, folder, shown, { id: shown.seriesId });
  const home = await documents.getForUpdate(folder.id);
  if (home?.path == null) throw errors.documentNotFound(folder.path ?? folder.id);
  const target = await documents.getForUpdate(shown.id);
  if (!target) throw errors.documentNotFound(shown.path ?? shown.id);
  const name = await freeName(session, home.id, target.name);
  const proxy: DocumentRow = {
    ...target,
    id: timeOrderedId(),
    parentId: home.id,
    name,
    path: home.path === '/' ? `/${name}` : `${home.path}/${name}`,
    position: null,
    isTrashed: home.isTrashed,
    isCheckedOut: false,
    isVersion: false,
    isLatestVersion: false,
    isLatestMajorVersion: false,
    baseVersionId: null,
    proxyTargetId: target.id,
    lockOwner: null,
    lockCreated: null,
    systemChange: 0,
    userChange: 0,
    acls: [],
    readAclId: home.readAclId,
  };
  await documents.insert(proxy);
  await announceNewContent(session, [proxy]);
  return proxy;
}

async function proxiesIn(
  session: Session,
  document: DocumentRow,
  folder: DocumentRow,
): Promise<readonly DocumentRow[]> {
  return (await proxiesShowing(session, document)).filter(({ parentId }) => parentId === folder.id);
}

/** All proxies of the document and of its versions. */
export async function proxiesShowing(
  session: Session,
  document: DocumentRow,
): Promise<readonly DocumentRow[]> {
  const { documents } = session.read;
  const versions = await documents.versions(document.seriesId);
  return documents.proxiesOf([document.seriesId, ...versions.map(({ id }) => id)]);
}

/** Removes the proxies that the caller may remove. */
export async function removeProxies(session: Session, document: DocumentRow): Promise<void> {
  await session.write();
  await removePermitted(session, await proxiesShowing(session, document));
}

/** The same, including proxies of the document's renditions. */
export async function unpublish(session: Session, document: DocumentRow): Promise<void> {
  const { documents } = await session.write();
  await documents.getForUpdate(document.seriesId);
  const renditions = await storedRenditions(session, document.seriesId);
  const shown = await documents.proxiesOf(renditions.map(({ id }) => id));
  await removePermitted(session, [...(await proxiesShowing(session, document)), ...shown]);
}

async function removePermitted(session: Session, proxies: readonly DocumentRow[]): Promise<void> {
  for (const proxy of proxies) {
    if (await hasPermission(session, proxy, 'Remove')) await deleteDocument(session, proxy);
  }
}

/** The live document of a proxy or a version. */
export async function sourceOf(session: Session, document: DocumentRow): Promise<DocumentRow> {
  const live = await session.read.documents.get(document.seriesId);
  if (!live) throw errors.documentNotFound(document.seriesId);
  await requirePermission(session, live, 'Read');
  return live;
}
