/**
 * Permissions: the entries of a document and its ancestors are read in order; the first one about the person and the
 * permission decides.
 * Invariant: every document's `readAclId` identifies the list of those entries that decide about Browse, so that
 * searches filter by one column.
 */

import { allPermissions, includesPermission } from '#wire/permissions.ts';
import type { DocumentWithRights, Place } from '../kernel/document-store.ts';
import { errors } from '../kernel/errors.ts';
import type { Ace, Acl, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { decide, everyone, isBlocking } from './entries.ts';
import { grantingReadAcls } from './known-read-acls.ts';

/** Own ACLs first, then the ancestors' entries as `inherited`, unless inheritance is blocked. */
export async function effectiveAcls(session: Session, document: DocumentRow): Promise<readonly Acl[]> {
  const { documents } = session.read;
  const home = document.isVersion ? await documents.get(document.seriesId) : document;
  // A version whose live document is gone has no entries: only administrators have access.
  if (!home) return [];
  const own = home.acls;
  if (own.some((acl) => acl.aces.some(isBlocking))) return own;
  const inherited = [...entriesInForce(await documents.aclsAbove(home.id))];
  return inherited.length === 0 ? own : [...own, { name: 'inherited', aces: inherited }];
}

/** Nearest lists first, up to an entry that blocks inheritance. */
export function* entriesInForce(lists: readonly (readonly Acl[])[]): Generator<Ace, void> {
  for (const acls of lists) {
    for (const acl of acls) yield* acl.aces;
    if (acls.some((acl) => acl.aces.some(isBlocking))) return;
  }
}

/** As `hasPermission`, for a document that was read together with its ACLs. */
export function permits(
  session: Session,
  { document, acls }: DocumentWithRights,
  permission: string,
): boolean {
  if (session.principals.isAdministrator) return true;
  if (isLockedAgainst(session, document) && includesPermission('Write', permission)) return false;
  return decide(entriesInForce(acls), session.principals, permission, session);
}

export async function hasPermission(
  session: Session,
  document: DocumentRow,
  permission: string,
): Promise<boolean> {
  if (session.principals.isAdministrator) return true;
  if (isLockedAgainst(session, document) && includesPermission('Write', permission)) return false;
  const acls = await effectiveAcls(session, document);
  return decide(
    acls.flatMap((acl) => acl.aces),
    session.principals,
    permission,
    session,
  );
}

/** Only the owner of a lock may change the document. */
export function isLockedAgainst(session: Session, document: DocumentRow): boolean {
  return document.lockOwner !== null && document.lockOwner !== session.username;
}

export async function requirePermission(
  session: Session,
  document: DocumentRow,
  permission: string,
): Promise<void> {
  if (!(await hasPermission(session, document, permission)))
    throw errors.missingPrivilege(permission, session.username);
}

export async function permissionsOf(session: Session, document: DocumentRow): Promise<readonly string[]> {
  if (session.principals.isAdministrator) return allPermissions;
  const aces = (await effectiveAcls(session, document)).flatMap((acl) => acl.aces);
  const isLocked = isLockedAgainst(session, document);
  return allPermissions.filter(
    (permission) =>
      !(isLocked && includesPermission('Write', permission)) &&
      decide(aces, session.principals, permission, session),
  );
}

/** Undefined: no restriction. Begin and end of entries are compared now, so nothing is recomputed when they pass. */
export async function readableAclIds(session: Session): Promise<readonly number[] | undefined> {
  if (session.principals.isAdministrator) return undefined;
  return grantingReadAcls(session);
}

/** Recomputes the read ACLs of a document and everything below it, after its entries or its place changed. */
export async function refreshReadAcls(session: Session, documentId: string): Promise<void> {
  const { documents } = await session.write();
  const top = await documents.get(documentId);
  if (!top) return;
  const entries = entriesOf(await effectiveAcls(session, top));
  const lists: { readonly top: Place; readonly entries: readonly Ace[] }[] = [{ top, entries }];
  const spread = new Map([[top.path, entries]]);
  // Parents first: a nested list is appended to those of its ancestors.
  for (const row of await documents.withOwnAcl(top)) {
    const own = [...entriesOf(row.acls), ...nearest(spread, row.path)];
    spread.set(row.path, own);
    lists.push({ top: row, entries: own });
  }
  const ids = await documents.readAclIds(lists.map((list) => browseEntries(list.entries)));
  await documents.setReadAcls(
    lists.flatMap((list, index) => {
      const readAclId = ids[index];
      return readAclId === undefined ? [] : [{ top: list.top, readAclId }];
    }),
  );
}

function entriesOf(acls: readonly Acl[]): readonly Ace[] {
  return acls.flatMap((acl) => acl.aces);
}

/** The entries that the nearest ancestor passes down. */
function nearest(spread: ReadonlyMap<string | null, readonly Ace[]>, path: string | null): readonly Ace[] {
  for (let above = path ?? ''; above !== ''; ) {
    above = above.slice(0, above.lastIndexOf('/'));
    const found = spread.get(above || '/');
    if (found) return found;
  }
  return [];
}

/** Only entries that matter for Browse, in one form, so that equal rights share one read ACL. */
export function browseEntries(aces: readonly Ace[]): readonly Ace[] {
  const entries: Ace[] = [];
  const decided = new Set<string>();
  for (const ace of aces) {
    if (!includesPermission(ace.permission, 'Browse') || decided.has(ace.username)) continue;
    entries.push({
      username: ace.username,
      permission: 'Browse',
      granted: ace.granted,
      creator: null,
      begin: ace.begin,
      end: ace.end,
    });
    if (ace.begin !== null || ace.end !== null) continue;
    decided.add(ace.username);
    if (ace.username === everyone) break;
  }
  return entries;
}
