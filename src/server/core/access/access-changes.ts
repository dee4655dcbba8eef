/**
 * Changes to access control lists.
 * Invariant: each change needs WriteSecurity, is audited, and updates the read ACLs of the whole subtree.
 */

import { isPermission } from '#wire/permissions.ts';
import { holdSubtree } from '../documents/tree-locks.ts';
import { errors } from '../kernel/errors.ts';
import type { Ace, Acl, DocumentRow } from '../kernel/model.ts';
import type { Session } from '../kernel/session.ts';
import { queueLetters } from '../mail/letters.ts';
import { refreshReadAcls, requirePermission } from './access.ts';
import { aceId, aceStatus, everyone, isBlocking } from './entries.ts';

export interface AceAddition {
  readonly acl: string;
  readonly aces: readonly Ace[];
  readonly blockInheritance?: boolean;
}

/** Skips entries that are already there; when inheritance is blocked, new ones are put before the block. */
export async function addAces(
  session: Session,
  document: DocumentRow,
  addition: AceAddition,
): Promise<DocumentRow> {
  for (const { permission } of addition.aces) requireKnown(permission);
  return changeAcls(session, document, (acls) => {
    const current = listNamed(acls, addition.acl);
    const blocked = addition.blockInheritance ? withBlock(session, current) : current;
    const fresh = without(addition.aces, blocked);
    const index = blocked.findIndex(isBlocking);
    const aces =
      index < 0 ? [...blocked, ...fresh] : [...blocked.slice(0, index), ...fresh, ...blocked.slice(index)];
    return withList(acls, addition.acl, aces);
  });
}

export async function replaceAce(
  session: Session,
  document: DocumentRow,
  acl: string,
  id: string,
  replacement: Ace,
): Promise<DocumentRow> {
  requireKnown(replacement.permission);
  return changeAcls(session, document, (acls) =>
    withList(
      acls,
      acl,
      listNamed(acls, acl).map((ace) => (aceId(ace) === id ? replacement : ace)),
    ),
  );
}

/** Removes all entries of a person, or the one with this id; an unknown id changes nothing. */
export async function removeAces(
  session: Session,
  document: DocumentRow,
  which: { readonly acl: string; readonly id?: string | undefined; readonly username?: string | undefined },
): Promise<DocumentRow> {
  return changeAcls(session, document, (acls) =>
    withList(
      acls,
      which.acl,
      listNamed(acls, which.acl).filter((ace) =>
        which.username === undefined ? aceId(ace) !== which.id : ace.username !== which.username,
      ),
    ),
  );
}

/** Ends these people's and groups' entries now, but keeps them in the list. */
export async function endAces(
  session: Session,
  document: DocumentRow,
  usernames: readonly string[],
): Promise<DocumentRow> {
  const end = session.now.toISOString();
  const ended = (ace: Ace): Ace =>
    usernames.includes(ace.username) && aceStatus(ace, session.now) !== 'archived'
      ? { ...ace, end, notify: false }
      : ace;
  return changeAcls(session, document, (acls) => acls.map((acl) => ({ ...acl, aces: acl.aces.map(ended) })));
}

/** Replaces the entries of the list. */
export async function setAces(
  session: Session,
  document: DocumentRow,
  acl: string,
  aces: readonly Ace[],
): Promise<DocumentRow> {
  for (const { permission } of aces) requireKnown(permission);
  return changeAcls(session, document, (acls) => withList(acls, acl, aces));
}

export async function removeAcl(session: Session, document: DocumentRow, acl: string): Promise<DocumentRow> {
  return changeAcls(session, document, (acls) => withList(acls, acl, []));
}

export async function blockInheritance(
  session: Session,
  document: DocumentRow,
  acl: string,
): Promise<DocumentRow> {
  return changeAcls(session, document, (acls) =>
    withList(acls, acl, withBlock(session, listNamed(acls, acl))),
  );
}

export async function unblockInheritance(
  session: Session,
  document: DocumentRow,
  acl: string,
): Promise<DocumentRow> {
  return changeAcls(session, document, (acls) =>
    withList(
      acls,
      acl,
      listNamed(acls, acl).filter((ace) => !isBlocking(ace)),
    ),
  );
}

async function changeAcls(
  session: Session,
  document: DocumentRow,
  change: (acls: readonly Acl[]) => readonly Acl[],
): Promise<DocumentRow> {
  const { documents } = await session.write();
  await holdSubtree(session, document);
  const row = await documents.getForUpdate(document.id);
  if (!row) throw errors.documentNotFound(document.id);
  if (row.isVersion) throw errors.badRequest('A version has the permissions of its document');
  await requirePermission(session, row, 'WriteSecurity');
  const acls = change(row.acls);
  if (JSON.stringify(acls) === JSON.stringify(row.acls)) return row;
  await documents.update(row.id, { acls, systemChange: row.systemChange + 1 });
  await refreshReadAcls(session, row.id);
  // `left` makes sure that people who may no longer read it are told of the change.
  session.audit({ eventId: 'documentSecurityUpdated', document: row, left: row });
  const before = new Set(row.acls.flatMap((acl) => acl.aces.map(aceId)));
  for (const ace of acls.flatMap((acl) => acl.aces))
    if (ace.notify && ace.granted && !before.has(aceId(ace))) await queuePermissionLetter(session, row, ace);
  return (await documents.get(row.id)) ?? row;
}

/** Notifies the people whom an entry is about, once it is in effect. */
export async function queuePermissionLetter(session: Session, { id }: DocumentRow, ace: Ace): Promise<void> {
  await queueLetters(session, [ace.username], {
    kind: 'permission',
    events: [{ what: 'permission', document: id }],
    detail: ace.permission,
    comment: ace.comment ?? '',
    notBefore: ace.begin,
  });
}

function listNamed(acls: readonly Acl[], name: string): readonly Ace[] {
  return acls.find((acl) => acl.name === name)?.aces ?? [];
}

/** Custom lists come before `local`; a list without entries is removed. */
function withList(acls: readonly Acl[], name: string, aces: readonly Ace[]): readonly Acl[] {
  const isNew = !acls.some((acl) => acl.name === name);
  const changed = isNew
    ? name === 'local'
      ? [...acls, { name, aces }]
      : [{ name, aces }, ...acls]
    : acls.map((acl) => (acl.name === name ? { name, aces } : acl));
  return changed.filter((acl) => acl.aces.length > 0);
}

/** Keeps all rights for the caller and administrators, and denies everybody else what is not granted here. */
function withBlock(session: Session, aces: readonly Ace[]): readonly Ace[] {
  if (aces.some(isBlocking)) return aces;
  const entry = (username: string, creator: string | null, granted = true): Ace => ({
    username,
    permission: 'Everything',
    granted,
    creator,
    begin: null,
    end: null,
  });
  const remaining = [
    entry(session.username, session.username),
    ...session.repository.settings.administratorGroups.map((group) => entry(group, null)),
  ];
  return [...aces, ...without(remaining, aces), entry(everyone, null, false)];
}

function without(aces: readonly Ace[], known: readonly Ace[]): readonly Ace[] {
  const ids = new Set(known.map(aceId));
  return aces.filter((ace) => !ids.has(aceId(ace)));
}

function requireKnown(permission: string): void {
  if (!isPermission(permission)) throw errors.badRequest(`Permission ${permission} is invalid.`);
}
