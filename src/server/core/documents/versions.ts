/**
 * Versions: frozen copies of a document's state.
 * Invariant: a live document is checked in exactly when its state equals its base version.
 */
import { requirePermission } from '../access/access.ts';
import { membersIn, takeMembers } from '../collections/collection-upkeep.ts';
import type { Increment } from '../configuration/versioning.ts';
import { errors, RepositoryError } from '../kernel/errors.ts';
import type { DocumentRow, Properties } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { timeOrderedId } from '../kernel/time-ordered-id.ts';
import { onlyOwned, requestedFacets, withoutOwned } from '../types/strip-owned.ts';
import { announceContent } from './document-content.ts';
import { mergeProperties } from './properties.ts';
import { changeOf, countContent } from './quota.ts';
import { requireNoRecord } from './records.ts';
import { holdPlaces } from './tree-locks.ts';
import { automaticIncrement, type VersionedChange } from './versioning-policies.ts';

function numbers(row: DocumentRow): { major: number; minor: number } {
  const number = (name: string): number => {
    const value = row.properties[name];
    return typeof value === 'number' ? value : 0;
  };
  return { major: number('uid:major_version'), minor: number('uid:minor_version') };
}

/** `0.1`, with `+` when changed since; empty for documents without versions. */
export function versionLabel(row: DocumentRow, isVersionable = true): string {
  if (!isVersionable) return '';
  const { major, minor } = numbers(row);
  const label = `${major}.${minor}`;
  return row.isCheckedOut && label !== '0.0' ? `${label}+` : label;
}

/** The document's parent; for a version its live document's parent. */
export async function folderOf(session: Session, row: DocumentRow): Promise<string | null> {
  const live = row.isVersion ? await session.read.documents.get(row.seriesId) : row;
  return live?.parentId ?? null;
}

export async function checkIn(
  session: Session,
  document: DocumentRow,
  increment: Increment,
  comment?: string,
): Promise<DocumentRow | undefined> {
  await requirePermission(session, document, 'WriteVersion');
  requireVersionable(session, document);
  const live = await resolveLiveProxy(session, document, 'WriteVersion');
  return checkInUnchecked(session, live, increment, comment);
}

export function requireVersionable({ types }: Session, { path, id, ...shape }: DocumentRow): void {
  if (!types.hasFacet(shape, 'Versionable'))
    throw new RepositoryError('operationFailed', `Document ${path ?? id} is not versionable`);
}

/** For a live proxy: the document that it shows, if the caller has the permission there too. Else the row itself. */
export async function resolveLiveProxy(
  session: Session,
  row: DocumentRow,
  permission: string,
): Promise<DocumentRow> {
  const target = row.proxyTargetId === null ? undefined : await session.read.documents.get(row.proxyTargetId);
  if (!target || target.isVersion) return row;
  await requirePermission(session, target, permission);
  return target;
}

/** Without checking rights. Undefined when the document cannot have versions; the last version when it is checked in. */
export async function checkInUnchecked(
  session: Session,
  document: DocumentRow,
  increment: Increment,
  comment?: string,
): Promise<DocumentRow | undefined> {
  if (
    !session.types.hasFacet(document, 'Versionable') ||
    document.isVersion ||
    document.proxyTargetId !== null
  )
    return undefined;
  await holdPlaces(session, document);
  const { documents } = await session.write();
  const live = await documents.getForUpdate(document.id);
  if (!live) throw errors.documentNotFound(document.id);
  if (!live.isCheckedOut) return lastVersion(session, live);
  const { major, minor } = next(numbers(live), increment);
  const properties = mergeProperties(live.properties, {
    'uid:major_version': major,
    'uid:minor_version': minor,
  });
  const earlier = await documents.versions(live.id);
  const now = session.now.toISOString();
  // A call that had to wait has an earlier time than the one it waited for: versions must be in the order of creation.
  const [created = now] = [now, earlier.at(-1)?.versionCreated ?? now].sort().reverse();
  const version: DocumentRow = {
    ...live,
    id: timeOrderedId(),
    parentId: null,
    path: null,
    properties,
    position: null,
    isTrashed: false,
    isCheckedOut: false,
    isVersion: true,
    isLatestVersion: true,
    isLatestMajorVersion: minor === 0,
    seriesId: live.id,
    versionLabel: `${major}.${minor}`,
    versionDescription: comment ?? null,
    versionCreated: created,
    baseVersionId: null,
    lockOwner: null,
    lockCreated: null,
    systemChange: 0,
    userChange: 0,
    acls: [],
  };
  for (const older of earlier) {
    if (older.isLatestVersion || (minor === 0 && older.isLatestMajorVersion)) {
      await documents.update(older.id, {
        isLatestVersion: false,
        ...(minor === 0 ? { isLatestMajorVersion: false } : {}),
      });
    }
  }
  await documents.insert(version);
  const text = await documents.getText(live.id);
  if (text) await documents.setText(version.id, text);
  await documents.update(live.id, {
    properties,
    isCheckedOut: false,
    baseVersionId: version.id,
    systemChange: live.systemChange + 1,
  });
  const parent = live.parentId === null ? undefined : await documents.get(live.parentId);
  if (parent) await countContent(session, parent, changeOf(version));
  session.audit({
    eventId: 'documentCheckedIn',
    document: live,
    comment: [version.versionLabel, comment].filter(Boolean).join(' '),
  });
  return version;
}

function next(
  { major, minor }: { major: number; minor: number },
  increment: Increment,
): { major: number; minor: number } {
  if (increment === 'major') return { major: major + 1, minor: 0 };
  return { major, minor: increment === 'minor' ? minor + 1 : minor };
}

/** Makes the version that a policy asks for after a change; returns the live document. */
export async function versionAfter(session: Session, change: VersionedChange): Promise<DocumentRow> {
  const { current } = change;
  const increment = current.isCheckedOut ? automaticIncrement(session, change, 'after') : undefined;
  if (increment === undefined) return current;
  await checkInUnchecked(session, current, increment);
  return (await session.read.documents.get(current.id)) ?? current;
}

/** Makes the version that a policy asks for before a change; returns the live document, checked out. */
export async function versionBefore(
  session: Session,
  previous: DocumentRow,
  current: DocumentRow,
): Promise<DocumentRow> {
  if (!previous.isCheckedOut || previous.isVersion) return previous;
  const increment = automaticIncrement(session, { previous, current }, 'before');
  if (increment === undefined) return previous;
  const made = await checkInUnchecked(session, previous, increment);
  const { documents } = await session.write();
  const live = await documents.get(previous.id);
  if (!made || !live) return previous;
  await documents.update(live.id, { isCheckedOut: true });
  return { ...live, isCheckedOut: true };
}

export async function checkOut(session: Session, document: DocumentRow): Promise<DocumentRow> {
  const { documents } = await session.write();
  await requirePermission(session, document, 'WriteVersion');
  const { id } = await resolveLiveProxy(session, document, 'WriteVersion');
  const live = await documents.getForUpdate(id);
  if (!live) throw errors.documentNotFound(document.id);
  if (live.isVersion) throw errors.badRequest('A version cannot be checked out');
  if (live.isCheckedOut) return live;
  const properties = { ...live.properties, ...(await numbersOfCheckOut(session, live)) };
  const patch = { properties, isCheckedOut: true, systemChange: live.systemChange + 1 };
  await documents.update(live.id, patch);
  session.audit({ eventId: 'documentCheckedOut', document: live });
  return { ...live, ...patch };
}

/** After a restore of an older version, numbers continue from the latest one: no two versions have the same number. */
export async function numbersOfCheckOut(session: Session, live: DocumentRow): Promise<Properties> {
  if (live.isCheckedOut || live.baseVersionId === null) return {};
  const base = await session.read.documents.get(live.baseVersionId);
  if (!base || base.isLatestVersion) return {};
  const last = await lastVersion(session, live);
  if (!last) return {};
  const { major, minor } = numbers(last);
  return { 'uid:major_version': major, 'uid:minor_version': minor };
}

/** Oldest first; for a version, those of its series. */
export async function versionsOf(session: Session, document: DocumentRow): Promise<readonly DocumentRow[]> {
  await requirePermission(session, document, 'ReadVersion');
  return session.read.documents.versions(document.seriesId);
}

export async function lastVersion(session: Session, document: DocumentRow): Promise<DocumentRow | undefined> {
  const versions = await session.read.documents.versions(document.seriesId);
  return versions.find((version) => version.isLatestVersion) ?? versions.at(-1);
}

async function restoredMembers(
  session: Session,
  live: DocumentRow,
  version: DocumentRow,
): Promise<Properties> {
  const [before, wanted] = [membersIn(live), membersIn(version)];
  if (before.length === 0 && wanted.length === 0) return {};
  return { 'collection:documentIds': await takeMembers(session, live.id, before, wanted) };
}

function restoredTags({ types }: Session, version: DocumentRow): Properties {
  return types.hasFacet(version, 'NXTag') ? { 'nxtag:tags': version.properties['nxtag:tags'] ?? [] } : {};
}

/** Restores the version's state in the live document, and returns it. */
export async function restoreVersion(
  session: Session,
  version: DocumentRow,
  options: { readonly createVersion?: boolean; readonly checkout?: boolean } = {},
): Promise<DocumentRow> {
  if (!version.isVersion) throw errors.badRequest(`${version.id} is not a version`);
  await holdPlaces(session, { id: version.seriesId });
  const { documents } = await session.write();
  const live = await documents.getForUpdate(version.seriesId);
  if (!live) throw errors.documentNotFound(version.seriesId);
  await requirePermission(session, live, 'WriteProperties');
  requireNoRecord(session, live, 'no version of it can be restored');
  if (options.createVersion) await checkInUnchecked(session, live, 'minor');
  const current = (await documents.get(live.id)) ?? live;
  const restored = withoutOwned(session.types, version.properties);
  const patch = {
    // Of the engine-owned properties only tags and members are restored.
    properties: {
      ...restored,
      ...onlyOwned(session.types, current.properties),
      ...(await restoredMembers(session, current, version)),
      ...restoredTags(session, version),
    },
    facets: requestedFacets(session.types, current.facets, version.facets),
    isCheckedOut: false,
    baseVersionId: version.id,
    systemChange: current.systemChange + 1,
  };
  await documents.update(live.id, patch);
  const after = { ...current, ...patch };
  await announceContent(session, after, current);
  session.audit({ eventId: 'documentRestored', document: after, comment: version.versionLabel });
  return options.checkout ? checkOut(session, after) : after;
}
