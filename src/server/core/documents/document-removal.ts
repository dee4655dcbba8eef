/**
 * Permanent, recursive removal.
 * Invariant: all or nothing: one protected descendant, or one proxy elsewhere of a removed document, prevents it.
 */
import { hasPermission } from '../access/access.ts';
import { leaveCollections, partCollections } from '../collections/collection-upkeep.ts';
import { commentFolderOf } from '../comments/comment-documents.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { leaveWorkflows, leaveWorkflowsAround } from '../workflow/leave-workflows.ts';
import { requireOwnedRemovable } from './owned-documents.ts';
import { changeOf, contentToCount, countContent, negated } from './quota.ts';
import { requireNoneRetained } from './records.ts';
import { queueRemoval } from './removal-job.ts';
import { isStoredRendition } from './stored-renditions.ts';
import { holdSubtree } from './tree-locks.ts';

export async function deleteDocument(session: Session, document: DocumentRow): Promise<void> {
  const { documents } = await session.write();
  await holdSubtree(session, document);
  if (document.isVersion) await documents.getForUpdate(document.seriesId);
  const row = await documents.getForUpdate(document.id);
  if (!row) throw errors.documentNotFound(document.path ?? document.id);
  if (row.path === '/') throw errors.forbidden('Failed to delete document /, The root cannot be removed');
  const parent = row.parentId === null ? undefined : await documents.get(row.parentId);
  if (row.isVersion) return deleteVersion(session, row);
  await requireRemovable(session, row, parent);
  const { removedAtOnce } = session.repository.settings.limits;
  const isLarge = await documents.isTreeOver(row.id, removedAtOnce);
  await (isLarge ? removeLargeTree : removeAtOnce)(session, row, parent);
  session.audit({ eventId: row.proxyTargetId === null ? 'documentRemoved' : 'proxyRemoved', document: row });
}

async function removeAtOnce(
  session: Session,
  row: DocumentRow,
  parent: DocumentRow | undefined,
): Promise<void> {
  const { documents } = await session.write();
  const going: DocumentRow[] = [];
  for await (const below of documents.subtree(row.id)) {
    going.push(below);
  }
  requireNoneRetained(session, going, 'removed');
  const ids = going.map(({ id }) => id);
  const isGoing = new Set(ids);
  const series = going.filter(({ proxyTargetId }) => proxyTargetId === null).map(({ id }) => id);
  const all = await documents.versionIds(series);
  const proxies = (await documents.proxiesOf([...series, ...all])).filter(({ id }) => !isGoing.has(id));
  const shown = new Set(proxies.map(({ seriesId }) => seriesId));
  const [live] = proxies.filter(({ proxyTargetId }) => proxyTargetId !== null && isGoing.has(proxyTargetId));
  if (live) throw await isShown(session, row, live.proxyTargetId, live.id);
  if (parent) await countContent(session, parent, negated(await documents.contentOfSubtree(row.id)));
  await leaveCollections(session, going);
  await leaveWorkflows(session, going);
  // Publications stay: a document's versions outlive it as long as a proxy shows one of them.
  const versions = await documents.versionIds(series.filter((id) => !shown.has(id)));
  await documents.remove([...versions, ...ids]);
  await removeOrphans(
    session,
    going.flatMap(({ proxyTargetId }) => proxyTargetId ?? []),
  );
}

/**
 * The same for large trees, as fast as a move: nothing finds the documents any more, and removal-job.ts deletes the rows
 * later. Rare cases (records, collections, proxies) are looked up by their own queries, not document by document.
 */
async function removeLargeTree(
  session: Session,
  row: DocumentRow,
  parent: DocumentRow | undefined,
): Promise<void> {
  const { documents } = await session.write();
  requireNoneRetained(session, await documents.subtreeWithFacet(row.id, 'Record'), 'removed');
  const shown = await documents.shownAcross(row.id);
  const outside = shown.filter(({ isProxyInside }) => !isProxyInside);
  const live = outside.find(({ isVersion }) => !isVersion);
  if (live) throw await isShown(session, row, live.target, live.proxy);
  if (parent) await countContent(session, parent, negated(await contentToCount(session, row)));
  await partCollections(session, await documents.namedAcross(row.id, 'collection:documentIds'));
  await leaveWorkflowsAround(session, row);
  const targets = await documents.getMany([...new Set(outside.map(({ target }) => target))]);
  await documents.detachVersions(
    await documents.versionIds([...new Set(targets.map(({ seriesId }) => seriesId))]),
  );
  await documents.removeTree(row.id);
  await removeOrphans(
    session,
    shown.flatMap(({ isProxyInside, target }) => (isProxyInside ? target : [])),
  );
  await queueRemoval(session);
}

/**
 * Removes versions that only proxies kept: their document is gone, or they are renditions. The versions of a document are
 * removed together, a rendition by itself.
 * @param shown ids of targets of removed proxies
 */
export async function removeOrphans(session: Session, shown: readonly string[]): Promise<void> {
  const { documents } = await session.write();
  for (const id of new Set(shown)) {
    // Locked, so that no new proxy can show it meanwhile.
    const version = await documents.getForUpdate(id);
    if (!version?.isVersion || (await documents.get(version.seriesId))) continue;
    const together = isStoredRendition(version) ? [id] : await documents.versionIds([version.seriesId]);
    if ((await documents.proxiesOf(together)).length === 0) await documents.remove(together);
  }
}

async function requireRemovable(
  session: Session,
  row: DocumentRow,
  parent: DocumentRow | undefined,
): Promise<void> {
  const refuse = (reason: string): never => {
    throw errors.forbidden(failed(row, `Permission denied: cannot remove document ${row.id}, ${reason}`));
  };
  if (!(await hasPermission(session, row, 'Remove')))
    refuse(`Missing permission 'Remove' on document ${row.id}`);
  await requireOwnedRemovable(session, row);
  if (parent && !(await hasPermission(session, parent, 'RemoveChildren'))) {
    refuse(`Missing permission 'RemoveChildren' on parent document ${parent.id}`);
  }
  if (session.principals.isAdministrator) return;
  const { documents } = session.read;
  const withAcls = await documents.withOwnAcl(row);
  for (const below of await documents.getMany(withAcls.map(({ id }) => id))) {
    if (!(await hasPermission(session, below, 'Remove'))) {
      const which = await nameOf(session, below);
      throw errors.forbidden(
        failed(row, `Cannot remove descendant${which}, permissions are blocked for ${session.username}`),
      );
    }
  }
}

async function isShown(
  session: Session,
  row: DocumentRow,
  target: string | null,
  proxyId: string,
): Promise<RepositoryError> {
  const proxy = await session.read.documents.get(proxyId);
  const which = proxy ? await nameOf(session, proxy) : '';
  const reason = `Cannot remove ${row.id}, subdocument ${target} is the target of proxy${which}`;
  return new RepositoryError('conflict', failed(row, reason));
}

/** The id after a space; empty when the caller may not know the document. */
async function nameOf(session: Session, row: DocumentRow): Promise<string> {
  return (await hasPermission(session, row, 'Read')) ? ` ${row.id}` : '';
}

function failed(row: DocumentRow, reason: string): string {
  return `Failed to delete document ${row.path ?? row.id}, ${reason}`;
}

async function commentsOnVersion(session: Session, version: DocumentRow): Promise<readonly string[]> {
  const { documents } = session.read;
  const { parentId, name } = commentFolderOf(version);
  const folder = await documents.child(parentId, name);
  const ids: string[] = [];
  if (folder) for await (const { id } of documents.subtree(folder.id)) ids.push(id);
  return ids;
}

async function deleteVersion(session: Session, version: DocumentRow): Promise<void> {
  const { documents } = await session.write();
  const live = await documents.get(version.seriesId);
  const mayRemove = live ? await hasPermission(session, live, 'Remove') : session.principals.isAdministrator;
  if (live) requireNoneRetained(session, [live], 'removed');
  if (!mayRemove) throw errors.missingPrivilege('Remove', session.username);
  if ((await documents.proxiesOf([version.id])).length > 0)
    throw errors.forbidden(failed(version, 'a proxy shows this version'));
  if (live && !live.isCheckedOut && live.baseVersionId === version.id) {
    throw errors.forbidden(failed(version, 'the document is checked in as this version'));
  }
  const parent = live?.parentId ? await documents.get(live.parentId) : undefined;
  if (parent) await countContent(session, parent, changeOf(version, -1));
  await documents.remove([version.id, ...(await commentsOnVersion(session, version))]);
  await promoteLatest(session, version);
  session.audit({ eventId: 'versionRemoved', document: version });
}

/** The newest remaining version becomes the latest. */
async function promoteLatest(session: Session, removed: DocumentRow): Promise<void> {
  const { documents } = await session.write();
  const left = await documents.versions(removed.seriesId);
  const latest = left.at(-1);
  const major = left.filter(({ versionLabel }) => versionLabel?.endsWith('.0')).at(-1);
  if (removed.isLatestVersion && latest) await documents.update(latest.id, { isLatestVersion: true });
  if (removed.isLatestMajorVersion && major) await documents.update(major.id, { isLatestMajorVersion: true });
}
