/** Granting, changing and removing rights on a document, and counting the documents below it that this affects. */
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { documentInput } from './addresses.ts';
import { askAgain } from './ask-again.ts';
import { documentFamilies, documentKeys } from './keys.ts';
import { nxqlPage } from './nxql-page.ts';
import { runForJson } from './operation-call.ts';

/** How many documents lie below a folder, at any depth. */
export function countBelow(uid: string) {
  return queryOptions({
    queryKey: [...documentKeys.one(uid), 'count below'],
    queryFn: async ({ signal }): Promise<number> => {
      const query =
        "SELECT * FROM Document WHERE ecm:ancestorId = ? AND ecm:isVersion = 0 AND ecm:isTrashed = 0 AND ecm:mixinType != 'HiddenInNavigation'";
      const found = await nxqlPage({ query, params: [uid], pageSize: 1 }, { signal });
      return found.resultsCount ?? 0;
    },
  });
}

export interface GrantAccess {
  readonly uid: string;
  readonly users: readonly string[];
  readonly permission: string;
  /** ISO dates; without them the right begins now and does not end. */
  readonly begin?: string;
  readonly end?: string;
  readonly notify?: boolean;
  readonly comment?: string;
}

/** `addEntry` and `restoreEntry` refresh no queries: callers that change many documents do so once, at the end. */
export function addEntry({ uid, ...params }: GrantAccess): Promise<void> {
  return run('Document.AddPermission', uid, params);
}

export function grantAccess() {
  return mutationOptions({ mutationFn: addEntry, onSettled: askAgain(...documentFamilies) });
}

export interface AccessEntryContent {
  readonly uid: string;
  readonly acl: string;
  readonly username: string;
  readonly permission: string;
  readonly begin: string | null;
  readonly end: string | null;
}

/** Restores an entry that was removed. */
export function restoreEntry({ uid, username, begin, end, ...params }: AccessEntryContent): Promise<void> {
  return run('Document.AddPermission', uid, { users: [username], ...params, ...periodOf(begin, end) });
}

export function restoreAccess() {
  return mutationOptions({ mutationFn: restoreEntry, onSettled: askAgain(...documentFamilies) });
}

export interface ReplaceAccess extends AccessEntryContent {
  readonly aceId: string;
}

export function replaceAccess() {
  return mutationOptions({
    mutationFn: ({ uid, aceId, begin, end, ...params }: ReplaceAccess) =>
      run('Document.ReplacePermission', uid, { id: aceId, ...params, ...periodOf(begin, end) }),
    onSettled: askAgain(...documentFamilies),
  });
}

function periodOf(begin: string | null, end: string | null) {
  return { ...(begin === null ? {} : { begin }), ...(end === null ? {} : { end }) };
}

export interface RemoveAccess {
  readonly uid: string;
  readonly aceId: string;
  readonly acl?: string;
}

export function removeEntry({ uid, aceId, acl = 'local' }: RemoveAccess): Promise<void> {
  return run('Document.RemovePermission', uid, { id: aceId, acl });
}

export function removeAccess() {
  return mutationOptions({ mutationFn: removeEntry, onSettled: askAgain(...documentFamilies) });
}

export interface InheritanceChange {
  readonly uid: string;
  readonly blocked: boolean;
}

export function inherit({ uid, blocked }: InheritanceChange): Promise<void> {
  return run(
    blocked ? 'Document.BlockPermissionInheritance' : 'Document.UnblockPermissionInheritance',
    uid,
    {},
  );
}

export function setInheritance() {
  return mutationOptions({ mutationFn: inherit, onSettled: askAgain(...documentFamilies) });
}

async function run(
  id: string,
  uid: string,
  params: Readonly<Record<string, string | boolean | readonly string[] | undefined>>,
): Promise<void> {
  await runForJson({ id, input: documentInput(uid), params });
}
